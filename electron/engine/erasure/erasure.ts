import { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type {
  EraseOutcome,
  ErasePreview,
  EraseTarget,
  NotErased,
  Returned,
} from '#shared/contract/features/erasure.ts';
import { counted } from '#shared/formats/context/change.ts';
import { eraseFromDocument } from '#shared/formats/context/erase.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import { createEraser, type Eraser, leastErased } from '#shared/text/eraser.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Bytes } from '../app-files/file-version.ts';
import type { Work } from '../archive/archive-index.ts';
import { quietly } from '../archive/archive-index.ts';
import { noStep } from '../memory/steps.ts';
import type { Ports } from '../ports.ts';
import type { UndoLog } from '../undo/undo-log.ts';
import type { Step, StepInput } from '../workspace/transaction.ts';
import { appDataFilesOf, eraseFromAppDataFile } from './app-data-files.ts';
import { type ErasedHistory, eraseFromBytes, eraseFromHistory, type ReaderOf } from './erase-history.ts';
import { eraseFromUndoLog } from './erase-undo-log.ts';
import type { ErasureRegistry } from './erasure-registry.ts';
import type { Reappearances } from './reappearances.ts';
import { formsOf, leftoverFolders, type SearchedPlaces, searchFor } from './search.ts';

/** Says that an erasure was begun, by the fingerprint of its text: a start that finds it asks for it to be done again. */
const begunSchema = z.strictObject({ id: z.string(), at: z.number() });

export type ErasureOptions = {
  readonly places: SearchedPlaces;
  readonly registry: ErasureRegistry;
  readonly reappearances: Reappearances;
  readonly undoLog: UndoLog;
  readonly dataFolder: () => string;
  /** Name of a file in the history. */
  readonly labelOf: (path: string) => string;
  readonly readerOf: ReaderOf;
  readonly today: () => string;
  /** @throws what keeps anything from being written */
  readonly checkWritable: () => Promise<void>;
  /** Before the first thing that is written. */
  readonly begin: () => Promise<void>;
  /** Under the workspace's lock. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Reads everything that may have changed. */
  readonly refresh: () => Promise<void>;
  /** Writes a step that nobody can take back. */
  readonly write: (compute: (input: StepInput) => Promise<Step>) => Promise<void>;
  readonly writeSettings: (edit: (text: string) => string) => Promise<void>;
  /** Once no displaced file waits for its second look any more. */
  readonly lateSettled: () => Promise<void>;
  readonly enqueue: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onChange: () => void;
  /** Told of what was erased, so that interfaces forget it too. */
  readonly onErased: (texts: readonly string[]) => void;
};

const label = 'Erased a text everywhere';

/** Erases what must not be kept from everything we keep, and remembers it by a fingerprint alone. */
export function createErasure(ports: Ports, options: ErasureOptions) {
  const { places, registry, reappearances, readerOf, enqueue } = options;
  const begunPath = (): string => ports.paths.join(options.dataFolder(), 'erasing.json');
  const begun = () => readAppJson(ports, begunPath(), begunSchema.nullable(), null);
  /** While it is being erased: takes it out of whatever is about to be kept. */
  let current: Eraser | null = null;
  /** Files that hold it still because they could not be written: what is kept of them is kept without it. */
  const holding = new Map<string, Eraser>();

  /** @throws `value_invalid` for a text that stands in too many places to mean anything */
  async function textsOf(target: EraseTarget, work: Work): Promise<readonly string[]> {
    if ('fingerprint' in target) {
      return formsOf(ports, places, (text) => registry.recognise(text, undefined, target.fingerprint), work);
    }
    const text = target.text.trim();
    if ([...text].length < leastErased) {
      throw new ContextureError(
        'value_invalid',
        `“${text}” is too short to be erased everywhere: it would be cut out of other words too. Choose at least ${leastErased} characters. Nothing was changed.`,
      );
    }
    return [text];
  }

  async function preview(target: EraseTarget, work: Work): Promise<ErasePreview> {
    await options.refresh();
    const texts = await textsOf(target, work);
    return { texts: [...texts], ...(await searchFor(ports, places, createEraser(texts), work)) };
  }

  /** Everything up to the second look at what was displaced. Must be called in turn. */
  async function eraseNow(target: EraseTarget, work: Work): Promise<EraseOutcome> {
    await options.checkWritable();
    const { texts, places: before, left: foreign } = await preview(target, work);
    const eraser = createEraser(texts);
    await options.begin();
    const id = 'fingerprint' in target ? target.fingerprint : await registry.add(target.text);
    await writeAppJson(ports, begunPath(), { id, at: ports.clock.now() } satisfies z.infer<typeof begunSchema>);
    current = eraser;
    const failed: NotErased[] = [];
    let left: ErasePreview['places'] = [];
    try {
      await eraseOwnData(eraser, failed);
      await eraseLive(eraser, failed);
      left = (await searchFor(ports, places, eraser, quietly)).places;
      if (left.length > 0) {
        // What another program wrote meanwhile was kept before it could be known.
        await eraseOwnData(eraser, failed);
        left = (await searchFor(ports, places, eraser, quietly)).places;
      }
    } finally {
      current = null;
    }
    for (const { path } of failed) {
      holding.set(options.labelOf(path), eraser);
    }
    await reappearances.settle(id);
    // What is in mind of files that were changed behind it is read again.
    await options.refresh();
    options.onErased(texts);
    return { erased: without(before, left), left: distinct([...foreign, ...failed]) };
  }

  async function eraseOwnData(eraser: Eraser, failed: NotErased[]): Promise<void> {
    const trying = <T>(path: string, work: () => Promise<T>): Promise<T | null> => tryIt(failed, path, work);
    const folder = options.dataFolder();
    await options.alone(async () => {
      for (const each of await leftoverFolders(ports, places)) {
        await trying(each, () => ports.files.sweep(each));
      }
    });
    // It has a lock of its own, and may take longer than others should wait for the workspace's.
    const history = await trying(ports.paths.join(folder, 'history'), () =>
      eraseFromHistory(ports, places.history, eraser, readerOf),
    );
    noteDamaged(history, folder, failed);
    const renamed = history?.renamed ?? new Map<string, string>();
    await options.alone(async () => {
      await trying(ports.paths.join(folder, 'journal.jsonl'), () =>
        options.undoLog.rewrite((line) => eraseFromUndoLog(line, eraser, renamed)),
      );
      for (const file of await appDataFilesOf(ports, places.folders())) {
        if (!file.path.endsWith('versions.jsonl')) {
          await trying(file.path, () => eraseFromAppDataFile(ports, file, eraser, { ...places.own, renamed }));
        }
      }
    });
  }

  function noteDamaged(history: ErasedHistory | null, folder: string, failed: NotErased[]): void {
    const damaged = history?.damaged ?? 0;
    if (damaged > 0) {
      const versions = damaged === 1 ? '1 earlier version is' : `${damaged} earlier versions are`;
      const why = `${versions} damaged and could not be looked into.`;
      failed.push({ path: ports.paths.join(folder, 'history'), why });
    }
  }

  /** The person's own files, each by itself: one that can't be written keeps no other from it. */
  async function eraseLive(eraser: Eraser, failed: NotErased[]): Promise<void> {
    const { place, index, settingsPath } = places;
    if (eraser.occurs(places.document().text)) {
      await tryIt(failed, place.contextPath, () => options.write(contextStep(eraser, options.today)));
    }
    for (const { name, document } of await index.ready()) {
      if (document && eraser.occurs(document.text)) {
        await tryIt(failed, index.pathOf(name), () => options.write(archiveStep(name, eraser)));
      }
    }
    if (settingsPath !== null) {
      await tryIt(failed, settingsPath, () => options.writeSettings(eraser.cut));
    }
  }

  function keptWithout(eraser: Eraser | null) {
    return (file: string, version: Bytes): Bytes => {
      const bytes = eraser ? eraseFromBytes(ports, version.bytes, readerOf(file), eraser) : version.bytes;
      return bytes === version.bytes ? version : { bytes, hash: ports.hash(bytes) };
    };
  }

  return {
    preview,
    /** Erases it everywhere. Asked between its steps whether it is still wanted only until it begins to write. */
    async carryOut(target: EraseTarget, work: Work): Promise<EraseOutcome> {
      try {
        const outcome = await enqueue(() => eraseNow(target, work));
        // Until then what was displaced is still on the disk.
        await options.lateSettled();
        await enqueue(() => ports.files.discard(begunPath()));
        return outcome;
      } finally {
        options.onChange();
      }
    },
    /** A version as it may be kept: while a text is being erased, without it. */
    asKept: (file: string, version: Bytes): Bytes => keptWithout(current ?? holding.get(file) ?? null)(file, version),
    /** The same by what is being erased now, for what comes later. */
    keptNow: () => keptWithout(current),
    /** Whether it is no news that a file holds it. */
    isKnownIn: (file: string): boolean => current !== null || holding.has(file),
    async returned(): Promise<{ returned: Returned[]; interrupted: { id: string; at: number } | null }> {
      return { returned: await reappearances.all(), interrupted: await begun() };
    },
    /** A text may come back from now on. */
    async keep(id: string): Promise<void> {
      await registry.forget(id);
      await reappearances.settle(id);
      if ((await begun())?.id === id) {
        await ports.files.discard(begunPath());
      }
      options.onChange();
    },
  };
}
export type Erasure = ReturnType<typeof createErasure>;

function contextStep(eraser: Eraser, today: () => string) {
  return async ({ context }: StepInput): Promise<Step> => {
    const before = context?.document ?? readContext('');
    const after = eraseFromDocument(before, eraser, readContext);
    return { ...noStep, label, context: after === before ? null : counted(before, after, today()) };
  };
}

function archiveStep(name: string, eraser: Eraser) {
  return async (input: StepInput): Promise<Step> => {
    const before = (await input.archive(name))?.document ?? readArchive('');
    const document = eraseFromDocument(before, eraser, readArchive);
    return { ...noStep, label, archives: document.text === before.text ? [] : [{ name, document, when: 'before' }] };
  };
}

async function tryIt<T>(failed: NotErased[], path: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    failed.push({ path, why: toContextureError(error).message });
    return null;
  }
}

/** Places where things were, counted without those that are left. */
function without(before: ErasePreview['places'], left: ErasePreview['places']): ErasePreview['places'] {
  const counts = new Map(left.map(({ place, count }) => [place, count]));
  return before
    .map(({ place, count }) => ({ place, count: count - (counts.get(place) ?? 0) }))
    .filter(({ count }) => count > 0);
}

function distinct(left: readonly NotErased[]): NotErased[] {
  return [...new Map(left.map((each) => [each.path, each])).values()];
}
