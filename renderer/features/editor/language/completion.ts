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
import { type Extension, Prec } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';
import { placeNow, placeThen, readingOf } from '../../../memory-text/reading.ts';
import { completeBracket } from './complete-bracket.ts';
import { completeFrontmatter } from './complete-frontmatter.ts';
import { completeKey, keyOfferedUnasked } from './complete-key.ts';

/** What could stand at the cursor; nothing in prose, code and comments. */
export function completeMemory(context: CompletionContext): CompletionResult | null {
  return completeFrontmatter(context) ?? (inBlock(context) ? null : (completeBracket(context) ?? completeKey(context)));
}

/** Whether the cursor is in a code block or comment, as of the last reading. */
function inBlock({ state, pos }: CompletionContext): boolean {
  const then = placeThen(state, pos);
  return readingOf(state).document.notUnderstood.some(
    ({ from, to, text }) => from < then && then <= to && text.includes('\n') && placeNow(state, from) < pos,
  );
}

/** Enter takes what was asked for or moved to. A key that offers itself waits for Tab: one may be writing prose. */
const acceptByEnter: Command = (view) => {
  const chosen = selectedCompletion(view.state);
  return chosen?.type === keyOfferedUnasked && selectedCompletionIndex(view.state) === 0
    ? false
    : acceptCompletion(view);
};

/** Says how such a key is taken. */
function tabHint({ type }: Completion): Node | null {
  if (type !== keyOfferedUnasked) {
    return null;
  }
  const dom = document.createElement('kbd');
  dom.className = 'cm-completion-tab';
  dom.textContent = 'Tab';
  return dom;
}

/** Offers what the format knows in its places. */
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
