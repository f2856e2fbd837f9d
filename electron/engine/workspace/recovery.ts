import { plural } from '#shared/text/counts.ts';
import type { History } from '../history/history.ts';
import { isVersion } from '../history/history-lines.ts';
import type { KeepVersion } from '../history/keep-version.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import type { LockedTurn } from './access.ts';
import type { WorkspaceCore } from './core.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

type RecoveryNeeds = Pick<WorkspaceCore, 'ports' | 'layout'> & {
  readonly history: Pick<History, 'lines' | 'isAvailable' | 'recall' | 'note'>;
  readonly keep: KeepVersion;
  readonly writeAheadLog: WriteAheadLog;
};

/**
 * Finishes what an earlier end left undone, and notes it in the history.
 * @param folders swept first
 * @returns true if there was anything to put right
 */
export async function recover(needs: RecoveryNeeds, locked: LockedTurn, folders: readonly string[]): Promise<boolean> {
  const { ports, history, writeAheadLog, layout, keep } = needs;
  const isKept = async (path: string, hash: string): Promise<boolean> => {
    const file = layout.nameOf(path);
    const line = (await history.lines()).filter(isVersion).findLast((each) => each.file === file && each.hash === hash);
    return line !== undefined && history.isAvailable(line);
  };

  let removed = 0;
  let recovered = 0;
  for (const folder of folders) {
    const names = await ports.files.sweep(folder, async (path, bytes) => {
      const hash = ports.hash(bytes);
      // Most are what a write of ours began with, kept before it; noting them again would credit another program.
      if (!(await isKept(path, hash))) {
        await keep(path, { bytes, hash }, { action: 'written meanwhile' });
        recovered += 1;
      }
    });
    removed += names.length;
  }
  // The versions must be in the order in which they were in place, so this comes after what it superseded.
  const finished = await writeAheadLog.finish(locked, keep, history.recall);
  const done = [
    finished !== null && `finished the change ‘${finished}’`,
    recovered > 0 && `kept ${plural(recovered, 'version', 'versions')} that had not been kept yet`,
    removed > 0 && `removed ${plural(removed, 'leftover file', 'leftover files')}`,
    locked.tookOver && 'took over from a Contexture that had ended',
  ].filter((each) => each !== false);
  if (done.length === 0) {
    return false;
  }
  const note = `Put right after an interruption: ${done.join(', ')}`;
  ports.log('info', note);
  await orLogged(ports, 'That could not be noted in the history', () => history.note(ports.clock.now(), note));
  return true;
}

/** Removes half-written files of our own whose writer has ended, so it needs no lock. Never rejects. */
export async function tidyAppData(ports: Ports, folder: string): Promise<void> {
  const { files, paths, dataFolder } = ports;
  const objects = paths.join(folder, 'history', 'objects');
  await orLogged(ports, 'What interrupted writes left in our own data could not be removed', async () => {
    const shelves = (await files.list(objects)).map(({ name }) => paths.join(objects, name));
    const inside = ['drafts', 'drafts-in-fields', 'history'].map((name) => paths.join(folder, name));
    const own = [dataFolder, folder, ...inside, ...shelves];
    for (const each of own) {
      await files.sweep(each);
    }
  });
}
