import { LRUCache } from 'lru-cache';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Read } from '#shared/formats/format.ts';
import type { FileVersion } from '../app-files/file-version.ts';

/** One change reads an archive file a few times, and the next change mostly the same file again. */
const maxKnown = 4;

/** Reads archive files on their way to being changed; of those it read last it reads only what is new. */
export function createArchiveReader(): (path: string, version: FileVersion, read: Read) => MemoryDocument {
  const known = new LRUCache<string, MemoryDocument>({ max: maxKnown });
  return (path, { text }, read) => {
    const before = known.get(path);
    const document = before?.text === text ? before : read(text, before);
    known.set(path, document);
    return document;
  };
}
