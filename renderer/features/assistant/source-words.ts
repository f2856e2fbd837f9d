import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { countInWords } from '../../wording/counts.ts';
import { cutToCharacters } from '../../wording/names.ts';

const stateNames: Readonly<Record<MemoryFile['state'], string>> = {
  read: 'Read',
  empty: 'Empty',
  missing: 'Missing',
  unreadable: 'Can’t be read',
  repeated: 'Listed twice',
  unapproved: 'Needs your approval',
};

/** State of a file. Imported files aren't listed. */
export const sourceState = ({ state, imported }: Pick<MemoryFile, 'state' | 'imported'>): string =>
  state === 'repeated' && imported !== null ? 'Read already' : stateNames[state];

/** An empty file, or one that is read already, leaves nothing out. */
export const isWorthAWarning = ({ state }: MemoryFile): boolean => state !== 'empty' && state !== 'repeated';

const maxNamed = 5;

/** Files that are not part of the text, with reasons: "Passed over: PROJECT.md (missing), old.md (empty)." */
export function skippedInWords(skipped: readonly MemoryFile[]): string {
  const named = skipped
    .slice(0, maxNamed)
    .map((file) => `${cutToCharacters(file.name, 48)} (${lowered(sourceState(file))})`);
  const more = skipped.length > maxNamed ? ` and ${countInWords(skipped.length - maxNamed)} more` : '';
  return `Skipped: ${named.join(', ')}${more}.`;
}

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
