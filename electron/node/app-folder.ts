import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the app's own files are. Absolute paths. */
export type AppFiles = ReturnType<typeof findAppFiles>;

/** Finds the folder of the app from one of its modules: the same seen from the source and from a built file. */
export function findAppFiles(moduleUrl: string) {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    folder,
    rendererFolder: join(folder, 'out', 'renderer'),
    /** Also what the desktop app uses: one build of it is enough. */
    indexWorker: join(folder, 'out', 'cli', 'conversation-index.js'),
    readerWorker: join(folder, 'out', 'cli', 'conversation-reader.js'),
    /** What programs start to give an assistant the memory. */
    program: join(folder, 'out', 'cli', 'contexture.js'),
    sampleFolder: join(folder, 'resources', 'sample'),
    version,
  };
}
