import type { Ports } from './ports.ts';

/** Who made a version: a person at an interface of ours, an assistant through one, or another program. */
export type Author = 'person' | 'assistant' | 'outside';

export type HistoryEntry = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The file, relative to the workspace. */
  readonly file: string;
  readonly who: Author;
  readonly action: string;
  /** Hash of the version, and of the one it follows; null where there was none. */
  readonly hash: string;
  readonly before: string | null;
};

/**
 * Keeps every version of a workspace's files that the app reads or displaces: each text once, compressed, under its
 * hash in `objects/`, and a line for each version in `versions.jsonl`.
 */
export type History = {
  /** Keeps a version. Durable when it returns. Does nothing but note it if the text is kept already. */
  keep(version: HistoryEntry & { readonly bytes: Uint8Array }): Promise<void>;
  /** The bytes of a version; null if it isn't kept, or no longer whole. */
  recall(hash: string): Promise<Uint8Array | null>;
};

const mostBytes = 256 * 1024 * 1024;

export function createHistory(ports: Ports, folder: () => string): History {
  const { files, paths } = ports;
  const kept = new Set<string>();
  let lastNoted = '';
  const objectPath = (hash: string): string => paths.join(folder(), 'objects', hash.slice(0, 2), `${hash}.gz`);

  return {
    async keep({ bytes, ...entry }) {
      if (!kept.has(entry.hash)) {
        const path = objectPath(entry.hash);
        if ((await files.info(path)) === null) {
          await files.store(path, await ports.compress(bytes));
        }
        kept.add(entry.hash);
      }
      const name = `${entry.file} ${entry.hash}`;
      if (name !== lastNoted) {
        lastNoted = name;
        await files.appendLine(paths.join(folder(), 'versions.jsonl'), JSON.stringify(entry));
      }
    },
    async recall(hash) {
      const read = await files.read(objectPath(hash), { maxBytes: mostBytes });
      if (read.state === 'absent') {
        return null;
      }
      try {
        const bytes = await ports.decompress(read.bytes);
        return ports.hash(bytes) === hash ? bytes : null;
      } catch {
        ports.log('warn', `The kept version ${hash} can no longer be read.`);
        return null;
      }
    },
  };
}
