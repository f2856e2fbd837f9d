import type { EntryBrief } from '#shared/contract/changes.ts';
import type { KnownRewording } from '#shared/entries/match-entries.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Bytes, FileVersion } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { FileInfo, Ports } from '../ports.ts';
import type { Move } from './moves.ts';

/** The order of writing: a crash in between leaves two of an entry that moves, and never none. */
export const phases = ['gains', 'changes', 'loses'] as const;
export type Phase = (typeof phases)[number];

/** A file of a step with its content afterwards: a document, the bytes of a file without entries, or null for none. */
export type StepFile = {
  readonly path: string;
  readonly after: MemoryDocument | Uint8Array | null;
  readonly phase: Phase;
};

export type FolderMove = { readonly from: string; readonly to: string };

/** Path of a file once a folder was moved. */
export const placedBy = (ports: Pick<Ports, 'paths'>, folder: FolderMove | null, path: string): string =>
  folder !== null && isBelow(ports, folder.from, path) ? folder.to + path.slice(folder.from.length) : path;

/** A change, computed and not yet written: its files are all written, or none. */
export type Step = {
  readonly label: string;
  /** Files to write. A file that doesn't change may be left out; one that gains and loses is listed once for each. */
  readonly files: readonly StepFile[];
  readonly moves: readonly Move[];
  /** Folder move after the files are written: they are named by their paths before it. */
  readonly folder: FolderMove | null;
  readonly archived: readonly EntryBrief[];
  readonly notes: readonly string[];
  /** Earlier and later texts of entries: after the change, content alone may not show that they are the same. */
  readonly rewordings: readonly KnownRewording[];
  /** Way to undo it: entry by entry, or, if more than entries may have changed, as text. */
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

export type PresentFile = FileVersion & { readonly document: MemoryDocument };

/** Files for computing a step, which is computed again if another program writes meanwhile. */
export type StepInput = {
  readonly document: (path: string) => Promise<PresentFile | null>;
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
