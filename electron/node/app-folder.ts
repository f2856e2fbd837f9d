import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Package = {
  readonly name: string;
  readonly version: string;
  readonly repository?: string | { readonly url: string };
};

export type AppFiles = ReturnType<typeof findAppFiles>;

/** Finds the app's folder from the URL of one of its modules, source or built. */
export function findAppFiles(moduleUrl: string) {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  const { name, version, repository }: Package = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
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
    packageName: name,
    /** Address of the source, which tells this program's package from another of that name; null if it isn't published. */
    repository: typeof repository === 'object' ? repository.url : (repository ?? null),
  };
}
