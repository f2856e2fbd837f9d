import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceLayout } from './layout.ts';

/** Delay that turns a burst of hints into one look, in milliseconds. */
const coalesceFor = 40;
/** Interval of checks for changes nobody reports, while someone is looking, in milliseconds. */
const checkEvery = 2000;

/** Reason for a look: something said the files may have changed, someone began to look, or it is time again. */
export type Reason = 'file' | 'archive' | 'someone looks' | 'time';

/** Schedules looks at the files on hints, and every two seconds while a person looks. @param look must not reject */
export function createRefreshScheduler(
  ports: Pick<Ports, 'clock' | 'watcher' | 'log' | 'paths'>,
  { contextPath, settingsPath, ownFolder, archiveFolder }: WorkspaceLayout,
  look: (reason: Reason) => Promise<void>,
) {
  const { clock } = ports;
  const forgetHints = { archive: (): void => undefined, file: (): void => undefined };
  const targets = {
    files: [contextPath, settingsPath],
    folders: [ports.paths.dirname(contextPath), ownFolder],
    archive: archiveFolder,
  };
  const watch = ports.watcher.watch(targets, (what) => {
    forgetHints[what]();
    forgetHints[what] = clock.after(coalesceFor, () => void look(what));
  });
  const lookers = new Set<string>();
  let forgetCheck = (): void => undefined;
  let closed = false;

  const checkWatches = (anew = false): Promise<void> =>
    orLogged(ports, 'What is watched could not be checked', () => watch.check(anew), 'error');
  async function check(reason: Reason): Promise<void> {
    await checkWatches();
    await look(reason);
  }
  function checkLater(): void {
    forgetCheck();
    if (lookers.size > 0 && !closed) {
      forgetCheck = clock.after(checkEvery, () => void check('time').finally(checkLater));
    }
  }

  return {
    /** Callers who look. */
    attending: (): readonly string[] => [...lookers],
    attend(caller: string, visible: boolean): void {
      if (visible) {
        lookers.add(caller);
        void check('someone looks');
      } else {
        lookers.delete(caller);
      }
      checkLater();
    },
    /** Watches folders that were only just made. */
    watchAgain: (): void => void checkWatches(),
    /** Looks at everything after the computer has slept, when events may have been lost. */
    async lookAgain(): Promise<void> {
      await checkWatches(true);
      await look('someone looks');
    },
    async close(): Promise<void> {
      closed = true;
      forgetHints.archive();
      forgetHints.file();
      forgetCheck();
      await watch.close();
    },
  };
}
