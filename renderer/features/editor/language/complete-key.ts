import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { readingOf } from '../../../memory-text/reading.ts';
import { sectionNames } from '../../../wording/names.ts';

/** Kind of a key that offers itself; one that was asked for has none. */
export const keyOfferedUnasked = 'key';

const startOfText =
  /^[ \t]*[-*+][ \t]+(?:\[[ \t]*\d{4}-\d{2}-\d{2}[^\]]*\][ \t]+)?(?<typed>[\p{L}_][\p{L}\p{N}_-]*)?$/u;
const lettersBefore = 2;
const maxShown = 12;

/** Known keys like the one begun at the start of an entry's text, so that one learns that there is one already. */
export function completeKey({ state, pos, explicit }: CompletionContext): CompletionResult | null {
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

function optionsFor(
  state: CompletionContext['state'],
  typed: string,
  explicit: boolean,
  keyFollows: boolean,
): Completion[] {
  const found = new Map<string, Completion>();
  for (const { key, category, value } of readingOf(state).document.entries) {
    if (key !== null && !found.has(key) && isLike(key.toLowerCase(), typed)) {
      const text = nameHidden(value.split('\n', 1)[0] ?? '');
      found.set(key, {
        label: key,
        detail: `${sectionNames[category ?? 'unsorted']}: ${text.length > 48 ? `${text.slice(0, 47)}…` : text}`,
        apply: keyFollows ? key : `${key}: `,
        ...(explicit ? {} : { type: keyOfferedUnasked }),
      });
    }
  }
  return [...found.values()].slice(0, explicit ? 200 : maxShown);
}

/** A key is like what was typed if a word in it begins with that; the same key again is no news. */
function isLike(key: string, typed: string): boolean {
  return key !== typed && (key.startsWith(typed) || key.split(/[_\s-]+/).some((word) => word.startsWith(typed)));
}
