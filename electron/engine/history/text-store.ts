import { LRUCache } from 'lru-cache';
import { orLogged } from '../or-logged.ts';
import { type FileInfo, type Ports, sameFile } from '../ports.ts';

const maxBytes = 256 * 1024 * 1024;
/** Size above which texts are only checked for their full length. */
const maxChecked = 256 * 1024;
const maxWhole = 1000;

export type TextStore = ReturnType<typeof createTextStore>;

/** Texts of versions, each once, compressed, under its hash in `objects/`. */
export function createTextStore(ports: Ports, folder: () => string) {
  const { files, paths } = ports;
  const pathOf = (hash: string): string => paths.join(folder(), hash.slice(0, 2), `${hash}.gz`);
  /** Texts found whole by content, with their files at that time. */
  const whole = new LRUCache<string, FileInfo>({ max: maxWhole });

  async function isFileWhole(hash: string, info: FileInfo | null): Promise<boolean> {
    const known = whole.get(hash);
    if (info === null || info.size === 0 || (known && sameFile(known, info))) {
      return info !== null && info.size > 0;
    }
    const isWhole = (await recall(hash)) !== null;
    if (isWhole) {
      whole.set(hash, info);
    }
    return isWhole;
  }

  /** Stores a text, durable when it returns, and returns its size as stored. A damaged one is written again. */
  async function store(hash: string, bytes: Uint8Array): Promise<number> {
    const path = pathOf(hash);
    const existing = await files.info(path);
    if (existing !== null && (await isFileWhole(hash, existing))) {
      return existing.size;
    }
    // The caller has this text now, perhaps for the last time.
    const compressed = await ports.compress(bytes);
    await files.store(path, compressed);
    const stored = await files.info(path);
    if (stored) {
      whole.set(hash, stored);
    }
    return compressed.length;
  }

  async function recall(hash: string): Promise<Uint8Array | null> {
    try {
      const read = await files.read(pathOf(hash), { maxBytes });
      if (read.state === 'absent') {
        return null;
      }
      const bytes = await ports.decompress(read.bytes);
      return ports.hash(bytes) === hash ? bytes : null;
    } catch {
      ports.log('warn', `The kept version ${hash} can no longer be read.`);
      return null;
    }
  }

  async function stored(): Promise<string[]> {
    const shelves = await files.list(folder());
    const items = await Promise.all(shelves.map(({ name }) => files.list(paths.join(folder(), name))));
    return items.flat().map(({ name }) => name.replace(/\.gz$/, ''));
  }

  return {
    store,
    recall,
    /** Stores a text ahead of time. Never rejects: what could not be stored is stored when it is kept. */
    async prepare(hash: string, bytes: Uint8Array): Promise<void> {
      await orLogged(ports, 'A version could not be stored ahead', () => store(hash, bytes));
    },
    async isAvailable(hash: string): Promise<boolean> {
      const info = await files.info(pathOf(hash)).catch(() => null);
      return info !== null && info.size > maxChecked ? true : isFileWhole(hash, info);
    },
    /** True if the text is whole; large texts are read, too. */
    isWhole: async (hash: string): Promise<boolean> => isFileWhole(hash, await files.info(pathOf(hash))),
    async discard(hashes: Iterable<string>): Promise<void> {
      for (const hash of hashes) {
        await files.discard(pathOf(hash));
      }
    },
    stored,
    /** Stored texts in the order they were stored, with time (milliseconds since 1970) and size. */
    async inOrder(): Promise<{ readonly hash: string; readonly at: number; readonly size: number }[]> {
      const storedTexts = await Promise.all(
        (await stored()).map(async (hash) => {
          const info = await files.info(pathOf(hash));
          return info === null ? [] : [{ hash, at: info.modifiedAt, size: info.size }];
        }),
      );
      return storedTexts.flat().sort((one, other) => one.at - other.at);
    },
  };
}
