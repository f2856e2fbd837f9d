import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createComputer } from './computer.ts';
import { preparedComputer } from './prepared-computer.ts';

/** A backup of a prepared computer. */
export async function preparedBackup(passphrase?: string) {
  const prepared = await preparedComputer();
  const { computer } = prepared;
  const to = join(computer.home, passphrase === undefined ? 'all.zip' : 'all.zip.age');
  const made = await computer.run((call) => call('backup.create', { to, ...(passphrase && { passphrase }) }));
  return { ...prepared, made, path: made.path };
}

let bytes: Uint8Array | null = null;

/** A computer with nothing but a backup of another one. */
export async function computerWithBackup() {
  bytes ??= readFileSync((await preparedBackup()).path);
  const other = createComputer();
  return { other, path: other.write('from-elsewhere/all.zip', bytes) };
}

/** Files of the memory as a restore without a stop leaves them. */
export async function restoredNotes() {
  const { path, other } = await computerWithBackup();
  await restoreAll(path, other);
  return { hashes: other.hashes('notes') };
}

export const restoreAll = (path: string, on: ReturnType<typeof createComputer>, replace: 'all' | string[] = []) =>
  on.run(async (call) => {
    const { memories } = await call('backup.read', { path });
    const wanted = memories.map(({ memory, to }) => ({ memory, to, replace }));
    return call('backup.restore', { path, memories: wanted, shared: { replace } });
  });
