import type { Mark, segmentNames } from '#shared/contract/features/memory.ts';
import type { Writer } from '#shared/contract/fields.ts';
import type { AboutKind } from '#shared/entries/about.ts';
import { isCorrection, personSource } from '#shared/entries/correction.ts';
import { type Category, type Confidence, sectionNames } from '#shared/entries/entry.ts';
import { withProgramNamed } from '#shared/programs/program-ids.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { dateInWords } from './dates.ts';
import { once } from './once.ts';
import { writersAtStart } from './writers.ts';

export type CategoryOrUnsorted = Category | 'unsorted';
export type SegmentName = (typeof segmentNames)[number];

export const sectionLabels: Readonly<Record<CategoryOrUnsorted, string>> = {
  ...sectionNames,
  unsorted: 'No section',
};

export const categoryNames: Readonly<Record<CategoryOrUnsorted, string>> = {
  preference: 'Preference',
  pattern: 'Pattern',
  fact: 'Fact',
  insight: 'Insight',
  unsorted: 'No section',
};

export const confidenceNames: Readonly<Record<Confidence, string>> = {
  certain: 'Certain',
  likely: 'Likely',
  tentative: 'Tentative',
};

export const segmentLabels: Readonly<Record<SegmentName, string>> = {
  ...sectionLabels,
  overhead: 'Headings, dates and brackets',
};

/** Marks on entries that others added or changed since the person last looked. */
export const markNames: Readonly<Record<Mark, string>> = { new: 'new', changed: 'changed', superseded: 'replaced' };

export const aboutKindNames: Readonly<Record<AboutKind, string>> = {
  person: 'a person',
  project: 'a project',
  thing: 'a thing',
};

/** Name of a change, with entry names as shown elsewhere: Corrected “Response style”. */
export const changeLabelInWords = (label: string): string =>
  label.replaceAll(/“([\p{Ll}\p{N}]+(?:_[\p{Ll}\p{N}]+)*)”/gu, (_, key: string) => `“${subjectFrom(key)}”`);

export const noValue = '(no value)';

/** Short name of an entry in a sentence: its subject by the key, or the start of its text. */
export function entryName({ key, value }: { readonly key: string | null; readonly value: string }): string {
  const text = key === null ? (value.split('\n', 1)[0] ?? '') : subjectFrom(key, value);
  if (text.trim() === '') {
    return noValue;
  }
  return cutToCharacters(text, 48);
}

/** Characters that may be part of a longer one. Most texts have none, and making a segmenter takes ten milliseconds. */
const joined =
  /[\p{M}\p{C}\p{Extended_Pictographic}\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u{10000}-\u{10ffff}]/u;
const characters = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Shortens a text to so many characters as people count them: a family of emoji joined to one is never cut in two. */
export function cutToCharacters(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  if (!joined.test(text.slice(0, most + 1))) {
    return `${text.slice(0, most - 1).trimEnd()}…`;
  }
  // A character may be many units long; anything beyond this is cut off in any case.
  const seen = [...characters().segment(text.slice(0, most * 16))];
  return seen.length <= most && text.length <= most * 16
    ? text
    : `${text.slice(0, seen[most - 1]?.index ?? most).trimEnd()}…`;
}

/** @param writer writer of the words with this source, if known: a bracket may be left by a program that rewords them */
export function sourceInWords(source: string | null, writer: Writer | null = null): string {
  if (source === null) {
    return 'Unknown';
  }
  if (isCorrection({ source }) && writer !== null && writer.who !== 'person') {
    return `${writersAtStart([writer])}, over your correction`;
  }
  if (isCorrection({ source })) {
    const note = source.slice(`${personSource}:`.length).trim();
    return note ? `From you: ${note}` : 'From you';
  }
  const named = withProgramNamed(source);
  // A single word may be the name of an agent.
  return source === 'post_query'
    ? 'After a question'
    : /^\p{L}+(?:_[\p{L}\p{N}]+)+$/u.test(named)
      ? subjectFrom(named)
      : named;
}

/** "archive of 3 May 2026", from an archive's file name. */
export function archiveInWords(file: string): string {
  const date = /(\d{4}-\d{2}-\d{2})/.exec(file)?.[1];
  return date ? `archive of ${dateInWords(date)}` : `archive ${file}`;
}

/** Place of a text in a file of a workspace: "Insights", "the archive of 3 May 2026", "CLAUDE.md". */
export function placeInWords(file: string, category: Category | null): string {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  if (name === 'settings.yaml') {
    return 'the settings';
  }
  if (/[\\/]storages[\\/]/.test(file)) {
    return `what is stored as ${name.replace(/\.json.*$/, '')}`;
  }
  if (name.endsWith('.jsonl')) {
    return `the conversation ${name.replace('.jsonl', '')}`;
  }
  if (/(^|[\\/])archive[\\/]/.test(file)) {
    return `the ${archiveInWords(name)}`;
  }
  return name === 'global.md' ? (category === null ? 'the file' : sectionLabels[category]) : name;
}
