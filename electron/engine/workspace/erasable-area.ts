import type { ErasedLineOfFile, ErasePlace, NotErased } from '#shared/contract/features/erasure.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Ports } from '../ports.ts';
import { type ComputeStep, emptyStep, type StepFile, type StepInput } from '../steps/step.ts';
import type { Turn } from './access.ts';
import type { Commit } from './commit.ts';

/** A text to search, and the item it belongs to. Results count items. */
export type ErasableText = {
  readonly place: ErasePlace;
  readonly thing: string;
  readonly text: string;
  /** Returns what is left of the text after erasing; without it, the text is a label and is erased as one. */
  readonly without?: (eraser: Eraser) => string;
  /** Set for the person’s files, whose lines are shown: the kind of file and the archive's name, if it is one. */
  readonly file?: { readonly place: ErasedLineOfFile['place']; readonly archive: string | null };
};

export type EraseSearch = {
  readonly turn: Turn;
  readonly token: CancellationToken;
  /** Counts one more thing as searched. @throws `cancelled` */
  readonly countOne: () => void;
  readonly onUnread: (path: string, error: unknown) => void;
  /** Text searched for; null if only its fingerprint is known. */
  readonly eraser: Eraser | null;
  /** Reports that the text is in a file that Contexture does not change. */
  readonly onKept: (file: NotErased) => void;
  /** Reports, in a sentence, what a quick search leaves out. */
  readonly onSkip: (what: string) => void;
  /** Set to search everything before erasing, which may take a while; not while someone types. */
  readonly isThorough: boolean;
};

export type ErasureStep = {
  readonly turn: Turn;
  /** Start of the erasure, in milliseconds since 1970: all its steps are reported as one. */
  readonly at: number;
  readonly eraser: Eraser;
  /** New hashes of rewritten versions, by the old ones. The history adds them; references to versions use them. */
  readonly renamed: Map<string, string>;
  readonly failed: (path: string, why: string) => void;
  /** Does work on a file; reports a failure, returns null and lets the rest go on. */
  readonly tryOnFile: <T>(path: string, work: () => Promise<T>) => Promise<T | null>;
};

/** An area that keeps texts about a person. Erasing everywhere goes through all areas on the list, and no others. */
export type ErasableArea = {
  /** App data is erased first, so that nothing of it comes back while the person's files are written. */
  readonly holds: 'app data' | 'the person’s files';
  /** Number of things to search; 0 if that takes no time. */
  readonly size: (search: EraseSearch) => Promise<number>;
  readonly texts: (search: EraseSearch) => AsyncIterable<ErasableText>;
  readonly erase: (erasing: ErasureStep) => Promise<void>;
  readonly remembers: RememberedTexts | null;
};

/** Texts that an area holds in RAM beyond what its files say now. Null for an area that reads them again. */
export type RememberedTexts = {
  /** Texts that may still contain one that another window has erased. */
  readonly texts: () => Iterable<string>;
  /** Forgets a text, together with anything that can be read again. */
  readonly forget: (eraser: Eraser) => void;
};

const maxBytes = 64 * 1024 * 1024;

export async function textAt({ files, decodeText }: Ports, path: string, onUnread: EraseSearch['onUnread']) {
  try {
    const read = await files.read(path, { maxBytes });
    return read.state === 'present' ? decodeText(read.bytes) : null;
  } catch (error) {
    onUnread(path, error);
    return null;
  }
}

export const erasedLabel = 'Erased a text everywhere';

/** Erases from one of the person's files by a step nobody can undo. @param filesAfter the file's content afterwards */
export async function eraseByStep(
  commit: Pick<Commit, 'write'>,
  { turn, at, tryOnFile }: ErasureStep,
  path: string,
  filesAfter: (input: StepInput) => Promise<StepFile[]>,
): Promise<void> {
  const compute: ComputeStep = async (input) => ({
    ...emptyStep,
    label: erasedLabel,
    files: await filesAfter(input),
  });
  await tryOnFile(path, () => commit.write(turn, 'person', compute, { isFinal: true, at }));
}
