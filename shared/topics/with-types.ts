import { type About, type AboutKind, maxAboutName } from '../entries/about.ts';
import type { MemoryDocument, ParsedEntry } from '../formats/document.ts';
import type { MemoryFormat } from '../formats/format.ts';
import { mapReading } from '../formats/map-reading.ts';

/** The types of topics that are about a project or a thing rather than about the person. */
const kinds: Readonly<Record<string, AboutKind>> = { project: 'project', reference: 'thing' };

/**
 * A format whose entries are about what their topic is, where its type says so and the person said nothing else.
 * @param types of topic files, by name, as they are by now
 */
export function withTopicTypes(format: MemoryFormat, types: ReadonlyMap<string, string>): MemoryFormat {
  const typed = (document: MemoryDocument): MemoryDocument =>
    types.size === 0 ? document : { ...document, entries: document.entries.map((entry) => told(entry, types)) };
  return mapReading(format, typed);
}

function told(entry: ParsedEntry, types: ReadonlyMap<string, string>): ParsedEntry {
  const about = entry.flags.about ?? aboutTopic(entry, types);
  return about === entry.flags.about ? entry : { ...entry, flags: { ...entry.flags, about } };
}

/** What the type of its topic says that an entry is about, by its title; null for another type. */
export function aboutTopic(
  { topic, key }: Pick<ParsedEntry, 'topic' | 'key'>,
  types: ReadonlyMap<string, string>,
): About | null {
  const kind = kinds[(topic === undefined ? undefined : types.get(topic)) ?? ''];
  const name = (key ?? topic ?? '')
    .replace(/[|\]\s]+/g, ' ')
    .trim()
    .slice(0, maxAboutName)
    .trim();
  return kind === undefined || name === '' ? null : { kind, name };
}
