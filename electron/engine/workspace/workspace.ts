import type { AnyEvent } from '#shared/contract/contract.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ErasureRegistry } from '../erasure/erasure-registry.ts';
import { mergeStep } from '../memory/steps.ts';
import type { Ports } from '../ports.ts';
import { type Base, createBase } from './base.ts';
import type { DataFolders } from './data-folders.ts';
import { createFollowed, type Followed } from './followed.ts';
import { createKept, type Kept } from './kept.ts';
import type { WorkspacePlace } from './layout.ts';
import { tidyAppData } from './recovery.ts';
import { createRefreshScheduler, type RefreshScheduler } from './refresh-scheduler.ts';
import { createServices, type Services } from './services.ts';

export type WorkspaceOptions = {
  readonly place: WorkspacePlace;
  readonly view: Omit<Workspace, 'writable' | 'readOnlyReason' | 'contextPath'>;
  readonly folders: DataFolders;
  readonly personLooks: boolean;
  readonly erasureRegistry: ErasureRegistry;
  readonly emit: (event: AnyEvent) => void;
};

export type OpenWorkspace = Awaited<ReturnType<typeof openWorkspace>>;

/**
 * One open workspace, built from the bottom up: what it stands on, what is kept of it, what is followed, and what is done
 * with it. Calls back up are signals, connected at the end; the watches are made last.
 */
export async function openWorkspace(ports: Ports, options: WorkspaceOptions) {
  const { place, view, folders, personLooks, erasureRegistry, emit } = options;
  const base = createBase(ports, { id: view.id, place, folders, emit });
  const kept = createKept(ports, base, erasureRegistry);
  const followed = createFollowed(ports, base, kept, personLooks);
  const services = createServices(ports, base, kept, followed, erasureRegistry);
  connect(ports, base, kept, followed, services);
  await readFirst(base, kept, followed, services);
  // Nobody waits for it: what it removes is in nobody's way.
  const tidied = tidyAppData(ports, base.dataFolder.current());
  followed.retention.carryOutSoon();
  const scheduler = schedulerOf(ports, base, services);
  services.commit.settled.on(scheduler.watchAgain);
  const { layout, access } = base;
  const { contextFile, decisions } = followed;
  return {
    id: view.id,
    ...base,
    ...kept,
    ...followed,
    ...services,
    view: (): Workspace => {
      const { readOnlyReason } = layout.format.capabilities;
      return { ...view, contextPath: layout.contextPath, writable: readOnlyReason === null, readOnlyReason };
    },
    /** Starts over with files that replaced others. */
    startOver: () =>
      access.inTurn(async (turn) => {
        await kept.undoLog.clear(turn);
        await services.refresh.all(turn);
        await decisions.forget(turn);
      }),
    attend: scheduler.attend,
    async close(): Promise<void> {
      services.look.close();
      await scheduler.close();
      await followed.memoryFiles.close();
      await access.inTurn(() => contextFile.close());
      await followed.archiveVersions.end();
      await followed.retention.settled();
      await tidied;
      // What came late while the rest was ending.
      await access.inTurn(async () => undefined);
    },
  };
}

/** Connects what happens further down with who has to do something about it further up. */
function connect(ports: Ports, base: Base, kept: Kept, followed: Followed, { commit, look }: Services): void {
  const { contextFile, settingsService, decisions, rules } = followed;
  const lookAtFile = (): Promise<void> => look.look('file');
  base.durability.changed.on(contextFile.announceSummary);
  base.dataFolder.moved.on(async (before) => {
    await kept.history.adopt(ports.paths.join(before, 'history'));
    await kept.drafts.adopt(ports.paths.join(before, 'drafts'));
    for (const name of ['seen.json', 'cards.json']) {
      await ports.files.discard(ports.paths.join(before, name));
    }
  });
  settingsService.changed.on((what) => {
    base.tell('settings.changed', settingsService.read());
    if (what === 'measure') {
      contextFile.reweigh();
    } else {
      contextFile.announceSummary();
    }
  });
  followed.archiveVersions.kept.on(decisions.follow);
  kept.lateWrites.grown.on((turn, before, after) => commit.write(turn, 'app', mergeStep(before, after, rules())));
  contextFile.mayHaveGrown.on(lookAtFile);
  followed.memoryFiles.hinted.on(lookAtFile);
}

/** Reads everything for the first time, and finishes what an earlier end left undone. */
async function readFirst(base: Base, kept: Kept, followed: Followed, { commit }: Services): Promise<void> {
  const { layout, access, durability, dataFolder } = base;
  const { settingsService, decisions, contextFile, memoryFiles } = followed;
  await durability.look();
  const writtenBefore = await dataFolder.open();
  await settingsService.refresh();
  await access.inTurn(async (turn) => {
    // Only where we have written before, or were interrupted at the first write, is there anything of ours to finish.
    // Looking alone makes no lock.
    if (layout.ownFolder !== null && (writtenBefore || (await access.isLockMade()))) {
      await commit.putRight(turn);
    }
    await kept.undoLog.refresh();
    await decisions.open();
    await contextFile.open();
    await decisions.follow(turn);
    await memoryFiles.refresh(turn);
  });
}

function schedulerOf(ports: Ports, { layout }: Base, { look }: Services): RefreshScheduler {
  const { contextPath, settingsPath, ownFolder, archiveFolder } = layout;
  const targets = {
    files: [contextPath, ...(settingsPath === null ? [] : [settingsPath])],
    folders: [ports.paths.dirname(contextPath), ...(ownFolder === null ? [] : [ownFolder])],
    archive: archiveFolder,
  };
  return createRefreshScheduler(ports, targets, look.look);
}
