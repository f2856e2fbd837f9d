import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Clock, FileInfo, Files, FolderItem, SupersededFile } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';

const { dirname, basename, resolve } = posix;

type MemoryFile = { bytes: Uint8Array; modifiedAt: number; readonly identity: string };
type LateWrite = { readonly path: string; finish(bytes: Uint8Array | null): void };

/** Another program's changes to the same files; the watcher's test doubles are notified through `onChange`. */
export type OutsideProgram = {
  /** Rewrites in place, or creates the file. */
  write(path: string, content: string | Uint8Array): void;
  append(path: string, content: string | Uint8Array): void;
  /** Writes another file and renames it over this one. */
  replace(path: string, content: string | Uint8Array): void;
  rename(from: string, to: string): void;
  truncate(path: string): void;
  /** Deletes a file or a folder with its contents. */
  remove(path: string): void;
  makeFolder(path: string): void;
  /** Creates something there that is neither file nor folder. */
  makeOther(path: string): void;
  /** Finishes writing into the version of `path` that was superseded last, through a handle opened before. */
  growSuperseded(path: string, content: string | Uint8Array): void;
  /** The file's text; null for a missing file. */
  text(path: string): string | null;
  /** The file's bytes; empty for a missing file. */
  bytes(path: string): Uint8Array;
  /** Paths of all files, sorted. */
  paths(): string[];
  /** Names of everything directly in a folder, sorted. */
  children(folder: string): string[];
};

export type MemoryFiles = Files & { readonly outside: OutsideProgram; close(): Promise<void> };

/** `Files` in memory, with POSIX paths. Free of faults: `createFaultyFiles` adds those. */
export function createMemoryFiles(clock: Clock, onChange: (path: string) => void = () => {}): MemoryFiles {
  const files = new Map<string, MemoryFile>();
  const folders = new Set<string>(['/']);
  const others = new Set<string>();
  const lates = new Set<LateWrite>();
  let identities = 0;

  function put(path: string, bytes: Uint8Array, inPlace: boolean): MemoryFile {
    makeFolders(dirname(path));
    identities += 1;
    const before = files.get(path);
    const identity = inPlace && before !== undefined ? before.identity : `memory:${identities}`;
    const file = { bytes: bytes.slice(), modifiedAt: clock.now(), identity };
    files.set(path, file);
    return file;
  }

  function makeFolders(folder: string): void {
    for (let at = folder; !folders.has(at); at = dirname(at)) {
      requireNo(files.has(at) || others.has(at), at, 'a file is in the place of a folder');
      folders.add(at);
    }
  }

  function requireNo(bad: boolean, path: string, what: string): void {
    if (bad) {
      throw new ContextureError('not_a_file', `${path}: ${what}. Nothing was changed. Choose another file.`, { path });
    }
  }

  function requireFilePlace(path: string): void {
    requireNo(folders.has(path) || others.has(path), path, 'there is something other than a file');
  }

  function supersede(path: string, before: MemoryFile | undefined, info: FileInfo): SupersededFile {
    if (before === undefined) {
      return { version: null, late: Promise.resolve(null), info, inPlace: null };
    }
    const late = new Promise<Uint8Array | null>((settle) => {
      const entry: LateWrite = {
        path,
        finish: (bytes) => {
          cancel();
          lates.delete(entry);
          settle(bytes);
        },
      };
      const cancel = clock.after(2000, () => entry.finish(null));
      lates.add(entry);
    });
    return { version: { bytes: before.bytes, hash: hashOf(before.bytes) }, late, info, inPlace: null };
  }

  function pathsIn(folder: string): string[] {
    return [...files.keys(), ...folders, ...others].filter((path) => path !== '/' && dirname(path) === folder);
  }

  function removeTree(path: string): void {
    for (const set of [files, folders, others]) {
      for (const key of [...set.keys()]) {
        if (key === path || key.startsWith(`${path}/`)) {
          set.delete(key);
        }
      }
    }
  }

  /** A folder with its contents. */
  function rename(from: string, to: string): void {
    makeFolders(dirname(to));
    const moved = (path: string) =>
      path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : null;
    for (const [path, file] of [...files]) {
      const target = moved(path);
      if (target !== null) {
        files.delete(path);
        files.set(target, file);
      }
    }
    for (const set of [folders, others]) {
      for (const path of [...set]) {
        const target = moved(path);
        if (target !== null) {
          set.delete(path);
          set.add(target);
        }
      }
    }
  }

  function itemAt(path: string): (FolderItem & { readonly info: FileInfo }) | null {
    const name = basename(path);
    const file = files.get(path);
    if (file !== undefined) {
      return { name, kind: 'file', mayBeLink: false, info: infoOf(file) };
    }
    const info = { size: 0, modifiedAt: 0, changedAt: 0, identity: `memory:${path}` };
    const kind = folders.has(path) ? 'folder' : others.has(path) ? 'other' : null;
    return kind && { name, kind, mayBeLink: kind === 'other', info };
  }

  const outside: OutsideProgram = {
    write: (path, content) => changed(path, () => put(path, toBytes(content), true)),
    append: (path, content) =>
      changed(path, () => put(path, joined(files.get(path)?.bytes ?? new Uint8Array(), toBytes(content)), true)),
    replace: (path, content) => changed(path, () => put(path, toBytes(content), false)),
    rename: (from, to) => {
      const file = files.get(from);
      if (file === undefined) {
        throw new Error(`There is no ${from} to rename`);
      }
      changed(from, () => files.delete(from));
      changed(to, () => {
        makeFolders(dirname(to));
        files.set(to, file);
      });
    },
    truncate: (path) => changed(path, () => put(path, new Uint8Array(), true)),
    remove: (path) => changed(path, () => removeTree(path)),
    makeFolder: (path) => changed(path, () => makeFolders(path)),
    makeOther: (path) => changed(path, () => others.add(path)),
    growSuperseded: (path, content) => {
      const last = [...lates].filter((late) => late.path === path).at(-1);
      if (last === undefined) {
        throw new Error(`No superseded version of ${path} is held open`);
      }
      last.finish(toBytes(content));
    },
    text: (path) => {
      const file = files.get(path);
      return file === undefined ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
    },
    bytes: (path) => files.get(path)?.bytes.slice() ?? new Uint8Array(),
    paths: () => [...files.keys()].sort(),
    children: (folder) =>
      pathsIn(folder)
        .map((path) => basename(path))
        .sort(),
  };

  function changed(path: string, work: () => unknown): void {
    work();
    onChange(path);
  }

  const port: Omit<Files, 'settle' | 'sweep' | 'leftovers'> = {
    read: async (path, { maxBytes }) => {
      requireFilePlace(path);
      const file = files.get(path);
      if (file === undefined) {
        return { state: 'absent' };
      }
      if (file.bytes.length > maxBytes) {
        const size = file.bytes.length;
        throw new ContextureError('too_large', `${path} is larger than Contexture opens. Make it smaller.`, {
          path,
          size,
        });
      }
      return { state: 'present', bytes: file.bytes.slice(), hash: hashOf(file.bytes), info: infoOf(file) };
    },
    readPart: async (path, from, length) => {
      requireFilePlace(path);
      const file = files.get(path);
      return file === undefined ? null : { bytes: file.bytes.slice(from, from + length), info: infoOf(file) };
    },
    info: async (path) => {
      const item = itemAt(path);
      return item && { ...item.info, kind: item.kind };
    },
    list: async (folder) => {
      requireNo(files.has(folder), folder, 'it is a file and holds no others');
      return pathsIn(folder)
        .map(itemAt)
        .filter((item) => item !== null)
        .map(({ name, kind, mayBeLink }) => ({ name, kind, mayBeLink }));
    },
    realPath: async (path) => (itemAt(resolve(path)) === null ? null : resolve(path)),
    destination: async (path) => resolve(path),
    makeFolder: async (folder) => makeFolders(folder),
    replace: async (path, bytes) => {
      requireFilePlace(path);
      const before = files.get(path);
      const after = put(path, bytes, false);
      onChange(path);
      return supersede(path, before, infoOf(after));
    },
    remove: async (path) => {
      requireFilePlace(path);
      const before = files.get(path);
      files.delete(path);
      if (before !== undefined) {
        onChange(path);
      }
      return supersede(path, before, { size: 0, modifiedAt: 0, changedAt: 0, identity: '' });
    },
    append: async (path, lines, { maxBytes }) => {
      requireFilePlace(path);
      const before = files.get(path)?.bytes ?? new Uint8Array();
      const from = before.length + (before.length > 0 && before.at(-1) !== 0x0a ? 1 : 0);
      const added = toBytes(`${from > before.length ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`);
      const to = before.length + added.length;
      if (to > maxBytes) {
        throw new ContextureError('too_large', `${path} would become too long. Begin another.`, { path, size: to });
      }
      put(path, joined(before, added), true);
      onChange(path);
      return { from, to };
    },
    store: async (path, bytes) => {
      requireFilePlace(path);
      put(path, bytes, false);
    },
    storeCopy: async (from, to) => {
      requireFilePlace(from);
      const file = files.get(from);
      return file === undefined ? null : { bytes: put(to, file.bytes, false).bytes.length, hash: hashOf(file.bytes) };
    },
    storeParts: async (path, parts) => {
      requireFilePlace(path);
      let bytes: Uint8Array = new Uint8Array();
      for await (const part of parts) {
        bytes = joined(bytes, part);
      }
      put(path, bytes, false);
      return { bytes: bytes.length, hash: hashOf(bytes) };
    },
    discard: async (path) => {
      files.delete(path);
    },
    appendLine: async (path, line) => {
      requireFilePlace(path);
      const before = files.get(path)?.bytes ?? new Uint8Array();
      const unfinished = before.length > 0 && before.at(-1) !== 0x0a;
      put(path, joined(before, toBytes(`${unfinished ? '\n' : ''}${line}\n`)), true);
    },
    removeEmptyFolders: async (folder) => {
      for (const empty of [...folders].filter((each) => each === folder || each.startsWith(`${folder}/`))) {
        if (![...files.keys(), ...others].some((path) => path.startsWith(`${empty}/`))) {
          folders.delete(empty);
        }
      }
    },
    renameFolder: async (from, to) => {
      if (folders.has(from) && itemAt(to) === null) {
        rename(from, to);
      }
    },
    moveFolder: async (from, to) => {
      if (itemAt(to) !== null) {
        throw new ContextureError('key_exists', `${to} is there already. Nothing was changed.`, { path: to });
      }
      rename(from, to);
      onChange(from);
      onChange(to);
    },
    settleFolderMove: async (_, to) => itemAt(to) !== null,
  };

  return {
    ...port,
    // Nothing here is ever half written, and no write can be interrupted.
    settle: async () => {},
    sweep: async () => [],
    leftovers: async () => [],
    outside,
    close: async () => {
      for (const late of [...lates]) {
        late.finish(null);
      }
    },
  };
}

function infoOf(file: MemoryFile): FileInfo {
  const { bytes, modifiedAt, identity } = file;
  return { size: bytes.length, modifiedAt, changedAt: modifiedAt, identity };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
