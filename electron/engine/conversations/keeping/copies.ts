import { z } from 'zod';
import type { ErasureRegistry } from '../../erasure/erasure-registry.ts';
import type { Ports } from '../../ports.ts';
import { copyWithoutErased } from './erase-copies.ts';

export const copySchema = z.strictObject({
  /** Its name in the folder of the conversation. */
  file: z.string(),
  /** Where it was copied from. */
  of: z.string(),
  bytes: z.int(),
  /** The bytes of the original, where something was erased from the copy. */
  originalBytes: z.int().optional(),
  hash: z.string(),
  /** When the original was last written then. */
  modifiedAt: z.number(),
});
export type Copy = z.infer<typeof copySchema>;

type Copying = { readonly ports: Ports; readonly registry: ErasureRegistry };

const comparedAtOnce = 1024 * 1024;

/** The bytes of the file that was copied. */
export const originalBytes = ({ bytes, originalBytes: known }: Copy): number => known ?? bytes;

/**
 * Copies a file if it is another than was copied last, without what was erased before.
 * @returns the copies there are then; one that is no longer among them is part of the new one
 */
export async function copyAgain(
  { ports, registry }: Copying,
  folder: string,
  before: readonly Copy[],
  of: string,
): Promise<readonly Copy[]> {
  const { files, paths } = ports;
  const last = before.findLast((copy) => copy.of === of);
  const info = await files.info(of);
  if (info === null || (last && originalBytes(last) === info.size && last.modifiedAt === info.modifiedAt)) {
    return before;
  }
  const to = paths.join(folder, `${ports.newId()}-${paths.basename(of)}`);
  const copied = await copyWithoutErased(ports, registry, of, to);
  if (copied === null) {
    return before;
  }
  const { path, bytes, hash } = copied;
  const cut = copied.isCut ? { originalBytes: info.size } : {};
  const copy: Copy = { file: paths.basename(path), of, bytes, ...cut, hash, modifiedAt: info.modifiedAt };
  const isLonger = last !== undefined && (await beginsWith(ports, path, paths.join(folder, last.file), last.bytes));
  return [...before.filter((other) => !isLonger || other !== last), copy];
}

/** Whether a file begins with all of a shorter one of so many bytes. */
export async function beginsWith({ files }: Ports, path: string, shorter: string, bytes: number): Promise<boolean> {
  for (let at = 0; at < bytes; at += comparedAtOnce) {
    const length = Math.min(comparedAtOnce, bytes - at);
    const one = await files.readPart(path, at, length);
    const other = await files.readPart(shorter, at, length);
    if (one === null || other === null || !isSame(one.bytes, other.bytes)) {
      return false;
    }
  }
  return true;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
