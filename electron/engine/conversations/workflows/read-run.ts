import { LRUCache } from 'lru-cache';
import { toContextureError } from '#shared/contract/errors.ts';
import type { Run, Torn } from '#shared/formats/workflow/programs/run.ts';
import { runSource } from '#shared/programs/programs.ts';
import { perObject } from '#shared/text/per-object.ts';
import { readVersion } from '../../app-files/file-version.ts';
import { filesBelow } from '../../app-files/files-below.ts';
import { isBelow } from '../../app-files/is-below.ts';
import type { Ports } from '../../ports.ts';
import { type FoundRun, mainFile } from './find-runs.ts';

/** Path each file is read from, by its path where its program wrote it. */
export type RunFiles = ReadonlyMap<string, string>;

export async function filesOfRun(ports: Ports, { source, main, copied }: FoundRun): Promise<RunFiles> {
  const record = mainFile(ports, { source, main });
  const folders = runSource(source).foldersOf(record, ports.paths);
  if (copied !== null) {
    const all = [...(await copied.copies.filesOf(copied.id))];
    const isOwn = (path: string): boolean =>
      path === record ||
      folders.some(({ folder, ending = '' }) => isBelow(ports, folder, path) && path.endsWith(ending));
    return new Map(all.filter(([path]) => !copied.withConversation || isOwn(path)));
  }
  const others = await Promise.all(
    folders.map(async ({ folder, ending = '' }) =>
      (await filesOfFolder(ports, folder)).filter((path) => path !== main && path.endsWith(ending)),
    ),
  );
  return new Map([main, ...others.flat().sort()].map((path) => [path, path]));
}

async function filesOfFolder(ports: Ports, folder: string): Promise<string[]> {
  const isReal = (await ports.files.realPath(folder).catch(() => null)) === folder;
  return isReal ? filesBelow(ports, folder) : [];
}

const maxKnown = 500;

/** Runs that were read, by id: a run whose files have not changed is not read again. */
const knownRuns = perObject(
  (_: Ports) => new LRUCache<string, { readonly state: string; readonly run: Run }>({ max: maxKnown }),
);

export const runsInMemory = (ports: Ports): string[] =>
  [...knownRuns(ports).values()].map(({ run }) => JSON.stringify(run));

export const forgetRuns = (ports: Ports): void => knownRuns(ports).clear();

export async function readRun(ports: Ports, found: FoundRun): Promise<Run> {
  const cache = knownRuns(ports);
  const state = `${found.main} ${found.bytes} ${found.changedAt} ${found.copied?.id ?? ''}`;
  const before = cache.get(found.id);
  if (before?.state === state) {
    return before.run;
  }
  const run = await read(ports, await filesOfRun(ports, found), found);
  cache.set(found.id, { state, run });
  return run;
}

async function read(ports: Ports, files: RunFiles, { source, main }: FoundRun): Promise<Run> {
  const { basename, dirname } = ports.paths;
  const { reads, foldersOf, read: readTexts } = runSource(source);
  const record = mainFile(ports, { source, main });
  const folders = foldersOf(record, ports.paths).map(({ folder }) => folder);
  const textOf = async (path: string): Promise<string> =>
    (await readVersion(ports, files.get(path) ?? path))?.text ?? '';
  const unread: Torn[] = [];
  const others = new Map<string, string | null>();
  for (const path of files.keys()) {
    const name = basename(path);
    if (path !== record && reads?.test(name) && folders.includes(dirname(path))) {
      const text = await textOf(path).catch((error: unknown) => {
        unread.push({ file: name, line: 0, text: toContextureError(error).message });
        return null;
      });
      others.set(name, text);
    }
  }
  const run = readTexts({
    main: main === record ? await textOf(main) : null,
    mainName: basename(record),
    others,
    names: [...files.keys()].map((path) => basename(path)),
  });
  return { ...run, torn: [...run.torn, ...unread] };
}
