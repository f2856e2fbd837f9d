import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';
import { maxConversationBytes } from '#shared/conversations/formats/size-limits.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { Ports } from '../ports.ts';
import { copyState } from './read-copy.ts';

/** Bytes held in memory, with the interface that `Files` has for a file. */
type UnpackedFile = Pick<Ports['files'], 'readPart'> & { readonly bytes: number };

/** Reader of a file's lines, which unpacks them if they are packed. */
export const lineFilesOf = async (ports: Ports, path: string): Promise<Pick<UnpackedFile, 'readPart'>> =>
  path.endsWith('.zst') ? packedLinesOf(ports)(path) : ports.files;

/** Unpacks packed lines. The last file unpacked is held for the next page. */
export const packedLinesOf = perObject((ports: Ports) => {
  const unpackedFiles = new LRUCache<string, { readonly state: string; readonly unpacked: UnpackedFile }>({
    maxSize: maxConversationBytes,
  });
  return async (path: string): Promise<UnpackedFile> => {
    const before = unpackedFiles.get(path);
    if (before !== undefined && before.state === copyState(await ports.files.info(path))) {
      return before.unpacked;
    }
    const { bytes: packed, info } = await wholeBytesOf(ports, path);
    const bytes = await ports.conversationReader.unpackZstd(packed);
    const readPart: UnpackedFile['readPart'] = async (_, from, length) => ({
      bytes: bytes.subarray(from, from + length),
      info,
    });
    const unpacked = { bytes: bytes.length, readPart };
    unpackedFiles.set(path, { state: copyState(info), unpacked }, { size: Math.max(1, bytes.length) });
    return unpacked;
  };
});

/** @throws `not_found`, `too_large` */
async function wholeBytesOf({ files }: Ports, path: string) {
  const info = await files.info(path);
  if (info !== null && info.size > maxConversationBytes) {
    const message = `${path} is more than ${maxConversationBytes / 1024 / 1024} MB, and can only be read whole.`;
    throw new ContextureError('too_large', message, { path });
  }
  const read = await files.readPart(path, 0, maxConversationBytes);
  if (read === null) {
    throw new ContextureError('not_found', `${path} is not there any more.`, { path });
  }
  return read;
}
