import { join } from 'node:path';
import { createFiles } from '#node/files.ts';
import { createLock } from '#node/lock.ts';

/**
 * A separate process for the tests of lock and write path. `hold FOLDER` takes the lock and holds it; `add FOLDER
 * NAME COUNT` adds that many lines to `global.md`, each by reading and replacing under the lock.
 */
const [command, folder = '', name = '', count = '0'] = process.argv.slice(2);
const lock = createLock();
const lockPath = join(folder, '.contexture/lock');

async function addLines(): Promise<void> {
  const files = createFiles();
  const path = join(folder, 'global.md');
  for (let n = 1; n <= Number(count); n++) {
    // A machine shared with others may keep the line moving slower than one wait lasts.
    await untilFree(() =>
      lock.hold(lockPath, async () => {
        const read = await files.read(path, { maxBytes: 2 ** 20 });
        const text = read.state === 'present' ? new TextDecoder().decode(read.bytes) : '';
        await files.replace(path, new TextEncoder().encode(`${text}${name} ${n}\n`));
      }),
    );
  }
  await files.close();
}

async function untilFree(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'busy')) {
        throw error;
      }
    }
  }
}

if (command === 'hold') {
  await lock.hold(lockPath, async () => {
    process.stdout.write('held\n');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });
} else {
  await addLines();
  process.stdout.write('done\n');
}
