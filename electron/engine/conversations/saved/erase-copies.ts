import { eraseFromLine, saidInLine } from '#shared/conversations/erase-lines.ts';
import { createEraser, type Eraser } from '#shared/text/eraser.ts';
import type { ErasureRegistry } from '../../erasure/erasure-registry.ts';
import { eraseFromBytes } from '../../history/erase-versions.ts';
import type { Ports } from '../../ports.ts';
import { linesFrom } from '../lines.ts';
import { lineFilesOf } from '../packed-lines.ts';

const maxBytes = 64 * 1024 * 1024;
const passedOn = 1024 * 1024;

/** A line of a file with its line end, or a whole file if it has no lines. */
type Piece = {
  readonly at: number;
  readonly end: number;
  /** Null for a line that is too long to read. */
  readonly bytes: Uint8Array | null;
};

/** @throws `too_large` for a file without lines that is too long to read */
async function* piecesOf(ports: Ports, path: string): AsyncGenerator<Piece> {
  if (/\.jsonl(?:\.zst)?$/.test(path)) {
    yield* linesFrom({ files: await lineFilesOf(ports, path) }, path, 0);
    return;
  }
  const read = await ports.files.read(path, { maxBytes });
  if (read.state === 'present') {
    yield { at: 0, end: read.bytes.length, bytes: read.bytes };
  }
}

export async function* writtenTexts(ports: Ports, path: string): AsyncGenerator<{ at: number; written: string }> {
  for await (const { at, bytes } of piecesOf(ports, path)) {
    const written = bytes && ports.decodeText(bytes);
    if (written) {
      yield { at, written };
    }
  }
}

export async function formsErasedBefore(ports: Ports, registry: ErasureRegistry, path: string): Promise<string[]> {
  const forms = new Set<string>();
  const { fingerprints } = await registry.current();
  for await (const { written } of fingerprints.length === 0 ? [] : writtenTexts(ports, path)) {
    const text = saidInLine(written).join('\n');
    for (const { from, to } of await registry.recognise(text)) {
      forms.add(text.slice(from, to));
    }
  }
  return [...forms];
}

export async function isIn(ports: Ports, path: string, eraser: Eraser) {
  let holds = false;
  let isWhole = true;
  for await (const { bytes } of piecesOf(ports, path)) {
    isWhole &&= bytes !== null;
    holds ||= bytes !== null && without(ports, bytes, eraser) !== bytes;
  }
  return { holds, isWhole };
}

/** Bytes of a file without a text; unpacked if the file is packed. */
export async function* partsWithout(ports: Ports, path: string, eraser: Eraser): AsyncGenerator<Uint8Array> {
  for await (const { at, end, bytes } of piecesOf(ports, path)) {
    if (bytes === null) {
      yield* partsBetween(ports, path, at, end);
      continue;
    }
    yield without(ports, bytes, eraser);
    if (end - at > bytes.length) {
      yield ports.encodeText('\n');
    }
  }
}

const without = (ports: Ports, bytes: Uint8Array, eraser: Eraser): Uint8Array =>
  eraseFromBytes(ports, bytes, eraser, (text) => eraseFromLine(text, eraser));

async function* partsBetween(ports: Ports, path: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += passedOn) {
    const part = await ports.files.readPart(path, at, Math.min(passedOn, to - at));
    yield part?.bytes ?? new Uint8Array();
  }
}

export const unpackedName = (name: string): string => name.replace(/\.zst$/, '');

export async function copyWithoutErased(
  ports: Ports,
  registry: ErasureRegistry,
  of: string,
  to: string,
): Promise<{ path: string; bytes: number; hash: string; isCut: boolean } | null> {
  const forms = await formsErasedBefore(ports, registry, of);
  if (forms.length === 0) {
    const copied = await ports.files.storeCopy(of, to);
    return copied && { path: to, isCut: false, ...copied };
  }
  const path = unpackedName(to);
  return { path, isCut: true, ...(await ports.files.storeParts(path, partsWithout(ports, of, createEraser(forms)))) };
}
