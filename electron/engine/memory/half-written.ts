import { matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { splitLines } from '#shared/text/lines.ts';
import type { Clock } from '../ports.ts';

/** How often, and how many times, a file that has lost most of itself is looked at before that is believed. */
const lookEvery = 200;
const looks = 10;
/** How long after it was written a file may still be half written. */
export const mayBeHalfWrittenFor = lookEvery * looks;

/**
 * Whether a text may be what a program has written so far of one that is known: it lacks most of its entries, or ends in the
 * midst of a line, and has nothing but the beginnings of what was there. Its frontmatter may be counted on already.
 * @param isAwaited whether the rest is waited for: then it may also lack less
 */
export function mayBeHalfWritten(
  { text, frontmatter, entries }: MemoryDocument,
  known: MemoryDocument,
  { isAwaited = false } = {},
): boolean {
  // The last entry may be cut off anywhere, between two of its lines too.
  const end = text.trimEnd().length;
  const whole = entries.filter(({ range }) => range.to < end);
  const { added } = matchEntries(known.entries, whole);
  const { removed } = matchEntries(known.entries, entries);
  const isInFrontmatter = frontmatter.status === 'unclosed' && whole.length === 0 && known.frontmatter.body !== null;
  const from = isInFrontmatter ? text.length : (frontmatter.body?.to ?? 0);
  const lines = splitLines(text)
    .filter((line) => line.from >= from)
    .map((line) => text.slice(line.from, line.to));
  const cut = lines.pop() ?? '';
  const before = new Set(splitLines(known.text).map((line) => known.text.slice(line.from, line.to)));
  const isBeginning = known.text.includes(cut) && lines.every((line) => line.trim() === '' || before.has(line));
  const lacksMuch = isAwaited || !before.has(cut) || removed.length * 2 > known.entries.length;
  return added.length === 0 && isBeginning && lacksMuch;
}

export type Patience = ReturnType<typeof createPatience>;

/** Waits for the rest of a file, but not for ever. @param look has the file looked at again */
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
    /** Whether it is worth waiting on. The first time begins the wait. */
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
    /** Resolves when the file is to be looked at again. */
    nextLook: (): Promise<void> => new Promise((resolve) => clock.after(lookEvery, resolve)),
    /** Whether it is being waited. */
    isOn: (): boolean => forget !== null,
    end,
  };
}
