import type { TopicProblem } from '../contract/features/topics.ts';
import { refOf } from '../entries/entry.ts';
import { addTo } from '../entries/multimap.ts';
import type { MemoryDocument, ParsedEntry } from '../formats/document.ts';
import { fileNames } from '../text/link-target.ts';
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
      const contradiction = topic && againstText(entry.value, topic.body);
      return contradiction ? [{ kind: 'against', file, entry: refOf(entry), ...contradiction }] : [];
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

/** Word of a line, and the contradicting one in the text of its topic. */
export type Against = { readonly said: string; readonly instead: string };

const days = 'mon|tues|wednes|thurs|fri|satur|sun';
const months = 'January|February|March|April|June|July|August|September|October|November|December';

/** Sets of words that contradict each other; English only. "May" is a month too rarely. */
const oneOf: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:${days})days?\b`, 'gi'),
  new RegExp(String.raw`\b(?:${months})\b`, 'g'),
];

/** A number and the word before it, or the one after it: "port 3000", "2 spaces". */
const counted: readonly RegExp[] = [
  /(?<word>\p{L}{3,})\s+(?<number>(?<![\p{L}\p{N}.,:])\d+(?:[.,:]\d+)*)/gu,
  /(?<![\p{L}\p{N}.,:])(?<number>\d+(?:[.,:]\d+)*)\s+(?<word>\p{L}{3,})/gu,
];

/** Words beside any number at all, which don't say what is counted. */
const saysNothing =
  /^(?:about|after|and|are|before|between|but|each|every|for|from|has|have|least|more|most|nearly|not|only|over|since|than|the|they|under|until|was|were|with|within)$/i;

const plain = (text: string): string => text.toLowerCase().replace(/(?<=day)s$/, '');

/** Finds a weekday, month or number in a line where its topic's text has only another of the same thing; else null. */
export function againstText(line: string, text: string): Against | null {
  for (const pattern of oneOf) {
    const [said, there] = [line, text].map((one) => [...one.matchAll(pattern)].map(([word]) => word));
    const first = said?.[0];
    const instead = there?.[0];
    if (first && instead && !there.some((word) => said?.some((one) => plain(one) === plain(word)))) {
      return { said: first, instead };
    }
  }
  for (const pattern of counted) {
    const there = numbersIn(text, pattern);
    for (const { word, number, whole } of numbersIn(line, pattern)) {
      const others = there.filter((one) => one.word === word);
      if (others[0] && !others.some((one) => one.number === number)) {
        return { said: whole, instead: others[0].whole };
      }
    }
  }
  return null;
}

const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)]
    .map(({ 0: whole, groups }) => ({
      whole,
      word: (groups?.['word'] ?? '').toLowerCase(),
      number: groups?.['number'],
    }))
    .filter(({ word }) => !saysNothing.test(word));
