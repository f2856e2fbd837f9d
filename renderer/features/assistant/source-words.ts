import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { assertNever } from '../../api/problem.ts';
import { countInWords } from '../../wording/counts.ts';
import { shortened } from '../../wording/names.ts';

/** What a file on the list is, in a word or two. */
export function stateInWords(state: MemoryFile['state']): string {
  switch (state) {
    case 'read':
      return 'Read';
    case 'empty':
      return 'Empty';
    case 'missing':
      return 'Missing';
    case 'unreadable':
      return 'Can’t be read';
    case 'repeated':
      return 'Listed twice';
    case 'unapproved':
      return 'Needs your approval';
    default:
      return assertNever(state);
  }
}

/** An empty file, or one that is read already, leaves nothing out. */
export const isWorthAWarning = ({ state }: MemoryFile): boolean => state !== 'empty' && state !== 'repeated';

const maxNamed = 5;

/** Which files are not part of the text, and why: "Passed over: PROJECT.md (missing), old.md (empty)." */
export function skippedInWords(skipped: readonly MemoryFile[]): string {
  const named = skipped
    .slice(0, maxNamed)
    .map(({ name, state }) => `${shortened(name, 48)} (${lowered(stateInWords(state))})`);
  const more = skipped.length > maxNamed ? ` and ${countInWords(skipped.length - maxNamed)} more` : '';
  return `Skipped: ${named.join(', ')}${more}.`;
}

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
