import type { ErasedLineOfFile, ErasePlace, NotErased } from '#shared/contract/features/erasure.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { Ports } from '../ports.ts';
import { type ComputeStep, emptyStep, type StepFile, type StepInput } from '../steps/step.ts';
import type { Work } from '../work.ts';
import type { Turn } from './access.ts';
import type { Commit } from './commit.ts';

/** A text somewhere, with the name of the thing it stands in: what is counted are things, not texts. */
export type Found = {
  readonly place: ErasePlace;
  readonly thing: string;
  readonly text: string;
  /** The text without another, as it is erased from there; a label if left out. */
  readonly without?: (eraser: Eraser) => string;
  /** For the person’s files, whose lines are shown: the archive or the topic it is, if one. */
  readonly file?: { readonly place: ErasedLineOfFile['place']; readonly archive: string | null };
};

export type Search = {
  readonly turn: Turn;
  readonly work: Work;
  /** Says that one more thing is looked through. @throws `cancelled` */
  readonly next: () => void;
  readonly unread: (path: string, error: unknown) => void;
  /** What is looked for; null where that is known by its fingerprint alone. */
  readonly eraser: Eraser | null;
  /** Says that it stands in a file that Contexture does not change. */
  readonly stays: (file: NotErased) => void;
  /** Says in a sentence what is only looked at once it is thorough. */
  readonly later: (what: string) => void;
  /** Whether everything is looked at, which may take a while: for what is about to be erased, and not while someone types. */
  readonly isThorough: boolean;
};

export type Erasing = {
  readonly turn: Turn;
  /** When it began, in milliseconds since 1970: all its steps are told as one. */
  readonly at: number;
  readonly eraser: Eraser;
  /** Hashes of versions that have become others. The history adds them, and what names versions goes by them. */
  readonly renamed: Map<string, string>;
  readonly failed: (path: string, why: string) => void;
  /** Does work on a file; where it fails, that is said, and the rest goes on. Null then. */
  readonly trying: <T>(path: string, work: () => Promise<T>) => Promise<T | null>;
};

/** An area that keeps texts about a person. Erasing everywhere goes through all on the list, and no others. */
export type ErasableArea = {
  /** What is ours is erased first, so that nothing of it comes back while the person's files are written. */
  readonly holds: 'app data' | 'the person’s files';
  /** How many things there are to look through; what takes no time is none. */
  readonly size: (search: Search) => Promise<number>;
  readonly texts: (search: Search) => AsyncIterable<Found>;
  readonly erase: (erasing: Erasing) => Promise<void>;
  readonly remembers: Remembered | null;
};

/** What an area has in memory beside what its files say now. Null is for one that reads them again. */
export type Remembered = {
  /** Texts in which one that another window has erased may stand still. */
  readonly texts: () => Iterable<string>;
  /** Forgets a text. What can be read again is forgotten with it. */
  readonly forget: (eraser: Eraser) => void;
};

const maxBytes = 64 * 1024 * 1024;

export async function textAt({ files, decodeText }: Ports, path: string, unread: Search['unread']) {
  try {
    const read = await files.read(path, { maxBytes });
    return read.state === 'present' ? decodeText(read.bytes) : null;
  } catch (error) {
    unread(path, error);
    return null;
  }
}

export const erasedLabel = 'Erased a text everywhere';

/** Erases from one of the person's files by a step, which nobody can undo. @param filesAfter what it holds afterwards */
export async function eraseByStep(
  commit: Commit,
  { turn, at, trying }: Erasing,
  path: string,
  filesAfter: (input: StepInput) => Promise<StepFile[]>,
): Promise<void> {
  const compute: ComputeStep = async (input) => ({
    ...emptyStep,
    label: erasedLabel,
    files: await filesAfter(input),
  });
  await trying(path, () => commit.write(turn, 'person', compute, { isFinal: true, at }));
}
