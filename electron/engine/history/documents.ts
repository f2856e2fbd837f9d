import { LRUCache } from 'lru-cache';
import type { ChangeCounts } from '#shared/contract/fields.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Ports } from '../ports.ts';
import type { VersionLine } from './history-lines.ts';
import { matchVersions } from './match-versions.ts';
import type { TextStore } from './text-store.ts';

/** Counts the entries that differ between two versions; null is a version without entries. */
export function changeCounts(
  before: MemoryDocument | null | undefined,
  after: MemoryDocument,
  act: Pick<VersionLine, 'who' | 'action'>,
): ChangeCounts {
  const { added, changed, removed } = matchVersions(before?.entries ?? [], after.entries, act);
  return { added: added.length, changed: changed.length, removed: removed.length };
}

/** Reads a file's text by its kind; null for one without entries. */
export type ReadFile = (file: string, text: string) => MemoryDocument | null;

type Version = Readonly<Pick<VersionLine, 'file' | 'hash' | 'who' | 'action'>> & {
  readonly bytes: Uint8Array;
  readonly document?: MemoryDocument;
};

const maxDocuments = 8;

export type VersionDocuments = ReturnType<typeof createVersionDocuments>;

/** Documents of versions, the latest of them remembered. */
export function createVersionDocuments(ports: Ports, texts: TextStore, read: ReadFile) {
  const cache = new LRUCache<string, MemoryDocument>({ max: maxDocuments });

  function remember(name: string, document: MemoryDocument | null): MemoryDocument | null {
    if (document) {
      cache.set(name, document);
    }
    return document;
  }

  async function of({ file, hash }: Pick<VersionLine, 'file' | 'hash'>): Promise<MemoryDocument | null> {
    const name = `${file} ${hash}`;
    const document = cache.get(name);
    if (document) {
      return document;
    }
    const bytes = await texts.recall(hash);
    const text = bytes && ports.decodeText(bytes);
    return text === null ? null : remember(name, read(file, text));
  }

  return {
    of,
    forget: (): void => cache.clear(),
    /** Null if they can't be counted. */
    async countsOf(version: Version, before: VersionLine | undefined): Promise<VersionLine['counts']> {
      const { file, hash, bytes } = version;
      const text = version.document ? null : ports.decodeText(bytes);
      const document = remember(`${file} ${hash}`, version.document ?? (text === null ? null : read(file, text)));
      const earlier = before && (await of(before));
      return document === null || (before && !earlier) ? null : changeCounts(earlier, document, version);
    },
  };
}
