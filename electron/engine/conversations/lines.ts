import type { Ports } from '../ports.ts';

/** A line without its line end, and its place in bytes; `bytes` is null if it is too long to read. */
export type PlacedLine = { readonly at: number; readonly end: number; readonly bytes: Uint8Array | null };

/** Bytes read at a time if all of a file may be wanted. */
const usualPart = 256 * 1024;
/** Maximum bytes of a line. Longer ones are left out: they are pictures and files, not anything said. */
const maxLineBytes = 32 * 1024 * 1024;
const lineEnd = 0x0a;

/** Doubles for each part of a long line, which would otherwise be copied again and again. */
const partLength = (part: number, rest: Uint8Array): number => Math.max(part, rest.length);

type PartReader = { readonly files: Pick<Ports['files'], 'readPart'> };

/** Reads the lines of a file on demand, from one that begins at `from`. Empty if there is no file. */
export async function* linesFrom(
  { files }: PartReader,
  path: string,
  from: number,
  partBytes: number = usualPart,
): AsyncGenerator<PlacedLine> {
  let at = from;
  let rest: Uint8Array = new Uint8Array();
  let skipped = 0;
  for (;;) {
    const part = await files.readPart(path, at + skipped + rest.length, partLength(partBytes, rest));
    if (part === null || part.bytes.length === 0) {
      break;
    }
    const searched = rest.length;
    let bytes = joined(rest, part.bytes);
    for (let end = bytes.indexOf(lineEnd, searched); end >= 0; end = bytes.indexOf(lineEnd)) {
      const next = at + skipped + end + 1;
      yield { at, end: next, bytes: skipped > 0 || end > maxLineBytes ? null : bytes.subarray(0, end) };
      bytes = bytes.subarray(end + 1);
      at = next;
      skipped = 0;
    }
    const tooLong = skipped > 0 || bytes.length > maxLineBytes;
    skipped += tooLong ? bytes.length : 0;
    rest = tooLong ? new Uint8Array() : bytes;
  }
  if (rest.length + skipped > 0) {
    yield { at, end: at + skipped + rest.length, bytes: skipped > 0 ? null : rest };
  }
}

/** Reads the lines that end before `before`, last line first. @param before place of a line's beginning, or the file's end */
export async function* linesBefore(
  { files }: PartReader,
  path: string,
  before: number,
  partBytes: number = usualPart,
): AsyncGenerator<PlacedLine> {
  let start = before;
  let end = before;
  let rest: Uint8Array = new Uint8Array();
  let skipped = false;
  while (start > 0) {
    const from = Math.max(0, start - partLength(partBytes, rest));
    const part = await files.readPart(path, from, start - from);
    if (part === null || part.bytes.length < start - from) {
      // The file was cut short meanwhile: its rest is another conversation.
      return;
    }
    let bytes: Uint8Array = skipped ? part.bytes : joined(part.bytes, rest);
    start = from;
    // The end of the last line doesn't count as a line.
    const lastAt = (): number =>
      bytes.subarray(0, Math.max(0, Math.min(bytes.length, end - start) - 1)).lastIndexOf(lineEnd);
    for (let cut = lastAt(); cut >= 0; cut = lastAt()) {
      yield { at: start + cut + 1, end, bytes: skipped ? null : lineIn(bytes.subarray(cut + 1)) };
      end = start + cut + 1;
      bytes = bytes.subarray(0, cut + 1);
      skipped = false;
    }
    skipped ||= bytes.length > maxLineBytes;
    rest = skipped ? new Uint8Array() : bytes;
  }
  if (end > 0) {
    yield { at: 0, end, bytes: skipped ? null : lineIn(rest) };
  }
}

function lineIn(bytes: Uint8Array): Uint8Array | null {
  const line = bytes.at(-1) === lineEnd ? bytes.subarray(0, -1) : bytes;
  return line.length > maxLineBytes ? null : line;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const areSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
