import { headingTitle } from '../../text/heading-title.ts';
import { type LineEnd, lineCounter, lineEndAfter } from '../../text/lines.ts';
import { dayArchive, dayArchiveHead } from '../day-archive.ts';
import type { EntryPlace, MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, removeEntries, runPlan } from '../entry-plan.ts';
import { eraseFromDocument } from '../erase.ts';
import type { ArchiveFormat, Departure, TextReader } from '../format.ts';
import { endOf, endsLine, lineEndAt, needsGap } from '../insertion.ts';
import { mergeTexts } from '../merge.ts';
import { saidByRow } from './content.ts';
import { planMarkdownPatch } from './patch.ts';
import { readFlatMarkdown } from './read-markdown.ts';

/** Comment behind an entry with its place in its memory, so that it can return there. */
const placeMark = /^<!-- line (\d{1,7})(, blank line left)?(?:, (no line end|LF|CRLF|CR))? -->$/;

const namesOfLineEnds = { '': 'no line end', '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' } as const;
const lineEndNamed = new Map(
  (Object.keys(namesOfLineEnds) as (LineEnd | '')[]).map((lineEnd) => [namesOfLineEnds[lineEnd] as string, lineEnd]),
);

function readPlace(comment: string): EntryPlace | null {
  const [, line, gap, lineEnd = ''] = placeMark.exec(comment) ?? [];
  return line === undefined
    ? null
    : { line: Number(line), lineEnd: lineEndNamed.get(lineEnd) ?? null, leavesGap: gap !== undefined };
}

const writePlace = ({ line, lineEnd, leavesGap }: EntryPlace): string =>
  `<!-- line ${line}${leavesGap ? ', blank line left' : ''}${lineEnd === null ? '' : `, ${namesOfLineEnds[lineEnd]}`} -->`;

/** Reads an archive file: entries as they were under their previous headings, each with its place and never divided. */
export function readMarkdownArchive(text: string, before?: MemoryDocument): MemoryDocument {
  const document = readFlatMarkdown(text, before);
  const marks = new Map(
    document.notUnderstood.flatMap((block) => {
      const place = readPlace(block.text);
      return place === null ? [] : [[block.from, { block, place }] as const];
    }),
  );
  const used = new Set<object>();
  const entries = document.entries.map((entry): ParsedEntry => {
    const mark = marks.get(entry.syntax.blockEnd);
    if (!mark) {
      return entry;
    }
    used.add(mark.block);
    const blockEnd = lineEndAfter(text, mark.block.to);
    const syntax = { ...entry.syntax, blockEnd, place: mark.place };
    return { ...entry, ...(isRow(entry) && saidByRow(text, entry.range.from, entry.range.to)), syntax };
  });
  return { ...document, entries, notUnderstood: document.notUnderstood.filter((block) => !used.has(block)) };
}

/** True of a row of a table, which leaves for the archive without the head of its table. */
const isRow = ({ raw, syntax }: ParsedEntry): boolean =>
  syntax.form === 'paragraph' && /^[ \t]*\|.*\|[ \t]*$/.test(raw);

type DocumentMap = (document: MemoryDocument) => MemoryDocument;

/** Makes the archive for free markdown: entries keep their lines and heading. @param map reads details of a dialect */
export function createMarkdownArchive(map: DocumentMap = (document) => document): ArchiveFormat {
  const read: TextReader = (text, before) => map(readMarkdownArchive(text, before));
  const begin: ArchiveFormat['begin'] = (today, byHand) => read(dayArchiveHead(today, byHand));
  return {
    ...dayArchive,
    read,
    merge: mergeTexts,
    erase: (document, eraser) => eraseFromDocument(document, eraser, read),
    syntaxOf: () => [],
    remove: removeEntries,
    patch: (document, patch, onDuplicate) => planMarkdownPatch(document, patch, onDuplicate, read, 'archive'),
    begin,
    add(known, departures, memory, today) {
      const isEmpty = known === null || known.text.trim() === '';
      const byHand = departures.every((departure) => departure.byHand);
      const document = isEmpty ? begin(today, byHand) : known;
      return runPlan(document, planDepartures(document, departures, memory), read);
    },
  };
}

export const markdownArchive = createMarkdownArchive();

function planDepartures(document: MemoryDocument, departures: readonly Departure[], memory: MemoryDocument): EntryPlan {
  const at = endOf(document);
  const lineEnd = lineEndAt(document, at);
  const placeOf = placesIn(memory);
  let insert = endsLine(document.text, at) ? '' : lineEnd;
  let title = document.sections.at(-1)?.title ?? '';
  for (const departure of departures) {
    const { entry } = departure;
    if (entry.section !== title) {
      const gap = insert.trim() !== '' || needsGap(document.text, at) ? lineEnd : '';
      insert += `${gap}${headingFor(entry.section)}${lineEnd}`;
      title = entry.section;
    }
    insert += `${entry.raw}${lineEnd}${writePlace(placeOf(departure))}${lineEnd}`;
  }
  const came = departures.map(({ entry: { raw } }) => ({ category: null, raw }));
  return { edits: [{ from: at, to: at, insert }], gone: [], came };
}

/** Writes a heading that reads as a title. */
function headingFor(title: string): string {
  const heading = title === '' ? '##' : `## ${title}`;
  return headingTitle(title) === title ? heading : `${heading} #`;
}

function placesIn(memory: MemoryDocument): (departure: Departure) => EntryPlace {
  const { text } = memory;
  const lineOf = lineCounter(text, memory.frontmatter.start);
  // Without this entry the usual line end may be another; LF is that of a memory with nothing left.
  const isPlain = !text.includes('\r');
  return ({ entry, leavesGap = false }) => {
    const { from, to } = entry.range;
    const lineEnd = text.slice(to, entry.syntax.blockEnd) as LineEnd | '';
    return {
      line: lineOf(from),
      lineEnd: isPlain && lineEnd === '\n' ? null : lineEnd,
      leavesGap,
    };
  };
}
