import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { archivePath, contextPath, exampleContext } from './example-context.ts';

/**
 * Initial content of a workspace: a copy of the sample, the sample over its limit, the example, nothing, or the given
 * files by their path.
 */
export type StartWith =
  | 'sample'
  | 'full sample'
  | 'example'
  | 'nothing'
  | Readonly<Record<string, string | Uint8Array>>;

/** Texts of a workspace's files by their path in it; an assistant's file is read and written as UTF-8. */
export type WorkspaceFolder = {
  readonly folder: string;
  readonly contextFile: string;
  path(name: string): string;
  /** Text of a file, the context file by default. */
  read(name?: string): Promise<string>;
  readBytes(name?: string): Promise<Buffer>;
  exists(name?: string): boolean;
  /** Names of the archive files, sorted. */
  archives(): Promise<string[]>;
  readArchive(name: string): Promise<string>;

  // Ways other programs write the file:

  /** Writes a temporary file and renames it over the target, as careful programs do. */
  replace(text: string | Uint8Array, name?: string): Promise<void>;
  /** Truncates the file and writes it in two chunks, as careless programs do; readers in between see half. */
  rewriteInTwo(text: string, pauseMs?: number, name?: string): Promise<void>;
  /** Appends to the file in place. */
  append(text: string, name?: string): Promise<void>;
  remove(name?: string): Promise<void>;
  /** Creates a missing file. */
  create(text: string | Uint8Array, name?: string): Promise<void>;
  /** Reads the context file, changes its text, and replaces it. */
  edit(change: (text: string) => string): Promise<void>;
};

const sampleFolder = join(import.meta.dirname, '..', 'resources', 'sample');

/** Makes a workspace inside a new temporary folder; {@link removeWorkspaceFolder} removes both. */
export async function createWorkspaceFolder(startWith: StartWith): Promise<WorkspaceFolder> {
  // People see the folder's name, so it looks like one of theirs.
  const folder = join(await mkdtemp(join(tmpdir(), 'contexture-workspace-')), 'assistant');
  await mkdir(folder);
  if (startWith === 'sample' || startWith === 'full sample') {
    await cp(sampleFolder, folder, { recursive: true });
  }
  for (const [name, content] of Object.entries(initialFiles(startWith))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return workspaceFolderAt(folder);
}

function initialFiles(startWith: StartWith): Readonly<Record<string, string | Uint8Array>> {
  if (typeof startWith === 'object') {
    return startWith;
  }
  switch (startWith) {
    case 'example':
      return { [contextPath]: exampleContext };
    case 'full sample':
      return { '.contexture/settings.yaml': 'token_limit: 1500\n' };
    default:
      return {};
  }
}

/** A workspace in a folder that already exists. */
export function workspaceFolderAt(folder: string): WorkspaceFolder {
  const path = (name = contextPath): string => join(folder, name);
  let written = 0;

  async function replace(text: string | Uint8Array, name = contextPath): Promise<void> {
    written += 1;
    const beside = `${path(name)}.other-program-${written}`;
    await writeFile(beside, text);
    await rename(beside, path(name));
  }

  return {
    folder,
    contextFile: path(),
    path,
    read: (name) => readFile(path(name), 'utf8'),
    readBytes: (name) => readFile(path(name)),
    exists: (name) => existsSync(path(name)),
    archives: async () => (existsSync(path(archivePath)) ? (await readdir(path(archivePath))).sort() : []),
    readArchive: (name) => readFile(path(join(archivePath, name)), 'utf8'),
    replace,
    async rewriteInTwo(text, pauseMs = 20, name = contextPath) {
      const file = await open(path(name), 'w');
      const half = Math.floor(text.length / 2);
      await file.write(text.slice(0, half));
      await wait(pauseMs);
      await file.write(text.slice(half));
      await file.close();
    },
    async append(text, name = contextPath) {
      await writeFile(path(name), text, { flag: 'a' });
    },
    remove: (name) => rm(path(name)),
    async create(text, name = contextPath) {
      await mkdir(dirname(path(name)), { recursive: true });
      await writeFile(path(name), text, { flag: 'wx' });
    },
    async edit(change) {
      await replace(change(await readFile(path(), 'utf8')));
    },
  };
}

export function removeWorkspaceFolder({ folder }: WorkspaceFolder): Promise<void> {
  return removeFolder(dirname(folder));
}

/** Removes a temporary folder, even after its permissions were changed. */
export async function removeFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(() => null)) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
