import { readdir, readFile, realpath } from 'node:fs/promises';
import { extname, join } from 'node:path';

type StaticFile = {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly cacheControl: string;
};

type StaticFiles = {
  /** The file at the path of a URL; null if there is none. */
  read(urlPath: string): Promise<StaticFile | null>;
  /** The built page, as it is on disk. */
  readPage(): Promise<string | null>;
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Serves the files of one folder. A path is looked up in a list of what is in the folder and never joined to it, so
 * that no spelling of `..` leads out; links are not listed, and a folder that becomes one later is noticed.
 */
export function createStaticFiles(folder: string): StaticFiles {
  let root = folder;
  let listed = new Map<string, string>();

  async function list(): Promise<void> {
    root = await realpath(folder);
    const found = new Map<string, string>();
    const items = await readdir(root, { recursive: true, withFileTypes: true });
    for (const item of items) {
      if (item.isFile()) {
        const path = join(item.parentPath, item.name);
        found.set(path.slice(root.length).replaceAll('\\', '/'), path);
      }
    }
    listed = found;
  }

  async function bytesOf(urlPath: string): Promise<Uint8Array<ArrayBuffer> | null> {
    // The interface may have been built again since: the list is made again before a file is said not to exist.
    if (!listed.has(urlPath)) {
      await list();
    }
    const path = listed.get(urlPath);
    if (path === undefined || (await realpath(path)) !== path) {
      return null;
    }
    return new Uint8Array(await readFile(path));
  }

  async function orNull<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch {
      return null;
    }
  }

  return {
    async read(urlPath) {
      const path = decodedOrNull(urlPath);
      const type = path === null ? undefined : types[extname(path)];
      if (path === null || type === undefined) {
        return null;
      }
      const body = await orNull(bytesOf(path));
      if (body === null) {
        return null;
      }
      // Names in assets/ carry a hash of their content.
      const cacheControl = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      return { body, type, cacheControl };
    },
    async readPage() {
      const bytes = await orNull(bytesOf('/index.html'));
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
  };
}

function decodedOrNull(urlPath: string): string | null {
  try {
    return decodeURIComponent(urlPath);
  } catch {
    return null;
  }
}
