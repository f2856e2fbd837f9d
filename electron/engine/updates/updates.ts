import { z } from 'zod';
import type { AnyEvent } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Preferences } from '#shared/contract/features/app.ts';
import { releaseSchema, type Updates } from '#shared/contract/features/updates.ts';
import { isNewerVersion } from '#shared/text/newer-version.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports, ReleaseSource } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { createDownload } from './download.ts';

const stateSchema = z.strictObject({
  lookedAt: z.number().nullable(),
  /** Newest version that was found; this one, too, until what is new in it was read. */
  found: releaseSchema.nullable(),
  skipped: z.string().nullable(),
});
type State = z.infer<typeof stateSchema>;

const msPerDay = 86_400_000;
/** Milliseconds before the first look, so that it never delays a start. */
const firstAfter = 3_000;
/** Milliseconds until it is checked again if a look is due: a longer timer would stand still while the computer sleeps. */
const everyMs = 3_600_000;

type UpdatesNeeds = {
  readonly ports: Ports;
  readonly preferences: { read(): Promise<Pick<Preferences, 'looksForUpdates'>> };
  readonly emit: (event: AnyEvent) => void;
};
export type UpdatesService = ReturnType<typeof createUpdates>;

/** Looks for newer versions, if the person turned that on. Nothing is downloaded or installed unless they ask for it. */
export function createUpdates({ ports, preferences, emit }: UpdatesNeeds) {
  const { releases: source, clock, version } = ports;
  const file = createStateFile(ports, source?.name ?? '');
  const download = createDownload(ports, tell);
  let problem: string | null = null;
  const rounds = createRounds(clock, () => void orLogged(ports, 'A look for a newer version failed', lookIfDue));
  const isOn = async (): Promise<boolean> => (await preferences.read()).looksForUpdates ?? false;

  async function read(): Promise<Updates> {
    if (source === null) {
      return { way: null, isOn: false, lookedAt: null, problem: null, offer: null, news: null };
    }
    const [isTurnedOn, { lookedAt, found, skipped }] = await Promise.all([isOn(), file.read()]);
    const isOffered = isTurnedOn && found !== null && isNewerVersion(found.version, version);
    return {
      way: { kind: source.download === null ? source.kind : 'installs', at: source.at, everyDays: source.everyDays },
      isOn: isTurnedOn,
      lookedAt,
      problem,
      offer: isOffered && found.version !== skipped ? { ...found, ...download.now() } : null,
      news: found?.version === version ? found : null,
    };
  }

  async function tell(): Promise<Updates> {
    const data = await read();
    emit({ event: 'updates.changed', data });
    return data;
  }

  async function look(from: ReleaseSource): Promise<void> {
    // Written first: a look that fails counts, too.
    await file.write({ lookedAt: clock.now() });
    const newest = await from.newest();
    const { found } = await file.read();
    if (newest?.version !== found?.version) {
      download.forget();
    }
    await file.write({ found: newest ?? (found?.version === version ? found : null) });
  }

  /** Looks if it is turned on and the last time was long enough ago. */
  async function lookIfDue(): Promise<void> {
    if (source === null || !(await isOn()) || !isDue((await file.read()).lookedAt, clock.now(), source.everyDays)) {
      return;
    }
    try {
      await look(source);
      problem = null;
    } catch (error) {
      const { message, retry } = toContextureError(error);
      problem = retry ? null : message;
    }
    await tell();
  }

  /** @throws `unavailable` */
  async function offered(): Promise<{ readonly source: ReleaseSource; readonly offer: NonNullable<Updates['offer']> }> {
    const { offer } = await read();
    if (source === null || offer === null) {
      throw new ContextureError('unavailable', 'There is no newer version to get. Look for one in Settings.');
    }
    return { source, offer };
  }

  if (source !== null) {
    rounds.next(firstAfter);
  }
  return {
    read,
    /** Once it is turned on, it looks at once. */
    hear({ event }: AnyEvent): void {
      if (event === 'preferences.changed' && source !== null) {
        rounds.next(0);
      }
    },
    async look(): Promise<Updates> {
      if (source === null || !(await isOn())) {
        throw new ContextureError('unavailable', 'Looking for new versions is turned off. Turn it on in Settings.');
      }
      await look(source);
      problem = null;
      return tell();
    },
    async download(): Promise<void> {
      const { offer, source: from } = await offered();
      if (from.download === null) {
        throw new ContextureError('unavailable', `This copy can’t download versions. Get the newest here: ${from.at}`);
      }
      if (offer.stage === 'found') {
        await download.run(offer.version, from.download);
      }
    },
    stop: download.stop,
    async install(): Promise<void> {
      const { offer, source: from } = await offered();
      if (offer.stage !== 'ready') {
        throw new ContextureError('unavailable', 'Download the new version first.');
      }
      from.restart();
    },
    async skip(skipped: string): Promise<void> {
      download.stop();
      await file.write({ skipped });
      await tell();
    },
    async seen(): Promise<void> {
      const { found } = await file.read();
      if (found?.version === version) {
        await file.write({ found: null });
        await tell();
      }
    },
    close(): void {
      download.stop();
      rounds.end();
    },
  };
}

/** True if the last look was long enough ago. One in the future means that a clock was wrong. */
const isDue = (lookedAt: number | null, now: number, everyDays: number): boolean =>
  lookedAt === null || lookedAt > now || now - lookedAt >= everyDays * msPerDay;

/** Does work after some milliseconds and then every hour. */
function createRounds(clock: Ports['clock'], work: () => void) {
  let end = (): void => {};
  const next = (ms: number): void => {
    end();
    end = clock.after(ms, () => {
      next(everyMs);
      work();
    });
  };
  return { next, end: () => end() };
}

/** Creates the file of a kind of copy: several kinds share the data folder. */
function createStateFile(ports: Ports, name: string) {
  const path = ports.paths.join(ports.dataFolder, `updates-${name}.json`);
  const enqueue = createSerialQueue();
  const read = (): Promise<State> =>
    readAppJson(ports, path, stateSchema, { lookedAt: null, found: null, skipped: null });
  return {
    read,
    write: (values: Partial<State>): Promise<void> =>
      enqueue(async () => writeAppJson(ports, path, { ...(await read()), ...values })),
  };
}
