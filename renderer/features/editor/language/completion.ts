import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  selectedCompletion,
  selectedCompletionIndex,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { dom } from '../../../memory-text/dom.ts';
import { placeNow, placeThen, readingOf } from '../../../memory-text/reading.ts';
import { cutToCharacters, sectionLabels } from '../../../wording/names.ts';
import { completeBracket } from './complete-bracket.ts';

/** Completions at the cursor; none in prose, code and comments. */
export function completeMemory(context: CompletionContext): CompletionResult | null {
  return completeFrontmatter(context) ?? (inBlock(context) ? null : (completeBracket(context) ?? completeKey(context)));
}

function inBlock({ state, pos }: CompletionContext): boolean {
  const then = placeThen(state, pos);
  return readingOf(state).document.notUnderstood.some(
    ({ from, to, text }) => from < then && then <= to && text.includes('\n') && placeNow(state, from) < pos,
  );
}

/** Enter accepts what was requested or moved to. A suggested key waits for Tab: the person may be writing prose. */
const acceptByEnter: Command = (view) => {
  const chosen = selectedCompletion(view.state);
  return chosen?.type === keyOfferedUnasked && selectedCompletionIndex(view.state) === 0
    ? false
    : acceptCompletion(view);
};

function tabHint({ type }: Completion): Node | null {
  return type === keyOfferedUnasked ? dom('kbd', { class: 'cm-completion-tab' }, 'Tab') : null;
}

export const completion: Extension = [
  autocompletion({
    override: [completeMemory],
    icons: false,
    defaultKeymap: false,
    addToOptions: [{ render: tabHint, position: 90 }],
  }),
  Prec.highest(
    keymap.of([
      ...completionKeymap.filter(({ key }) => key !== 'Enter'),
      { key: 'Enter', run: acceptByEnter },
      { key: 'Tab', run: acceptCompletion },
    ]),
  ),
];

/** Completion type of a key suggested without a request; a requested one has no type. */
const keyOfferedUnasked = 'key';

const startOfText =
  /^[ \t]*[-*+][ \t]+(?:\[[ \t]*\d{4}-\d{2}-\d{2}[^\]]*\][ \t]+)?(?<typed>[\p{L}_][\p{L}\p{N}_-]*)?$/u;
const lettersBefore = 2;
const maxShown = 12;

/** Known keys like the one begun at the start of an entry's text, to show that there is one already. */
function completeKey({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const match = startOfText.exec(line.text.slice(0, pos - line.from));
  const typed = match?.groups?.['typed'] ?? '';
  const keyFollows = /^[\p{L}\p{N}_-]*:/u.test(line.text.slice(pos - line.from));
  if (!match || (!explicit && (typed.length < lettersBefore || keyFollows))) {
    return null;
  }
  const options = optionsFor(state, typed.toLowerCase(), explicit, keyFollows);
  return options.length === 0 ? null : { from: pos - typed.length, options, filter: false };
}

function optionsFor(state: CompletionContext['state'], typed: string, explicit: boolean, keyFollows: boolean) {
  const completions = new Map<string, Completion>();
  for (const { key, category, value } of readingOf(state).document.entries) {
    if (key !== null && !completions.has(key) && isLike(key.toLowerCase(), typed)) {
      completions.set(key, {
        label: key,
        detail: `${sectionLabels[category ?? 'unsorted']}: ${cutToCharacters(nameHidden(value.split('\n', 1)[0] ?? ''), 48)}`,
        apply: keyFollows ? key : `${key}: `,
        ...(explicit ? {} : { type: keyOfferedUnasked }),
      });
    }
  }
  return [...completions.values()].slice(0, explicit ? 200 : maxShown);
}

/** A key matches if a word in it begins with the typed text; the same key again is no news. */
function isLike(key: string, typed: string): boolean {
  return key !== typed && (key.startsWith(typed) || key.split(/[_\s-]+/).some((word) => word.startsWith(typed)));
}

/** Lines searched for frontmatter. */
const maxLines = 60;

/** Names the format knows, at the start of a frontmatter line, without those already there. */
function completeFrontmatter({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const typed = line.text.slice(0, pos - line.from);
  if (!/^\w*$/.test(typed) || (typed === '' && !explicit) || !inFrontmatter(state, line.number)) {
    return null;
  }
  const valueFollows = line.text.slice(typed.length).includes(':');
  const { format, rules, tokens } = readingOf(state);
  const written = namesWritten(state, line.number);
  return {
    from: line.from,
    options: format
      .frontmatterOffers(rules.today, tokens)
      .filter(({ name }) => !written.has(name))
      .map(({ name, value, purpose }, index) => ({
        label: name,
        detail: purpose,
        apply: valueFollows ? name : `${name}: ${value}`,
        boost: -index,
      })),
    validFor: /^\w*$/,
  };
}

/** True if a line is between the first one, `---`, and the next of its kind. */
function inFrontmatter({ doc }: EditorState, number: number): boolean {
  if (number < 2 || number > maxLines || !/^---[ \t]*$/.test(doc.line(1).text)) {
    return false;
  }
  for (let at = 2; at <= number; at++) {
    if (/^(?:---|\.\.\.)[ \t]*$|^#{1,6}[ \t]|^[-*+][ \t]/.test(doc.line(at).text)) {
      return false;
    }
  }
  return true;
}

function namesWritten({ doc }: EditorState, but: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 2; at <= Math.min(doc.lines, maxLines); at++) {
    const text = doc.line(at).text;
    if (/^(?:---|\.\.\.)[ \t]*$/.test(text)) {
      break;
    }
    const name = /^(\w+):/.exec(text)?.[1];
    if (name && at !== but) {
      names.add(name);
    }
  }
  return names;
}
