import { ContextureError } from '#shared/contract/errors.ts';
import { countInWords } from '#shared/text/counts.ts';
import { splitLines } from '#shared/text/lines.ts';
import type { FileInfo, Ports } from '../ports.ts';

/** A version of a file with any content. */
export type Bytes = { readonly bytes: Uint8Array; readonly hash: string };
export type FileVersion = Bytes & {
  readonly text: string;
  /** Set if U+FFFD replaces bytes that are not UTF-8, so that this text must not be written back. */
  readonly isMarked?: true;
};
export type ReadBytes = Bytes & { readonly info: FileInfo };
export type ReadVersion = FileVersion & { readonly info: FileInfo };

/** Maximum bytes of a file that may be changed; larger ones are only shown. */
export const maxEditableBytes = 16 * 1024 * 1024;
/** Maximum bytes of a file that is opened. */
const maxReadableBytes = 64 * 1024 * 1024;
/** Maximum lines of a file that is opened: the data for each takes a hundred times the memory of a short one. */
const maxLines = 300_000;

/**
 * Reads a file as text; null if there is none.
 * @param known a version whose text is reused if the file is unchanged
 * @throws `not_text` for bytes that are not UTF-8, `too_large` for too many lines, and as {@link Files.read}
 */
export async function readVersion(ports: Ports, path: string, known: FileVersion | null = null) {
  const read = await readBytes(ports, path);
  if (read === null) {
    return null;
  }
  const { bytes, hash, text } = versionOf(ports, path, known?.hash === read.hash ? known : read);
  return { bytes, hash, text, info: read.info };
}

/**
 * Reads a file that is not UTF-8, to show it; null if there is none, it is UTF-8 by now, or it is not text at all.
 * @throws as {@link Files.read}
 */
export async function readMarked(ports: Ports, path: string): Promise<ReadVersion | null> {
  const read = await readBytes(ports, path);
  return read === null || ports.decodeText(read.bytes) !== null || isBinary(read.bytes)
    ? null
    : { ...read, text: ports.decodeMarked(read.bytes), isMarked: true };
}

const isBinary = (bytes: Uint8Array): boolean => bytes.includes(0);

/** Reads a file with any content; null if there is none. @throws as {@link Files.read} */
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
    throw notTextVersionError(ports, path, bytes);
  }
  if (bytes.length > maxLines && Math.max(countOf(text, '\n'), countOf(text, '\r')) > maxLines) {
    const message = `${path} has more than ${countInWords(maxLines)} lines, which is more than Contexture opens. Make it shorter or choose another file.`;
    throw new ContextureError('too_large', message, { path });
  }
  return { text, bytes, hash };
}

export function notTextVersionError(ports: Ports, path: string, bytes: Uint8Array): ContextureError {
  const where = isBinary(bytes) ? ', so it can’t be shown and' : ` in ${linesMarked(ports.decodeMarked(bytes))}, so it`;
  const message = `${path} is not UTF-8 text${where} is left as it is. Save it as UTF-8 in the program that wrote it.`;
  return new ContextureError('not_text', message, { path });
}

const maxNamed = 5;

function linesMarked(text: string): string {
  const marked = splitLines(text).flatMap(({ from, to }, index) =>
    text.slice(from, to).includes('\uFFFD') ? [String(index + 1)] : [],
  );
  const listed = marked.slice(0, maxNamed);
  const more = marked.length > maxNamed ? [`${countInWords(marked.length - maxNamed)} more`] : [];
  const all = [...listed, ...more];
  return all.length === 1 ? `line ${all[0]}` : `lines ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1;
  }
  return count;
}
