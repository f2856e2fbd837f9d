import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Read } from '#shared/formats/format.ts';
import type { FileVersion } from '../app-files/file-version.ts';

/** One change reads an archive file a few times, and the next change mostly the same file again. */
const maxKnown = 4;

/** Reads archive files on their way to being changed; of those it read last it reads only what is new. */
export function createArchiveReader(): (path: string, version: FileVersion, read: Read) => MemoryDocument {
  const known = new Map<string, MemoryDocument>();
  return (path, { text }, read) => {
    const before = known.get(path);
    const document = before?.text === text ? before : read(text, before);
    known.delete(path);
    known.set(path, document);
    for (const oldest of [...known.keys()].slice(0, -maxKnown)) {
      known.delete(oldest);
    }
    return document;
  };
}
