import type { Updates } from '#shared/contract/features/updates.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports, ReleaseSource } from '../ports.ts';

type Stage = Pick<NonNullable<Updates['offer']>, 'stage' | 'percent'>;

const notBegun: Stage = { stage: 'found', percent: 0 };

/** Downloads one version at a time. @param onChange called whenever stage or percentage changed */
export function createDownload(ports: Pick<Ports, 'log'>, onChange: () => Promise<unknown>) {
  let now = notBegun;
  let stop = (): void => {};
  return {
    now: (): Stage => now,
    /** Forgets a finished download: another version is the newest by now. */
    forget(): void {
      now = now.stage === 'ready' ? notBegun : now;
    },
    stop: (): void => stop(),
    /** @throws `unavailable`, `cancelled` if it is stopped */
    async run(version: string, begin: NonNullable<ReleaseSource['download']>): Promise<void> {
      now = { stage: 'downloading', percent: 0 };
      await onChange();
      const download = begin(version, (percent) => {
        if (now.stage === 'downloading' && percent > now.percent) {
          now = { ...now, percent: Math.min(100, percent) };
          void orLogged(ports, 'The progress of a download was not told', onChange);
        }
      });
      stop = download.stop;
      try {
        await download.done;
        now = { stage: 'ready', percent: 100 };
      } catch (error) {
        now = notBegun;
        throw error;
      } finally {
        stop = () => {};
        await onChange();
      }
    },
  };
}
