import { ContextureError } from '#shared/contract/errors.ts';
import type { FileInfo, Ports } from './ports.ts';

/** A file as it was read: its text and the bytes it came from. */
export type FileVersion = { readonly text: string; readonly bytes: Uint8Array; readonly hash: string };
export type ReadVersion = FileVersion & { readonly info: FileInfo };

/** Larger files are shown but not changed. */
export const mostEditableBytes = 16 * 1024 * 1024;
/** Larger ones are not opened at all. */
const mostReadableBytes = 64 * 1024 * 1024;

/**
 * Reads a file as text; null if there is none.
 * @throws `not_text` for bytes that are not UTF-8, and what {@link Files.read} throws
 */
export async function readVersion(ports: Ports, path: string): Promise<ReadVersion | null> {
  const read = await ports.files.read(path, { maxBytes: mostReadableBytes });
  if (read.state === 'absent') {
    return null;
  }
  return { ...versionOf(ports, path, read.bytes, read.hash), info: read.info };
}

/** @throws `not_text` */
export function versionOf(ports: Ports, path: string, bytes: Uint8Array, hash: string): FileVersion {
  const text = ports.decodeText(bytes);
  if (text === null) {
    throw new ContextureError(
      'not_text',
      `${path} is not UTF-8 text, so it can’t be shown and is left as it is. Save it as UTF-8 in the program that wrote it.`,
      { path },
    );
  }
  return { text, bytes, hash };
}
