import { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type {
  EraseOutcome,
  ErasePreview,
  EraseTarget,
  NotErased,
  Returned,
} from '#shared/contract/features/erasure.ts';
import { createEraser, type Eraser, leastErased } from '#shared/text/eraser.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { quietly, type Work } from '../archive/archive-index.ts';
import { archiveFile, archiveFormatOf, archiveIn, memoryFile, type Rules, standingIn } from '../memory/rules.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import type { UndoLog } from '../undo/undo-log.ts';
import type { Turn, WorkspaceAccess } from '../workspace/access.ts';
import type { Commit } from '../workspace/commit.ts';
import type { LateWrites } from '../workspace/late-writes.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { Refresh } from '../workspace/refresh.ts';
import { type ComputeStep, emptyStep } from '../workspace/step.ts';
import { appDataFilesOf, eraseFromAppDataFile } from './app-data-files.ts';
import { type ErasedHistory, eraseFromHistory } from './erase-history.ts';
import { eraseFromUndoLog } from './erase-undo-log.ts';
import type { ErasureRegistry } from './erasure-registry.ts';
import type { Reappearances } from './reappearances.ts';
import type { Redaction } from './redaction.ts';
import { formsOf, leftoverFolders, type SearchedPlaces, searchFor } from './search.ts';

/** Says that an erasure was begun, by the fingerprint of its text: a start that finds it asks for it to be done again. */
const begunSchema = z.strictObject({ id: z.string(), at: z.number() });

export type ErasureOptions = {
  readonly layout: WorkspaceLayout;
  readonly access: WorkspaceAccess;
  readonly places: SearchedPlaces;
  readonly redaction: Redaction;
  readonly registry: ErasureRegistry;
  readonly reappearances: Reappearances;
  readonly undoLog: UndoLog;
  readonly dataFolder: () => string;
  readonly rules: () => Rules;
  readonly commit: Commit;
  readonly refresh: Refresh;
  readonly settings: WorkspaceSettings;
  readonly lateWrites: LateWrites;
  readonly onChange: () => void;
  /** Told of what was erased, so that interfaces forget it too. */
  readonly onErased: (texts: readonly string[]) => void;
};

const label = 'Erased a text everywhere';

/** Erases what must not be kept from everything we keep, and remembers it by a fingerprint alone. */
export function createErasure(ports: Ports, options: ErasureOptions) {
  const { layout, access, places, redaction, registry, reappearances, commit, refresh, settings, rules } = options;
  const begunPath = (): string => ports.paths.join(options.dataFolder(), 'erasing.json');
  const begun = () => readAppJson(ports, begunPath(), begunSchema.nullable(), null);

  /** @throws `value_invalid` for a text that stands in too many places to mean anything */
  async function textsOf(turn: Turn, target: EraseTarget, work: Work): Promise<readonly string[]> {
    if ('fingerprint' in target) {
      return formsOf(ports, turn, places, (text) => registry.recognise(text, undefined, target.fingerprint), work);
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

  async function preview(turn: Turn, target: EraseTarget, work: Work): Promise<ErasePreview> {
    await refreshAll(turn);
    const texts = await textsOf(turn, target, work);
    return { texts: [...texts], ...(await searchFor(ports, turn, places, createEraser(texts), work)) };
  }

  /** Reads everything that may have changed. */
  async function refreshAll(turn: Turn): Promise<void> {
    await refresh.all(turn);
    await places.index.refresh(turn);
  }

  /** Everything up to the second look at what was displaced. */
  async function eraseNow(turn: Turn, target: EraseTarget, work: Work): Promise<EraseOutcome> {
    await commit.checkRecorded();
    // What waits to be kept may hold what is to be erased, which is looked for in the history.
    await refresh.makeUp();
    const { texts, places: before, left: foreign } = await preview(turn, target, work);
    const eraser = createEraser(texts);
    await access.locked(turn, commit.settle);
    const id = 'fingerprint' in target ? target.fingerprint : await registry.add(target.text);
    await writeAppJson(ports, begunPath(), { id, at: ports.clock.now() } satisfies z.infer<typeof begunSchema>);
    redaction.begin(eraser);
    const failed: NotErased[] = [];
    let left: ErasePreview['places'] = [];
    try {
      await eraseAppData(turn, eraser, failed);
      await eraseLive(turn, eraser, failed);
      left = (await searchFor(ports, turn, places, eraser, quietly)).places;
      if (left.length > 0) {
        // What another program wrote meanwhile was kept before it could be known.
        await eraseAppData(turn, eraser, failed);
        left = (await searchFor(ports, turn, places, eraser, quietly)).places;
      }
    } finally {
      redaction.end();
    }
    for (const { path } of failed) {
      redaction.holdFor(layout.nameOf(path), eraser);
    }
    await reappearances.settle(id);
    // What is in mind of files that were changed behind it is read again.
    await refreshAll(turn);
    options.onErased(texts);
    return { erased: without(before, left), left: distinct([...foreign, ...failed]) };
  }

  async function eraseAppData(turn: Turn, eraser: Eraser, failed: NotErased[]): Promise<void> {
    const trying = <T>(path: string, work: () => Promise<T>): Promise<T | null> => tryIt(failed, path, work);
    const folder = options.dataFolder();
    await access.locked(turn, async () => {
      for (const each of await leftoverFolders(ports, places)) {
        await trying(each, () => ports.files.sweep(each));
      }
    });
    // It has a lock of its own, and may take longer than others should wait for the workspace's.
    const history = await trying(ports.paths.join(folder, 'history'), () =>
      eraseFromHistory(ports, places.history, eraser, layout.formatOf),
    );
    noteDamaged(history, folder, failed);
    const renamed = history?.renamed ?? new Map<string, string>();
    await access.locked(turn, async (locked) => {
      await trying(ports.paths.join(folder, 'journal.jsonl'), () =>
        options.undoLog.rewrite(locked, (line) => eraseFromUndoLog(line, eraser, renamed, layout.format)),
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
  async function eraseLive(turn: Turn, eraser: Eraser, failed: NotErased[]): Promise<void> {
    const { index } = places;
    const { contextPath, settingsPath } = layout;
    const write = (compute: ComputeStep): Promise<unknown> => commit.write(turn, 'person', compute, { isFinal: true });
    if (eraser.occurs(places.document().text)) {
      await tryIt(failed, contextPath, () => write(contextStep(eraser, rules())));
    }
    for (const { name, document } of await index.ready(turn)) {
      if (document && eraser.occurs(document.text)) {
        await tryIt(failed, layout.archivePath(name), () => write(archiveStep(name, eraser, rules())));
      }
    }
    if (settingsPath !== null) {
      await tryIt(failed, settingsPath, async () => {
        await access.locked(turn, async (locked) =>
          settings.writeText(locked, eraser.cut(await settings.textNow()), label),
        );
        await refresh.settings();
      });
    }
  }

  return {
    preview: (target: EraseTarget, work: Work): Promise<ErasePreview> =>
      access.inTurn((turn) => preview(turn, target, work)),
    /** Erases it everywhere. Asked between its steps whether it is still wanted only until it begins to write. */
    async carryOut(target: EraseTarget, work: Work): Promise<EraseOutcome> {
      try {
        const outcome = await access.inTurn((turn) => eraseNow(turn, target, work));
        // Until then what was displaced is still on the disk.
        await options.lateWrites.settled();
        await access.inTurn(() => ports.files.discard(begunPath()));
        return outcome;
      } finally {
        options.onChange();
      }
    },
    async returned(): Promise<{ returned: Returned[]; interrupted: { id: string; at: number } | null }> {
      return { returned: await reappearances.all(), interrupted: await begun() };
    },
    /** A text may come back from now on. */
    keep: (id: string): Promise<void> =>
      access.inTurn(async () => {
        await registry.forget(id);
        await reappearances.settle(id);
        if ((await begun())?.id === id) {
          await ports.files.discard(begunPath());
        }
        options.onChange();
      }),
  };
}
export type Erasure = ReturnType<typeof createErasure>;

function contextStep(eraser: Eraser, rules: Rules): ComputeStep {
  return async (input) => {
    const before = await standingIn(input, rules);
    const after = rules.format.erase(before, eraser);
    const counted = after === before ? before : rules.format.count(before, after, rules.today);
    return { ...emptyStep, label, files: memoryFile(rules, before, counted) };
  };
}

function archiveStep(name: string, eraser: Eraser, rules: Rules): ComputeStep {
  return async (input) => {
    const format = archiveFormatOf(rules.format);
    const before = (await archiveIn(input, rules, name)) ?? format.read('');
    const after = format.erase(before, eraser);
    const files = after.text === before.text ? [] : [archiveFile(rules, name, after, 'gains')];
    return { ...emptyStep, label, files };
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
