import { readdir, readFile, realpath } from 'node:fs/promises';
import { extname, join } from 'node:path';

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

/** Serves the files of one folder. A path is looked up in a list and never joined to it, so no `..` leads out. */
export function createStaticFiles(folder: string) {
  let root = folder;
  let listed = new Map<string, string>();

  async function list(): Promise<void> {
    root = await realpath(folder);
    const items = await readdir(root, { recursive: true, withFileTypes: true });
    const paths = items.filter((item) => item.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    listed = new Map(paths.map((path) => [path.slice(root.length).replaceAll('\\', '/'), path]));
  }

  /** Reads a file; null if it doesn't exist or can't be read. */
  async function bytesOf(urlPath: string): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      // The interface may have been built again since, so list its files again before giving up.
      if (!listed.has(urlPath)) {
        await list();
      }
      const path = listed.get(urlPath);
      return path === undefined || (await realpath(path)) !== path ? null : new Uint8Array(await readFile(path));
    } catch {
      return null;
    }
  }

  return {
    async read(urlPath: string) {
      const path = decodedOrNull(urlPath);
      const type = path === null ? undefined : types[extname(path)];
      const body = path === null || type === undefined ? null : await bytesOf(path);
      if (path === null || type === undefined || body === null) {
        return null;
      }
      // Names in assets/ carry a hash of their content.
      const cacheControl = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      return { body, type, cacheControl };
    },
    async readPage(): Promise<string | null> {
      const bytes = await bytesOf('/index.html');
      return bytes && new TextDecoder().decode(bytes);
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
