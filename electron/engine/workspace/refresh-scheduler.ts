import { toContextureError } from '#shared/contract/errors.ts';
import type { Ports, Watch, Watcher } from '../ports.ts';

/** Hints come in bursts; this much waiting makes one look of them. */
const coalesceFor = 40;
/** A backstop for changes nobody reports, while someone is looking. */
const checkEvery = 2000;

/** Why the files are looked at: something said they may have changed, someone began to look, or it is time again. */
export type Reason = 'file' | 'archive' | 'someone looks' | 'time';

/** Knows when a workspace's files are to be looked at: on hints, and every two seconds while a person looks too. */
export type RefreshScheduler = {
  attend(caller: string, visible: boolean): void;
  /** Watches folders that have only now been made. */
  watchAgain(): void;
  close(): Promise<void>;
};

export function createRefreshScheduler(
  ports: Pick<Ports, 'clock' | 'watcher' | 'log'>,
  targets: Parameters<Watcher['watch']>[0],
  /** Must not reject. */
  look: (reason: Reason) => Promise<void>,
): RefreshScheduler {
  const { clock } = ports;
  const forgetHints = { archive: (): void => undefined, file: (): void => undefined };
  const watch: Watch = ports.watcher.watch(targets, (what) => {
    forgetHints[what]();
    forgetHints[what] = clock.after(coalesceFor, () => void look(what));
  });
  const lookers = new Set<string>();
  let forgetCheck = (): void => undefined;
  let closed = false;

  async function check(reason: Reason): Promise<void> {
    await checkWatches();
    await look(reason);
  }
  async function checkWatches(): Promise<void> {
    try {
      await watch.check();
    } catch (error) {
      ports.log('error', `What is watched could not be checked: ${toContextureError(error).message}`);
    }
  }
  function checkLater(): void {
    forgetCheck();
    if (lookers.size > 0 && !closed) {
      forgetCheck = clock.after(checkEvery, () => void check('time').finally(checkLater));
    }
  }

  return {
    attend(caller, visible) {
      if (visible) {
        lookers.add(caller);
        void check('someone looks');
      } else {
        lookers.delete(caller);
      }
      checkLater();
    },
    watchAgain: () => void checkWatches(),
    async close() {
      closed = true;
      forgetHints.archive();
      forgetHints.file();
      forgetCheck();
      await watch.close();
    },
  };
}
