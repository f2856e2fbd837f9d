import { type About, type AboutKind, maxAboutName } from '../entries/about.ts';
import type { MemoryDocument, ParsedEntry } from '../formats/document.ts';
import type { MemoryFormat } from '../formats/format.ts';
import { mapReading } from '../formats/map-reading.ts';
import { fileNames } from '../text/link-target.ts';

/** Types of topics that are about a project or a thing rather than about the person. */
const kinds: Readonly<Record<string, AboutKind>> = { project: 'project', reference: 'thing' };

/** Types of topic files by name, null for one without. */
export type TopicTypes = ReadonlyMap<string, string | null>;

/** Makes a format whose entries lead to existing files, and are about their topics' subjects. @param types as by now */
export function withTopicTypes(format: MemoryFormat, types: TopicTypes): MemoryFormat {
  function typed(document: MemoryDocument): MemoryDocument {
    if (types.size === 0) {
      return document;
    }
    const fileOf = fileNames(types.keys());
    return { ...document, entries: document.entries.map((entry) => withTopicType(leading(entry, fileOf), types)) };
  }
  return mapReading(format, typed);
}

function leading(entry: ParsedEntry, fileOf: (name: string) => string): ParsedEntry {
  const topic = entry.topic === undefined ? undefined : fileOf(entry.topic);
  return topic === undefined || topic === entry.topic ? entry : { ...entry, topic };
}

function withTopicType(entry: ParsedEntry, types: TopicTypes): ParsedEntry {
  const about = entry.flags.about ?? aboutTopic(entry, types);
  return about === entry.flags.about ? entry : { ...entry, flags: { ...entry.flags, about } };
}

/** Returns the subject of an entry by the type of its topic, with its title; null for another type. */
export function aboutTopic({ topic, key }: Pick<ParsedEntry, 'topic' | 'key'>, types: TopicTypes): About | null {
  const kind = kinds[(topic === undefined ? undefined : types.get(topic)) ?? ''];
  const name = (key ?? topic ?? '')
    .replace(/[|\]\s]+/g, ' ')
    .trim()
    .slice(0, maxAboutName)
    .trim();
  return kind === undefined || name === '' ? null : { kind, name };
}
