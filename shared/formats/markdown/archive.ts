import { headingTitle } from '../../text/heading-title.ts';
import { lineEndAfter, splitLines } from '../../text/lines.ts';
import { dayArchive, dayArchiveHead } from '../day-archive.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { carryOut, removeEntries } from '../entry-plan.ts';
import { eraseFromDocument } from '../erase.ts';
import type { ArchiveFormat, Departure } from '../format.ts';
import { endOf, endsLine, lineEndAt, needsGap } from '../insertion.ts';
import { mergeTexts } from '../merge.ts';
import { planMarkdownPatch } from './patch.ts';
import { readFlatMarkdown } from './read-markdown.ts';

/** Behind an entry it says in which line of its memory it began, so that it can go back there. */
const place = /^<!-- line (\d{1,7}) -->$/;

/** Reads an archive file: entries as they were under the headings they stood under, each with its place and never divided. */
export function readMarkdownArchive(text: string, before?: MemoryDocument): MemoryDocument {
  const document = readFlatMarkdown(text, before);
  const marks = new Map(
    document.notUnderstood.flatMap((block) => {
      const line = place.exec(block.text)?.[1];
      return line === undefined ? [] : [[block.from, { block, line: Number(line) }] as const];
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
    return { ...entry, syntax: { ...entry.syntax, blockEnd, line: mark.line } };
  });
  return { ...document, entries, notUnderstood: document.notUnderstood.filter((block) => !used.has(block)) };
}

/** For memories in free markdown: an entry leaves with its lines as they are, and the heading it stood under. */
export const markdownArchive: ArchiveFormat = {
  ...dayArchive,
  read: readMarkdownArchive,
  merge: mergeTexts,
  erase: (document, eraser) => eraseFromDocument(document, eraser, readMarkdownArchive),
  syntaxOf: () => [],
  remove: removeEntries,
  patch: (document, patch, onDuplicate) => planMarkdownPatch(document, patch, onDuplicate, readMarkdownArchive),
  begin: (today, byHand) => readMarkdownArchive(dayArchiveHead(today, byHand)),
  add: addToArchive,
};

function addToArchive(
  known: MemoryDocument | null,
  departures: readonly Departure[],
  memory: MemoryDocument,
  today: string,
): MemoryDocument {
  const isEmpty = known === null || known.text.trim() === '';
  const byHand = departures.every((departure) => departure.byHand);
  const document = isEmpty ? markdownArchive.begin(today, byHand) : known;
  const at = endOf(document);
  const lineEnd = lineEndAt(document, at);
  const lineOf = lineCounter(memory);
  let insert = endsLine(document.text, at) ? '' : lineEnd;
  let title = document.sections.at(-1)?.title ?? '';
  for (const { entry } of departures) {
    if (entry.section !== title) {
      const gap = insert.trim() !== '' || needsGap(document.text, at) ? lineEnd : '';
      insert += `${gap}${headingFor(entry.section)}${lineEnd}`;
      title = entry.section;
    }
    insert += `${entry.raw}${lineEnd}<!-- line ${lineOf(entry.range.from)} -->${lineEnd}`;
  }
  const came = departures.map(({ entry: { raw } }) => ({ category: null, raw }));
  return carryOut(document, { edits: [{ from: at, to: at, insert }], gone: [], came }, readMarkdownArchive);
}

/** A heading that reads as a title. */
function headingFor(title: string): string {
  const heading = title === '' ? '##' : `## ${title}`;
  return headingTitle(title) === title ? heading : `${heading} #`;
}

/** Counts lines from 1; most are asked for in order. */
function lineCounter({ text, frontmatter: { start } }: MemoryDocument): (at: number) => number {
  let [known, line] = [start, 1];
  return (at) => {
    if (at < known) {
      [known, line] = [start, 1];
    }
    line += splitLines(text, known, at).length;
    known = at;
    return line;
  };
}
