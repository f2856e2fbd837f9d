import type { TopicProblem } from '../contract/features/topics.ts';
import { refOf } from '../entries/entry.ts';
import { addTo } from '../entries/multimap.ts';
import type { MemoryDocument, ParsedEntry } from '../formats/document.ts';
import { fileNames } from '../text/link-target.ts';
import { againstText } from './against.ts';
import type { Topic } from './topic.ts';

/** Finds problems between lines and topic files, those that hide a file first. @param isKept if the history has it */
export function topicProblems(
  { entries }: MemoryDocument,
  topics: readonly { readonly file: string; readonly topic: Topic | null; readonly problem?: string | null }[],
  isKept: (file: string) => boolean,
): TopicProblem[] {
  const files = new Set(topics.map(({ file }) => file));
  const fileOf = fileNames(files);
  const lines = new Map<string, ParsedEntry[]>();
  for (const entry of entries) {
    if (entry.topic !== undefined) {
      addTo(lines, fileOf(entry.topic), entry);
    }
  }
  const names = new Set(topics.flatMap(({ file, topic }) => namesOf(file, topic?.name ?? null)));
  const missing = [...lines].flatMap(([file, [entry]]): TopicProblem[] =>
    files.has(file) || !entry ? [] : [{ kind: 'missing', file, entry: refOf(entry), kept: isKept(file) }],
  );
  const repeated = [...lines].flatMap(([file, each]): TopicProblem[] =>
    each.length < 2 ? [] : [{ kind: 'repeated', file, entries: each.map(refOf) }],
  );
  const unlisted = topics.flatMap(({ file, topic }): TopicProblem[] =>
    lines.has(file) ? [] : [{ kind: 'unlisted', file, name: topic?.name ?? null }],
  );
  const dead = topics.flatMap(({ file, topic }) =>
    (topic?.links ?? [])
      .filter((link) => !names.has(mentionedName(link)))
      .map((link): TopicProblem => ({ kind: 'dead_link', file, link })),
  );
  const against = topics.flatMap(({ file, topic }): TopicProblem[] =>
    (lines.get(file) ?? []).flatMap((entry): TopicProblem[] => {
      const found = topic && againstText(entry.value, topic.body);
      return found ? [{ kind: 'against', file, entry: refOf(entry), ...found }] : [];
    }),
  );
  const unread = topics.flatMap(({ file, problem }): TopicProblem[] =>
    problem ? [{ kind: 'unread', file, why: problem }] : [],
  );
  return [...unread, ...unlisted, ...missing, ...repeated, ...against, ...dead];
}

/** Names by which a topic may be mentioned: its file's and its own. */
export const namesOf = (file: string, name: string | null): readonly string[] => [
  mentionedName(file),
  mentionedName(name ?? file),
];

/** Normalises the name of a mentioned topic: spacing, capitals, and composed characters. */
export const mentionedName = (name: string): string =>
  name
    .replace(/\.md$/, '')
    .normalize()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
