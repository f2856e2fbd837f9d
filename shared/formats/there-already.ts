import { createEntryFinder } from '../entries/find-entry.ts';
import { addTo } from '../entries/multimap.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import type { EntryPatch, PlacedLines } from './entry-patch.ts';
import type { TextReader } from './format.ts';

/** Drops the entries of a patch whose text the document has again, whatever their brackets: there is no choice. */
export function withoutThoseThere(patch: EntryPatch, document: MemoryDocument, read: TextReader): EntryPatch {
  if (patch.add.length === 0) {
    return patch;
  }
  const find = createEntryFinder(document.entries);
  const leaving = new Set([...patch.remove, ...patch.change.map(({ from }) => from)].map(find.exact));
  const there = new Map<string, ParsedEntry[]>();
  for (const entry of document.entries) {
    if (!leaving.has(entry)) {
      addTo(there, nameOf(entry, entry), entry);
    }
  }
  const claimed = new Map<string, number>();
  const add: PlacedLines[] = [];
  for (const lines of patch.add) {
    const said = find.exact(lines.ref) ?? read(lines.ref.raw).entries[0];
    if (said === undefined) {
      add.push(lines);
      continue;
    }
    const { value } = said;
    const name = nameOf(lines.ref, { section: lines.section, value });
    const alike = there.get(name) ?? [];
    // Copies that were beside it all along are not this one restored.
    const isMore = alike.length > lines.duplicates;
    const at = isMore ? alike.findIndex((entry) => saysSame(entry, lines, value)) : -1;
    const before = claimed.get(name) ?? 0;
    if (at >= 0) {
      alike.splice(at, 1);
      claimed.set(name, before + 1);
    } else {
      // Copies that are counted for others of its name are not this one either.
      add.push({ ...lines, duplicates: lines.duplicates + before });
    }
  }
  return add.length === patch.add.length ? patch : { ...patch, add };
}

type NamedEntry = Pick<ParsedEntry, 'category' | 'key'>;

/** Names an entry by its key, which several may share; prose by its place and all its text. */
const nameOf = ({ category, key }: NamedEntry, { section, value }: Pick<ParsedEntry, 'section' | 'value'>): string =>
  key === null ? `${category} ${category === null ? section : ''} = ${value}` : `${category} : ${key}`;

/** Without a category, an entry under another heading is another entry. */
const saysSame = (entry: ParsedEntry, { ref, section }: PlacedLines, value: string): boolean =>
  entry.value === value && (ref.category !== null || entry.section === section);
