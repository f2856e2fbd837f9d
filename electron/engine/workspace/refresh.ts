import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { ArchiveIndex } from '../archive/archive-index.ts';
import type { MemoryFiles } from '../assistant/memory-files.ts';
import type { Decisions } from '../decisions/decisions.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { UndoLog } from '../undo/undo-log.ts';
import type { Turn } from './access.ts';
import type { DataFolder } from './data-folders.ts';
import type { Durability, DurableHistory } from './durability.ts';
import type { WorkspaceLayout } from './layout.ts';
import type { Reason } from './refresh-scheduler.ts';

type RefreshOptions = {
  readonly layout: WorkspaceLayout;
  readonly durability: Durability;
  readonly dataFolder: DataFolder;
  readonly history: DurableHistory;
  readonly settingsService: SettingsService;
  readonly memoryFiles: MemoryFiles;
  readonly contextFile: ContextFile;
  readonly undoLog: UndoLog;
  readonly decisions: Decisions;
  readonly index: ArchiveIndex;
  readonly onReachable: (reachable: boolean) => void;
  readonly onArchiveChange: () => void;
};

export type Refresh = ReturnType<typeof createRefresh>;

/** Reads again whatever may have changed on the disk. */
export function createRefresh(ports: Ports, options: RefreshOptions) {
  const {
    layout,
    durability,
    dataFolder,
    history,
    settingsService,
    memoryFiles,
    contextFile,
    undoLog,
    decisions,
    index,
  } = options;
  const { root } = layout;
  let reachable = true;

  /** Keeps what came while nothing could be recorded, before anything newer. */
  async function makeUp(): Promise<void> {
    if (durability.problem() === null) {
      await history.catchUp();
    }
  }

  async function lookForRoot(): Promise<void> {
    const there = (await ports.files.info(root)) !== null;
    if (there !== reachable) {
      reachable = there;
      options.onReachable(reachable);
    }
  }

  async function lookForDataFolder(): Promise<void> {
    if (durability.problem() === null) {
      await dataFolder.follow().catch((error: unknown) => {
        ports.log('warn', `Where a workspace is could not be noted: ${toContextureError(error).message}`);
      });
    }
  }

  return {
    makeUp,
    settings: settingsService.refresh,
    /** @param reason why, where that says how likely it is that the archive has changed */
    async all(turn: Turn, reason: Reason = 'archive'): Promise<void> {
      if (durability.problem()) {
        await durability.look();
      }
      await lookForRoot();
      await lookForDataFolder();
      await settingsService.refresh();
      await memoryFiles.refresh(turn);
      await makeUp().catch((error: unknown) => {
        ports.log('warn', `What could not be recorded still can’t be: ${toContextureError(error).message}`);
      });
      await contextFile.keepPresent();
      await contextFile.refresh(turn);
      if (await undoLog.refresh()) {
        contextFile.announceSummary();
      }
      // Another process may have kept versions, and tells of it by nothing else.
      await history.lines();
      await decisions.follow(turn);
      const isLikely = reason === 'archive' || reason === 'someone looks';
      if (index.isLoaded() && (await index.refresh(turn, isLikely ? 'now' : 'if it is time'))) {
        options.onArchiveChange();
      }
    },
    /** Reads the archive again after a change to it. */
    async archive(turn: Turn): Promise<void> {
      if (index.isLoaded() && (await index.refresh(turn))) {
        options.onArchiveChange();
      }
    },
    /** @throws `workspace_gone` */
    async checkThere(): Promise<void> {
      if ((await ports.files.info(root)) === null) {
        throw new ContextureError(
          'workspace_gone',
          `The folder ${root} is gone, so nothing can be changed in it. Put it back, or open another.`,
          { path: root },
        );
      }
    },
  };
}
