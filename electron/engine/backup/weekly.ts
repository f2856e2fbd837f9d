import { z } from 'zod';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { BackupState } from '#shared/contract/features/backup.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { neverCancelled } from '../cancellation.ts';
import { orLogged } from '../or-logged.ts';
import { type BackupNeeds, createBackup } from './create-backup.ts';
import { aloneWithBackups, interruptedRestore, tidyRestoring } from './restore-notes.ts';

const schema = z.strictObject({
  weekly: z.strictObject({ folder: z.string(), keep: z.int() }).nullable(),
  last: z.strictObject({ at: z.number(), path: z.string(), bytes: z.int(), problem: z.string().nullable() }).nullable(),
  /** When the last one succeeded, in milliseconds since 1970. */
  doneAt: z.number(),
  /** Paths of the weekly backups, the oldest first: no other file is ever removed. */
  written: z.array(z.string()),
});
type WeeklyState = z.infer<typeof schema>;
const off: WeeklyState = { weekly: null, last: null, doneAt: 0, written: [] };

const weekMs = 7 * 24 * 60 * 60 * 1000;
const soonMs = 60_000;
const againMs = 60 * 60 * 1000;

export type WeeklyBackups = ReturnType<typeof createWeeklyBackups>;

/** Makes a backup each week while the app is open, once the person has chosen a folder for that. */
export function createWeeklyBackups(needs: BackupNeeds, tell: (state: BackupState) => void) {
  const { ports } = needs;
  const { files, paths, clock } = ports;
  const path = paths.join(ports.dataFolder, 'backup.json');
  const read = (): Promise<WeeklyState> => readAppJson(ports, path, schema, off);
  let cancel = (): void => undefined;
  let isClosed = false;
  let underWay: Promise<unknown> = Promise.resolve();

  async function state(): Promise<BackupState> {
    const { weekly, last } = await read();
    return { weekly, last, interrupted: await interruptedRestore(ports) };
  }

  async function requireFolder(folder: string): Promise<void> {
    if ((await files.info(folder))?.kind !== 'folder') {
      const message = `There is no folder ${folder}, so no backup was made. Is its disk connected?`;
      throw new ContextureError('not_found', message, { path: folder });
    }
  }

  async function makeOne(
    stored: WeeklyState,
    { folder, keep }: NonNullable<WeeklyState['weekly']>,
  ): Promise<WeeklyState> {
    const at = clock.now();
    try {
      await requireFolder(folder);
      const token = { ...neverCancelled, cancelled: () => isClosed };
      const { path: made, bytes } = await createBackup(needs, { to: folder }, token);
      const written = [...stored.written, made];
      const old = written.slice(0, Math.max(0, written.length - keep));
      for (const each of old) {
        await orLogged(ports, 'An old backup could not be removed', () => files.discard(each));
      }
      return {
        ...stored,
        doneAt: at,
        written: written.slice(old.length),
        last: { at, path: made, bytes, problem: null },
      };
    } catch (error) {
      return { ...stored, last: { at, path: folder, bytes: 0, problem: toContextureError(error).message } };
    }
  }

  async function look(): Promise<void> {
    const isDue = ({ weekly, doneAt }: WeeklyState): boolean => weekly !== null && clock.now() - doneAt >= weekMs;
    if (!isClosed && isDue(await read())) {
      await aloneWithBackups(ports, async () => {
        const stored = await read();
        // Another window may just have made it.
        if (stored.weekly !== null && isDue(stored)) {
          const made = await makeOne(stored, stored.weekly);
          if (!isClosed) {
            await writeAppJson(ports, path, made);
            tell(await state());
          }
        }
      });
    }
  }

  function lookLater(ms: number): void {
    if (isClosed) {
      return;
    }
    cancel();
    cancel = clock.after(ms, () => {
      underWay = orLogged(ports, 'The weekly backup could not be made', async () => {
        try {
          await look();
        } finally {
          await lookIfWeekly(againMs);
        }
      });
    });
  }

  async function lookIfWeekly(ms: number): Promise<void> {
    if ((await read()).weekly !== null) {
      lookLater(ms);
    }
  }

  return {
    state,
    async set(weekly: WeeklyState['weekly']): Promise<BackupState> {
      const chosen = weekly && { ...weekly, folder: paths.resolve(weekly.folder) };
      if (chosen !== null) {
        await requireFolder(chosen.folder);
      }
      await aloneWithBackups(ports, async () => {
        const stored = await read();
        const isElsewhere = chosen !== null && chosen.folder !== stored.weekly?.folder;
        await writeAppJson(ports, path, { ...stored, weekly: chosen, ...(isElsewhere && { doneAt: 0, written: [] }) });
      });
      const now = await state();
      tell(now);
      lookLater(0);
      return now;
    },
    /** Tells that a restore began or ended. */
    tellState: async (): Promise<void> => tell(await state()),
    start(): void {
      underWay = Promise.all([
        orLogged(ports, 'What a restore left could not be removed', () => tidyRestoring(ports)),
        orLogged(ports, 'Whether backups are made weekly could not be read', () => lookIfWeekly(soonMs)),
      ]);
    },
    async close(): Promise<void> {
      isClosed = true;
      cancel();
      await underWay;
    },
  };
}
