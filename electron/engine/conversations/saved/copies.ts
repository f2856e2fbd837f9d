import { z } from 'zod';
import type { ErasureRegistry } from '../../erasure/erasure-registry.ts';
import type { Ports } from '../../ports.ts';
import { areSameBytes, linesBefore } from '../lines.ts';
import { copyWithoutErased } from './erase-copies.ts';

export const copySchema = z.strictObject({
  file: z.string(),
  of: z.string(),
  bytes: z.int(),
  originalBytes: z.int().optional(),
  hash: z.string(),
  /** Time at which the original had last been written, when copied. */
  modifiedAt: z.number(),
  /** Time of the copy; missing from the first copies that were made. */
  keptAt: z.number().optional(),
});
export type Copy = z.infer<typeof copySchema>;

type CopyServices = { readonly ports: Ports; readonly registry: ErasureRegistry };

const comparedAtOnce = 1024 * 1024;

export const originalBytes = ({ bytes, originalBytes: known }: Copy): number => known ?? bytes;

/** Copies a file if it changed since. @returns all copies; one that is no longer among them is part of the new one */
export async function copyAgain(
  { ports, registry }: CopyServices,
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
  const isLonger =
    last !== undefined && (await beginsWith(ports, copied.path, paths.join(folder, last.file), last.bytes));
  return withCopy(ports, before, { of, copied, size: info.size, modifiedAt: info.modifiedAt }, isLonger ? last : null);
}

type CopyResult = NonNullable<Awaited<ReturnType<typeof copyWithoutErased>>>;
type NewCopy = { readonly of: string; readonly copied: CopyResult; readonly size: number; readonly modifiedAt: number };

/** @param part copy that the new one contains all of */
function withCopy({ paths, clock }: Ports, before: readonly Copy[], made: NewCopy, part: Copy | null): readonly Copy[] {
  const { of, copied, size, modifiedAt } = made;
  const { path, bytes, hash, isCut } = copied;
  const cut = isCut ? { originalBytes: size } : {};
  const copy = { file: paths.basename(path), of, bytes, ...cut, hash, modifiedAt, keptAt: clock.now() };
  return [...before.filter((other) => other !== part), copy];
}

/** Text of a conversation in a file that it shares with others. */
export type Part = {
  readonly of: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly changedAt: number;
};

export async function copyPartAgain(
  { ports, registry }: CopyServices,
  folder: string,
  before: readonly Copy[],
  { of, name, bytes: original, changedAt }: Part,
): Promise<readonly Copy[]> {
  const { files, paths } = ports;
  const last = before.findLast((copy) => copy.of === of);
  const to = paths.join(folder, `${ports.newId()}-${name}`);
  const copied = await withPart(ports, folder, { name, bytes: original }, (path) =>
    copyWithoutErased(ports, registry, path, to),
  );
  if (copied === null || copied.hash === last?.hash) {
    await files.discard(to);
    // Its program may give another time for it now.
    return before.map((copy) => (copied !== null && copy === last ? { ...copy, modifiedAt: changedAt } : copy));
  }
  const isLonger = last !== undefined && (await hasGrown(ports, copied.path, folder, last));
  const made = { of, copied, size: original.length, modifiedAt: changedAt };
  return withCopy(ports, before, made, isLonger ? last : null);
}

/** Calls `read` with the path of a part of a file, stored as a separate file. */
export async function withPart<T>(
  { files, paths, newId }: Ports,
  folder: string,
  { name, bytes }: Pick<Part, 'name' | 'bytes'>,
  read: (path: string) => Promise<T>,
): Promise<T> {
  const path = paths.join(folder, `${newId()}-${name}`);
  try {
    await files.store(path, bytes);
    return await read(path);
  } finally {
    await files.discard(path);
  }
}

/** True if a file contains all of a copied part. In lines the last one sums up the whole, and changes with each line added. */
export async function hasGrown(ports: Ports, path: string, folder: string, { file, bytes }: Copy): Promise<boolean> {
  const copy = ports.paths.join(folder, file);
  const { done, value } = await linesBefore(ports, copy, bytes).next();
  const lasting = file.endsWith('.jsonl') && !done ? value.at : bytes;
  return beginsWith(ports, path, copy, lasting);
}

export async function beginsWith({ files }: Ports, path: string, shorter: string, bytes: number): Promise<boolean> {
  for (let at = 0; at < bytes; at += comparedAtOnce) {
    const length = Math.min(comparedAtOnce, bytes - at);
    const one = await files.readPart(path, at, length);
    const other = await files.readPart(shorter, at, length);
    if (one === null || other === null || !areSameBytes(one.bytes, other.bytes)) {
      return false;
    }
  }
  return true;
}
