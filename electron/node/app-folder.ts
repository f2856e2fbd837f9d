import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type AppFiles = ReturnType<typeof findAppFiles>;

/** Finds the app's folder from the URL of one of its modules, source or built. */
export function findAppFiles(moduleUrl: string) {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    folder,
    rendererFolder: join(folder, 'out', 'renderer'),
    /** The desktop app uses this build, too. */
    indexWorker: join(folder, 'out', 'cli', 'conversation-index.js'),
    readerWorker: join(folder, 'out', 'cli', 'conversation-reader.js'),
    /** Program that others start to give an assistant the memory. */
    program: join(folder, 'out', 'cli', 'contexture.js'),
    sampleFolder: join(folder, 'resources', 'sample'),
    version,
  };
}
