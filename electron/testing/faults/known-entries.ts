import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import { filesIn, type Place } from './left-behind.ts';

/** Text of an entry, without its place. */
type EntryText = string;

const sayings = (text: string, isArchive: boolean): EntryText[] =>
  (isArchive ? readArchive : readContext)(text).entries.map(({ key, value }) => `${key ?? ''}: ${value}`);

export const contextPath = ({ root }: Place): string => join(root, 'logs/context/global.md');

/** Entries of the context file. */
export function contextEntries(place: Place): EntryText[] {
  return existsSync(contextPath(place)) ? sayings(readFileSync(contextPath(place), 'utf8'), false) : [];
}

/** Entries of the context file and the archives. */
export function savedEntries(place: Place): Set<EntryText> {
  const archives = filesIn(join(place.root, 'logs/context/archive')).filter((path) => path.endsWith('.md'));
  return new Set([...contextEntries(place), ...archives.flatMap((path) => sayings(readFileSync(path, 'utf8'), true))]);
}

/** Known entries that are in neither file, archive nor any stored text. */
export function missing(known: ReadonlySet<EntryText>, place: Place, kept: Iterable<string>): EntryText[] {
  const found = savedEntries(place);
  for (const text of kept) {
    for (const saying of [...sayings(text, false), ...sayings(text, true)]) {
      found.add(saying);
    }
  }
  return [...known].filter((saying) => !found.has(saying));
}
