import { z } from 'zod';
import type { Ports } from '../../ports.ts';

export const copySchema = z.strictObject({
  /** Its name in the folder of the conversation. */
  file: z.string(),
  /** Where it was copied from. */
  of: z.string(),
  bytes: z.int(),
  hash: z.string(),
  /** When the original was last written then. */
  modifiedAt: z.number(),
});
export type Copy = z.infer<typeof copySchema>;

const comparedAtOnce = 1024 * 1024;

/**
 * Copies a file if it is another than was copied last.
 * @returns the copies there are then; one that is no longer among them is part of the new one
 */
export async function copyAgain(
  ports: Ports,
  folder: string,
  before: readonly Copy[],
  of: string,
): Promise<readonly Copy[]> {
  const { files, paths } = ports;
  const last = before.findLast((copy) => copy.of === of);
  const info = await files.info(of);
  if (info === null || (last?.bytes === info.size && last.modifiedAt === info.modifiedAt)) {
    return before;
  }
  const file = `${ports.newId()}-${paths.basename(of)}`;
  const copied = await files.storeCopy(of, paths.join(folder, file));
  if (copied === null) {
    return before;
  }
  const copy: Copy = { file, of, ...copied, modifiedAt: info.modifiedAt };
  const isLonger = last !== undefined && (await beginsWith(ports, folder, copy, last));
  return [...before.filter((other) => !isLonger || other !== last), copy];
}

async function beginsWith({ files, paths }: Ports, folder: string, longer: Copy, shorter: Copy): Promise<boolean> {
  if (longer.bytes < shorter.bytes) {
    return false;
  }
  for (let at = 0; at < shorter.bytes; at += comparedAtOnce) {
    const length = Math.min(comparedAtOnce, shorter.bytes - at);
    const one = await files.readPart(paths.join(folder, longer.file), at, length);
    const other = await files.readPart(paths.join(folder, shorter.file), at, length);
    if (one === null || other === null || !isSame(one.bytes, other.bytes)) {
      return false;
    }
  }
  return true;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
