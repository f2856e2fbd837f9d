import { Text } from '@codemirror/state';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { dominantLineEnd, type LineEnd, splitLines } from '#shared/text/lines.ts';

/** A version of the file as the editor holds it: with one line end and no byte order mark, so that offsets differ. */
export type FileText = {
  /** Id of the version; null if there is no file. */
  readonly version: string | null;
  /** The file's text, including byte order mark and line ends. */
  readonly text: string;
  /** The same as the editor holds it. */
  readonly doc: Text;
  readonly lineEnd: LineEnd;
  readonly hasMark: boolean;
  /** Places in the editor's text with line ends of two characters in the file, in order. */
  readonly longEnds: readonly number[];
};

export function fileText(version: string | null, text: string): FileText {
  const hasMark = text.startsWith('\uFEFF');
  const body = hasMark ? text.slice(1) : text;
  const lines = splitLines(body);
  const longEnds: number[] = [];
  const contents: string[] = [];
  let at = 0;
  for (const line of lines) {
    contents.push(body.slice(line.from, line.to));
    at += line.to - line.from;
    if (line.end - line.to === 2) {
      longEnds.push(at);
    }
    at += 1;
  }
  const last = lines.at(-1);
  if (!last || last.end > last.to) {
    contents.push('');
  }
  return { version, text, doc: Text.of(contents), lineEnd: dominantLineEnd(body, lines), hasMark, longEnds };
}

/** The file's offset of a place in the editor's text. */
export function offsetInFile({ longEnds, hasMark }: FileText, at: number): number {
  return at + lastIndexStartingBy(longEnds, at - 1, (end) => end) + 1 + (hasMark ? 1 : 0);
}
