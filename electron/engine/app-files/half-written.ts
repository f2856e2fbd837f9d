import { matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { splitLines } from '#shared/text/lines.ts';
import type { Clock, FileInfo, Ports } from '../ports.ts';
import { type Bytes, readBytes } from './file-version.ts';

/** Milliseconds between looks, and number of looks, until a file that has lost most of its content is believed. */
const lookEvery = 200;
const looks = 10;
/** Milliseconds after a write in which a file may still be half written. */
const mayBeHalfWrittenFor = lookEvery * looks;

/**
 * True if a text may be an unfinished write of a known one: it lacks most of its entries, or ends in the midst of a line, and has
 * only the beginnings of what was there. Its frontmatter may be complete already.
 * @param isAwaited true if the rest is awaited: then it may also lack less, unless it ends as the known one does
 */
export function mayBeHalfWritten(
  { text, frontmatter, entries }: MemoryDocument,
  known: MemoryDocument,
  { isAwaited = false } = {},
): boolean {
  // The last entry may be cut off anywhere, even between two of its lines.
  const end = text.trimEnd().length;
  const whole = entries.filter(({ range }) => range.to < end);
  const { added } = matchEntries(known.entries, whole);
  const { removed } = matchEntries(known.entries, entries);
  const isInFrontmatter = frontmatter.status === 'unclosed' && whole.length === 0 && known.frontmatter.body !== null;
  const from = isInFrontmatter ? text.length : (frontmatter.body?.to ?? 0);
  const { saysNothingNew, isCut, lacksEnd } = comparedByLine(text, known.text, from);
  const lacksMuch = (isAwaited && lacksEnd) || isCut || removed.length * 2 > known.entries.length;
  return added.length === 0 && saysNothingNew && lacksMuch;
}

/** {@link mayBeHalfWritten} for a text without entries, also if its last line doesn't end as the known one's does. */
export function textMayBeHalfWritten(text: string, known: string, { isAwaited = false } = {}): boolean {
  const { saysNothingNew, isCut, lacksEnd } = comparedByLine(text, known, 0);
  const lacksMuch = (isAwaited && lacksEnd) || isCut || text.length * 2 < known.length;
  const isUnended = text !== '' && !text.endsWith('\n') && known.endsWith('\n');
  return isUnended || (text.length < known.length && saysNothingNew && lacksMuch);
}

function comparedByLine(text: string, known: string, from: number) {
  const lines = splitLines(text)
    .filter((line) => line.from >= from)
    .map((line) => text.slice(line.from, line.to));
  const last = lines.pop() ?? '';
  const before = new Set(linesOf(known));
  return {
    saysNothingNew: known.includes(last) && lines.every((line) => line.trim() === '' || before.has(line)),
    isCut: !before.has(last),
    lacksEnd: lastLine(text) !== lastLine(known),
  };
}

/** True if a file was written so recently that its program may not be done. */
export const isFresh = (clock: Clock, { modifiedAt }: FileInfo): boolean =>
  Math.abs(clock.now() - modifiedAt) < mayBeHalfWrittenFor;

/** Reads a file once it is whole, or unchecked two seconds after it was written; null if there is none. */
export async function readWhenWhole(
  ports: Pick<Ports, 'files' | 'clock'>,
  path: string,
  isWhole: (version: Bytes) => boolean | Promise<boolean>,
) {
  const patience = createPatience(ports.clock, () => undefined);
  try {
    for (;;) {
      const read = await readBytes(ports, path);
      if (read === null || !isFresh(ports.clock, read.info) || (await isWhole(read)) || !patience.lasts()) {
        return read;
      }
      await patience.nextLook();
    }
  } finally {
    patience.end();
  }
}

const linesOf = (text: string): string[] => splitLines(text).map(({ from, to }) => text.slice(from, to));
const lastLine = (text: string): string => linesOf(text.trimEnd()).at(-1) ?? '';

/** True if an awaited text was whole after all: it ends with a line, and the next version doesn't continue it. */
export const wasWhole = ({ text, entries }: MemoryDocument, known: MemoryDocument, next: string): boolean =>
  entries.length > 0 && linesOf(known.text).includes(lastLine(text)) && !next.startsWith(text);

export type Patience = ReturnType<typeof createPatience>;

/** Waits for the rest of a file, but not for ever. @param look makes the file be looked at again */
export function createPatience(clock: Clock, look: () => void) {
  let left = looks;
  let forget: (() => void) | null = null;
  function wait(): void {
    forget = clock.after(lookEvery, () => {
      left -= 1;
      if (left > 0) {
        wait();
      }
      look();
    });
  }
  function end(): void {
    forget?.();
    forget = null;
    left = looks;
  }
  return {
    /** True while it is worth waiting. The first call begins the wait. */
    lasts(): boolean {
      if (left === 0) {
        end();
        return false;
      }
      if (forget === null) {
        wait();
      }
      return true;
    },
    nextLook: (): Promise<void> => new Promise((resolve) => clock.after(lookEvery, resolve)),
    isOn: (): boolean => forget !== null,
    end,
  };
}
