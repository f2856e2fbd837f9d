import type { EntryBrief } from '#shared/contract/changes.ts';
import type { Rewording } from '#shared/entries/match-entries.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Bytes, FileVersion } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { FileInfo, Ports } from '../ports.ts';
import type { Move } from '../workspace/moves.ts';

/** The order of writing: a crash in between leaves two of an entry that moves, and never none. */
export const phases = ['gains', 'changes', 'loses'] as const;
export type Phase = (typeof phases)[number];

/**
 * One file of a step, by its path, and what it holds afterwards: a document, the bytes of a file without entries, or null
 * where there is no file.
 */
export type StepFile = {
  readonly path: string;
  readonly after: MemoryDocument | Uint8Array | null;
  readonly phase: Phase;
};

/** A folder that gets another place, with all in it as it is. Paths. */
export type FolderMove = { readonly from: string; readonly to: string };

/** Where a file is once a folder was moved. */
export const placedBy = (ports: Pick<Ports, 'paths'>, folder: FolderMove | null, path: string): string =>
  folder !== null && isBelow(ports, folder.from, path) ? folder.to + path.slice(folder.from.length) : path;

/** One change, computed and not yet written: any number of files that are to stand or fall together. */
export type Step = {
  readonly label: string;
  /** A file that stays as it is may be left out; one that gains and loses stands here once for each. */
  readonly files: readonly StepFile[];
  readonly moves: readonly Move[];
  /** What is moved once the files are written: they are named by where they stand before. */
  readonly folder: FolderMove | null;
  readonly archived: readonly EntryBrief[];
  readonly notes: readonly string[];
  /** What entries were made to read: after the change, content alone may not tell that they are the same. */
  readonly rewordings: readonly Rewording[];
  /** How it is undone: entry by entry, or, where more than entries may have changed, as text. */
  readonly undo: 'by entry' | 'by text';
};

export const emptyStep: Omit<Step, 'label'> = {
  files: [],
  moves: [],
  folder: null,
  archived: [],
  notes: [],
  rewordings: [],
  undo: 'by entry',
};

/** A file with entries as it stands: its bytes and text, and what it says. */
export type Standing = FileVersion & { readonly document: MemoryDocument };

/** What a step is computed from. It is computed again if another program writes meanwhile. */
export type StepInput = {
  readonly document: (path: string) => Promise<Standing | null>;
  readonly bytes: (path: string) => Promise<Bytes | null>;
};

export type ComputeStep = (input: StepInput) => Promise<Step>;

export type StepVersion = Bytes & { readonly document: MemoryDocument | null };

export type WrittenFile = {
  readonly path: string;
  readonly before: StepVersion | null;
  readonly after: StepVersion | null;
  readonly info: FileInfo | null;
};

export type WrittenStep = {
  readonly step: Step;
  readonly files: readonly WrittenFile[];
  readonly notes: readonly string[];
};
