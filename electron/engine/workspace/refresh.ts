import { ContextureError } from '#shared/contract/errors.ts';
import { orLogged } from '../or-logged.ts';
import { createSignal } from '../signal.ts';
import type { Turn } from './access.ts';
import type { WorkspaceCore } from './core.ts';
import type { Reason } from './refresh-scheduler.ts';

type Needs = Pick<WorkspaceCore, 'ports' | 'layout' | 'links' | 'durability' | 'dataFolder' | 'tell'> & {
  readonly history: { catchUp(): Promise<void> };
  readonly settingsService: { refresh(): Promise<void> };
  readonly contextFile: { keepPresent(): Promise<void>; refresh(turn: Turn): Promise<void> };
  /** The archive, with the days noted beside the memory. */
  readonly days: { refresh(turn: Turn, when?: 'now' | 'if it is time'): Promise<boolean>; revision(): number };
};

export type Refresh = ReturnType<typeof createRefresh>;

export function createRefresh(needs: Needs) {
  const { ports, layout, links, durability, dataFolder, history, settingsService, contextFile, days, tell } = needs;
  const { root } = layout;
  let reachable = true;
  /** Emitted before and after all files are read. */
  const began = createSignal();
  const ended = createSignal();
  /** Emitted once the memory is read, and before the archive is. */
  const memoryRead = createSignal<[Turn]>();

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
      tell('workspace.reachable', { reachable });
    }
  }

  /** Reads the archive again if someone has asked for it. */
  async function archive(turn: Turn, when?: 'now' | 'if it is time'): Promise<void> {
    if (await days.refresh(turn, when)) {
      tell('archive.changed', { revision: days.revision() });
    }
  }

  return {
    began,
    ended,
    memoryRead,
    makeUp,
    settings: settingsService.refresh,
    /** @param reason tells how likely it is that the archive has changed */
    async all(turn: Turn, reason: Reason = 'archive'): Promise<void> {
      await began.emit();
      if (durability.problem()) {
        await durability.look();
      }
      await lookForRoot();
      await links.refresh();
      if (durability.problem() === null) {
        await orLogged(ports, 'Where a workspace is could not be noted', dataFolder.follow);
      }
      await settingsService.refresh();
      await orLogged(ports, 'What could not be recorded still can’t be', makeUp);
      await contextFile.keepPresent();
      await contextFile.refresh(turn);
      await memoryRead.emit(turn);
      const isLikely = reason === 'archive' || reason === 'someone looks';
      await archive(turn, isLikely ? 'now' : 'if it is time');
      await ended.emit();
    },
    archive,
    /** @throws `workspace_gone` */
    async checkThere(): Promise<void> {
      if ((await ports.files.info(root)) === null) {
        const message = `The folder ${root} is not there, so nothing can be changed in it. Make it or put it back, or open another.`;
        throw new ContextureError('workspace_gone', message, { path: root });
      }
    },
  };
}
