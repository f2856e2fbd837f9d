import type { EditorState, Extension, Range as Placed } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import { confidences, type Range } from '#shared/entries/entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { editorFormat } from './editor-rules.ts';
import { bracketFields, keyRange } from './entry-parts.ts';
import { marksInSight } from './marks-in-sight.ts';
import { placeNow, placeThen, readingOf, sameReading } from './reading.ts';

/** A part of an entry with its class; an empty range means its whole line. */
type EntryMark = Range & { readonly name: string };

const fieldNames = {
  date: 'cm-entry-date',
  confidence: 'cm-entry-confidence',
  source: 'cm-entry-source',
  flag: 'cm-entry-flag',
} as const;

/** Marks of the entries in a stretch, read by the format's parser from the entry or heading above, while typing too. */
export function entryMarks(state: EditorState, from: number, to: number): EntryMark[] {
  const start = startAbove(state, from);
  const text = state.sliceDoc(start, to);
  return state
    .facet(editorFormat)
    .read(text)
    .entries.flatMap((entry) => marksOf(text, entry))
    .map((mark) => ({ ...mark, from: mark.from + start, to: mark.to + start }))
    .filter((mark) => mark.to >= from);
}

function marksOf(text: string, entry: ParsedEntry): EntryMark[] {
  const { bracket } = entry.syntax;
  const key = keyRange(text, entry);
  return [
    ...(hangs(text, entry) ? [{ from: entry.range.from, to: entry.range.from, name: 'cm-entry-line' }] : []),
    ...(bracket ? bracketMarks(text, bracket) : []),
    ...(key ? [{ ...key, name: 'cm-entry-key' }] : []),
  ];
}

/** True if further rows of a long line begin below its text rather than its bullet, as for usual bullets. */
function hangs(text: string, { syntax }: ParsedEntry): boolean {
  const line = text.slice(syntax.marker + 1, syntax.text.to).split('\n', 1)[0] ?? '';
  return syntax.form === 'item' && syntax.indent === 0 && /^ [^ \t]/.test(line) && !rightToLeft.test(line);
}

/** A line whose first letter is written from right to left is laid out that way, and would hang out of the text. */
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function bracketMarks(text: string, bracket: Range): EntryMark[] {
  const fields = bracketFields(text, bracket).filter((field) => field.to > field.from);
  return [
    { ...bracket, name: 'cm-entry-bracket' },
    ...fields.map(({ kind, from, to }) => {
      const word = confidences.find((known) => known === text.slice(from, to).toLowerCase());
      return { from, to, name: kind === 'confidence' && word ? `${fieldNames[kind]} cm-${word}` : fieldNames[kind] };
    }),
  ];
}

/** Most characters searched upwards: such a long stretch without an entry has none to show. */
const farthest = 100_000;

/** Place above an offset from which reading can identify the lines. */
function startAbove(state: EditorState, from: number): number {
  const { document, headings } = readingOf(state);
  const then = placeThen(state, from);
  const entry = document.entries[lastIndexStartingBy(document.entries, then, (item) => item.range.from)];
  const heading = headings[lastIndexStartingBy(headings, then, (item) => item.from)];
  const offset = Math.max(entry?.range.from ?? 0, heading?.from ?? 0);
  const start = offset === 0 ? 0 : state.doc.lineAt(Math.min(placeNow(state, offset), from)).from;
  return from - start > farthest ? state.doc.lineAt(from).from : start;
}

const decorationsIn = (state: EditorState, from: number, to: number): Placed<Decoration>[] =>
  entryMarks(state, from, to).map((mark) => {
    const isOfLine = mark.from === mark.to;
    return isOfLine
      ? Decoration.line({ class: mark.name }).range(mark.from)
      : Decoration.mark({ class: mark.name }).range(mark.from, mark.to);
  });

/** Styles date, confidence, source, flags and key of each entry in sight. */
export const entryMarking: Extension = marksInSight(
  decorationsIn,
  ({ startState, state }) => !sameReading(startState, state),
);
