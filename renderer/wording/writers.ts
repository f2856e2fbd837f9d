import type { Writer } from '#shared/contract/fields.ts';
import { programInWords } from '#shared/programs/program-ids.ts';
import { once } from './once.ts';

const lists = once(() => new Intl.ListFormat('en', { type: 'conjunction' }));

/** "a", "a and b", "a, b, and c". */
export const listInWords = (parts: readonly string[]): string => lists().format(parts);

/** Outside writers within a sentence: "Claude Code and another program". */
export function writersInWords(writers: readonly Writer[]): string {
  // A program may have called itself by several names.
  const names = [...new Set(writers.map(writerInWords))];
  return names.length === 0 ? 'another app' : listInWords(names);
}

/** The same at the start of a sentence. */
export function writersAtStart(writers: readonly Writer[]): string {
  const words = writersInWords(writers);
  // A name keeps its own capitalisation.
  return writers[0]?.name == null ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** Writer of something, including the person at this page: “by you”. */
export const authorInWords = (writer: Writer): string => (writer.who === 'person' ? 'you' : writerInWords(writer));

const others: Readonly<Record<Exclude<Writer['who'], 'assistant'>, string>> = {
  person: 'another window of yours',
  app: 'Contexture',
  outside: 'another app',
};

const writerInWords = ({ who, name }: Writer): string =>
  who === 'assistant' ? programInWords(name ?? 'your assistant') : others[who];
