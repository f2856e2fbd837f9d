import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { EntryBrief } from '#shared/contract/features/memory.ts';
import type { Rewording } from '#shared/entries/match-entries.ts';
import { mergeTexts } from '#shared/formats/context/merge.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type Bytes, type FileVersion, type ReadVersion, readVersion, versionOf } from '../app-files/file-version.ts';
import type { Author, History, NewVersion } from '../history/history.ts';
import type { Displaced, FileInfo, Ports } from '../ports.ts';
import type { Move, WriteAheadLog } from './write-ahead-log.ts';

/** One change, computed and not yet written: texts of whole files that are to stand or fall together. */
export type Step = {
  readonly label: string;
  /** The context file afterwards; null if it stays as it is. */
  readonly context: MemoryDocument | null;
  /**
   * Archive files afterwards, written before or after the context: an entry is added where it goes before it is taken
   * from where it was, so that a crash leaves two of it, never none. A file may stand here once for each.
   */
  readonly archives: readonly {
    readonly name: string;
    readonly document: MemoryDocument;
    readonly when: 'before' | 'after';
  }[];
  readonly moves: readonly Move[];
  readonly archived: readonly EntryBrief[];
  readonly notes: readonly string[];
  /** What entries were made to read: after the change, content alone may not tell that they are the same. */
  readonly rewordings: readonly Rewording[];
  /** How it is taken back: entry by entry, or, where more than entries may have changed, as text. */
  readonly undo: 'by entry' | 'by text';
};

/** What a step is computed from. Computed again if another program writes meanwhile. */
export type StepInput = {
  /** The context file; null if there is none. */
  readonly context: WhatStands | null;
  readonly archive: (name: string) => Promise<WhatStands | null>;
};
/** A file's text, and what it says. */
export type WhatStands = FileVersion & { readonly document: MemoryDocument };

export type WrittenStep = {
  readonly step: Step;
  readonly contextBefore: WhatStands | null;
  readonly contextAfter: (WhatStands & { readonly info: FileInfo | null }) | null;
  readonly archives: readonly {
    readonly name: string;
    readonly before: MemoryDocument | null;
    readonly after: MemoryDocument;
  }[];
  readonly notes: readonly string[];
};

export type StepFiles = {
  readonly contextPath: string;
  readonly archivePath: (name: string) => string;
  /** @throws `outside_workspace` for an archive file that leads out of its folder */
  readonly checkArchive: (name: string) => Promise<void>;
  /** Name of a file in the history. */
  readonly label: (path: string) => string;
};

/** What a file is for us while a step is being written. */
type Target = {
  /** Hashes of the texts we tried to write there, whether that succeeded or not. */
  readonly attempted: Set<string>;
  readonly path: string;
  /** What the step is computed from, and what is put back if it fails. */
  base: Bytes | FileVersion | null;
  /** What we know to stand there. */
  inPlace: Bytes | null;
  info: FileInfo | null;
};

const maxAttempts = 20;

/**
 * Writes a step to its files, whole or not at all. The workspace's lock must be held. Each file is exchanged with its
 * new version; if what comes back is not what the step was computed from, another program has written: that version is
 * kept, the step is computed again on it, and it goes again. If that can't be done, what was there is put back.
 *
 * @param present the context file as it was just read; null where it has to be read first
 * @param onDisplaced told of each version that was displaced, and later of what another program made of it there
 * @returns null if the step changes nothing
 */
export async function writeStep(
  ports: Ports,
  history: History,
  writeAheadLog: WriteAheadLog,
  files: StepFiles,
  author: { readonly who: Author; readonly name: string | null },
  compute: (input: StepInput) => Promise<Step>,
  present: ReadVersion | null,
  documentOf: (path: string, version: FileVersion) => MemoryDocument,
  onDisplaced: (path: string, displaced: Bytes, late: Displaced['late']) => void,
): Promise<WrittenStep | null> {
  const targets = new Map<string, Target>();
  const target = async (path: string): Promise<Target> => {
    const known = targets.get(path);
    if (known) {
      return known;
    }
    const base = path === files.contextPath && present ? present : await readVersion(ports, path);
    const found: Target = { attempted: new Set(), path, base, inPlace: base, info: base?.info ?? null };
    targets.set(path, found);
    return found;
  };
  const keep = (path: string, { hash, bytes }: Bytes, by: Partial<NewVersion> = {}): Promise<void> =>
    history.keep({
      at: ports.clock.now(),
      file: files.label(path),
      who: 'outside',
      action: 'read',
      hash,
      bytes,
      ...by,
    });
  const displacedBy = async (at: Target, displaced: Displaced): Promise<boolean> => {
    const { version } = displaced;
    at.info = displaced.info;
    if (version) {
      onDisplaced(at.path, version, displaced.late);
    }
    if (isSame(version, at.inPlace)) {
      return false;
    }
    if (version) {
      await keep(at.path, version, { action: 'written meanwhile' });
    }
    at.base = withTheirs(ports, files, at, version);
    return true;
  };
  const standing = (at: Target): WhatStands | null => {
    const version = at.base && versionOf(ports, at.path, at.base);
    return version && { ...version, document: documentOf(at.path, version) };
  };

  const notes = new Set<string>();
  /** What we wrote or tried to, in this order. */
  const tried: Write[] = [];
  let triedBefore = 0;
  let isNoted = false;
  /** True if another program has written meanwhile, so that the step has to be computed again. */
  const exchange = async (writes: readonly Write[]): Promise<boolean> => {
    for (const write of writes) {
      const { at, bytes, hash } = write;
      if (at.inPlace?.hash === hash) {
        continue;
      }
      tried.push(write);
      at.attempted.add(hash);
      const displaced = await ports.files.replace(at.path, bytes);
      const again = await displacedBy(at, displaced);
      at.inPlace = { bytes, hash };
      if (displaced.inPlace) {
        notes.add(displaced.inPlace);
      }
      if (again) {
        return true;
      }
    }
    return false;
  };
  const clearRecord = async (): Promise<void> => {
    if (isNoted) {
      await writeAheadLog.clear();
    }
  };
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const context = await target(files.contextPath);
      const before = standing(context);
      const step = await compute({
        context: before,
        archive: async (name) => {
          await files.checkArchive(name);
          return standing(await target(files.archivePath(name)));
        },
      });
      const writes = await writesOf(ports, files, step, target);
      if (tried.length === 0 && writes.every(({ at, hash }) => at.base?.hash === hash)) {
        return null;
      }
      for (const { at } of writes) {
        if (at.base) {
          await keep(at.path, at.base);
        }
      }
      if (writes.length > 1) {
        isNoted = true;
        await writeAheadLog.begin(
          step,
          writes.map(({ at, hash }) => ({ path: at.path, before: at.base?.hash ?? null, after: hash })),
        );
      }
      triedBefore = tried.length;
      // What is to be kept of it is stored meanwhile, so that a line is all that is left to write.
      const stored = Promise.all(
        writes.map(({ at, bytes, hash }) => history.prepare({ file: files.label(at.path), bytes, hash })),
      );
      if (await exchange(writes).finally(() => stored)) {
        continue;
      }
      const written = new Set(writes.map(({ at }) => at));
      await putBack(
        ports,
        files,
        [...targets.values()].filter((at) => !written.has(at)),
        keep,
      );
      for (const { at, bytes, hash, document } of writes) {
        await keep(at.path, { bytes, hash }, { ...author, action: step.label, document });
      }
      await clearRecord();
      return result(standing, step, before, files, writes, [...notes]);
    }
    throw new ContextureError(
      'busy',
      'Another program keeps writing the file, so the change could not be made. Try again in a moment.',
      {},
      { retry: true },
    );
  } catch (error) {
    if (tried.length > 0) {
      try {
        await lookAgain(ports, [...targets.values()]);
        await takeBack(ports, files, tried, triedBefore, keep);
      } catch (second) {
        // The intent stays: whoever writes or starts next finishes what can't be taken back now.
        ports.log('error', `A change that failed could not be taken back: ${toContextureError(second).message}`);
        throw mayStand(toContextureError(error));
      }
      // One that stays says of files as they were before that there is nothing to finish.
      await clearRecord().catch(() => undefined);
    }
    throw error;
  }
}

/** The error of a change that failed half way and could not be taken back, so that nobody takes it for undone. */
function mayStand({ code, message, details, retry }: ContextureError): ContextureError {
  return new ContextureError(
    // Nobody is asked whether to change without recording what may have been changed already.
    code === 'not_recorded' ? 'io_failed' : code,
    `${message} What was changed until then could not be taken back, and may stand in the files.`,
    { ...details, mayStand: true },
    { retry },
  );
}

const isSame = (one: Bytes | null, other: Bytes | null): boolean => (one?.hash ?? null) === (other?.hash ?? null);

/**
 * What to compute the step from after another program wrote over what we had in place. It may have begun with that, and
 * so with what we had not taken in yet when we put it there: taken as it is, its version would lose what it never saw.
 * So what it changed is merged into what we had taken in; of one entry changed in both, its version is the latest.
 */
function withTheirs(ports: Ports, files: StepFiles, at: Target, theirs: Bytes | null): Bytes | null {
  const { base, inPlace } = at;
  if (base === null || inPlace === null || theirs === null || isSame(base, inPlace)) {
    return theirs;
  }
  const read = at.path === files.contextPath ? readContext : readArchive;
  const documents: MemoryDocument[] = [];
  for (const { bytes } of [inPlace, base, theirs]) {
    const text = ports.decodeText(bytes);
    if (text === null) {
      return theirs;
    }
    documents.push(read(text));
  }
  const [origin, mine, others] = documents as [MemoryDocument, MemoryDocument, MemoryDocument];
  const { conflicts } = mergeTexts(origin, mine, others);
  const merged = mergeTexts(
    origin,
    mine,
    others,
    conflicts.map(() => 'theirs'),
  );
  const bytes = ports.encodeText(merged.text);
  return { bytes, hash: ports.hash(bytes) };
}

/** A write that failed may have taken effect all the same. */
async function lookAgain(ports: Ports, targets: readonly Target[]): Promise<void> {
  for (const at of targets) {
    if (at.attempted.size > 0) {
      const now = await readVersion(ports, at.path);
      // What is neither ours nor what was there is another program's, and stays.
      at.inPlace = now !== null && at.attempted.has(now.hash) ? now : at.base;
    }
  }
}

type Write = Bytes & { readonly at: Target; readonly document: MemoryDocument };

async function writesOf(
  ports: Ports,
  files: StepFiles,
  step: Step,
  target: (path: string) => Promise<Target>,
): Promise<Write[]> {
  const write = async (path: string, document: MemoryDocument): Promise<Write> => {
    const bytes = ports.encodeText(document.text);
    return { at: await target(path), document, bytes, hash: ports.hash(bytes) };
  };
  const writes: Write[] = [];
  const writeArchives = async (when: 'before' | 'after'): Promise<void> => {
    for (const archive of step.archives.filter((candidate) => candidate.when === when)) {
      writes.push(await write(files.archivePath(archive.name), archive.document));
    }
  };
  await writeArchives('before');
  if (step.context) {
    writes.push(await write(files.contextPath, step.context));
  }
  await writeArchives('after');
  return writes;
}

type Keep = (path: string, version: Bytes, by: Partial<NewVersion>) => Promise<void>;

/**
 * Takes writes back in the reverse of their order, so that an entry is again where it was before it goes from where it
 * went: if this fails half way, as on a full disk it may, there are two of it and never none.
 * @param triedBefore how many of them were of earlier attempts
 */
async function takeBack(
  ports: Ports,
  files: StepFiles,
  tried: readonly Write[],
  triedBefore: number,
  keep: Keep,
): Promise<void> {
  for (const [index, { at, hash }] of [...tried.entries()].reverse()) {
    // A file that was written twice gained entries first and lost others then: it has both while the rest goes back.
    const first = tried.slice(triedBefore, index).findLast((write) => write.at === at);
    if (first === undefined) {
      await putBack(ports, files, [at], keep);
    } else if (at.inPlace?.hash === hash) {
      await put(ports, files, at, first, keep);
    }
  }
}

/** Puts back what stood in files we wrote to, whatever others wrote into them meanwhile being kept and winning. */
async function putBack(ports: Ports, files: StepFiles, targets: readonly Target[], keep: Keep): Promise<void> {
  for (const at of targets) {
    for (let attempt = 0; attempt < maxAttempts && !isSame(at.inPlace, at.base); attempt++) {
      await put(ports, files, at, at.base, keep);
    }
  }
}

async function put(ports: Ports, files: StepFiles, at: Target, wanted: Bytes | null, keep: Keep): Promise<void> {
  const displaced = wanted ? await ports.files.replace(at.path, wanted.bytes) : await ports.files.remove(at.path);
  const foreign = displaced.version && !isSame(displaced.version, at.inPlace) ? displaced.version : null;
  if (foreign) {
    at.base = withTheirs(ports, files, at, foreign);
    await keep(at.path, foreign, { action: 'written meanwhile' });
  }
  at.inPlace = wanted;
}

function result(
  standing: (at: Target) => WhatStands | null,
  step: Step,
  contextBefore: WrittenStep['contextBefore'],
  files: StepFiles,
  writes: readonly Write[],
  notes: readonly string[],
): WrittenStep {
  const context = writes.find(({ at }) => at.path === files.contextPath);
  return {
    step,
    contextBefore,
    contextAfter:
      context && step.context
        ? {
            text: step.context.text,
            bytes: context.bytes,
            hash: context.hash,
            document: step.context,
            info: context.at.info,
          }
        : null,
    archives: [...new Set(step.archives.map(({ name }) => name))].flatMap((name) => {
      const write = writes.findLast(({ at }) => at.path === files.archivePath(name));
      return write ? [{ name, before: standing(write.at)?.document ?? null, after: write.document }] : [];
    }),
    notes,
  };
}
