import { ContextureError } from '#shared/contract/errors.ts';
import { countInWords } from '#shared/text/counts.ts';
import type { FileInfo, Ports } from '../ports.ts';

/** One version of a file, whatever is in it. */
export type Bytes = { readonly bytes: Uint8Array; readonly hash: string };
export type FileVersion = Bytes & { readonly text: string };
type ReadBytes = Bytes & { readonly info: FileInfo };
export type ReadVersion = FileVersion & { readonly info: FileInfo };

/** Larger files are shown but not changed. */
export const maxEditableBytes = 16 * 1024 * 1024;
/** Larger ones are not opened at all. */
const maxReadableBytes = 64 * 1024 * 1024;
/** Nor are texts of more lines: what is known of each takes a hundred times the room of a short one. */
const maxLines = 300_000;

/**
 * Reads a file as text; null if there is none.
 * @param known a version whose text is reused if it still stands there
 * @throws `not_text` for bytes that are not UTF-8, `too_large` for too many lines, and what {@link Files.read} throws
 */
export async function readVersion(ports: Ports, path: string, known: FileVersion | null = null) {
  const read = await readBytes(ports, path);
  if (read === null) {
    return null;
  }
  const { bytes, hash, text } = versionOf(ports, path, known?.hash === read.hash ? known : read);
  return { bytes, hash, text, info: read.info };
}

/** Reads a file whatever is in it; null if there is none. @throws what {@link Files.read} throws */
export async function readBytes(ports: Pick<Ports, 'files'>, path: string): Promise<ReadBytes | null> {
  const read = await ports.files.read(path, { maxBytes: maxReadableBytes });
  return read.state === 'absent' ? null : { bytes: read.bytes, hash: read.hash, info: read.info };
}

/** @throws `not_text`, `too_large` */
export function versionOf(ports: Ports, path: string, version: Bytes | FileVersion): FileVersion {
  if ('text' in version) {
    return version;
  }
  const { bytes, hash } = version;
  const text = ports.decodeText(bytes);
  if (text === null) {
    const message = `${path} is not UTF-8 text, so it can’t be shown and is left as it is. Save it as UTF-8 in the program that wrote it.`;
    throw new ContextureError('not_text', message, { path });
  }
  if (bytes.length > maxLines && Math.max(countOf(text, '\n'), countOf(text, '\r')) > maxLines) {
    const message = `${path} has more than ${countInWords(maxLines)} lines, which is more than Contexture opens. Make it shorter or choose another file.`;
    throw new ContextureError('too_large', message, { path });
  }
  return { text, bytes, hash };
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1;
  }
  return count;
}
