import type { Bytes } from '../app-files/file-version.ts';
import type { Ports, SupersededFile } from '../ports.ts';

/** Origin of a kept version: another program's, written before or meanwhile, or our own. */
type KeptAs = 'read' | 'written meanwhile' | 'ours';

/** Replaces a file outside a step, and keeps what was there. @param bytes null to remove it */
export async function replaceRecorded(
  ports: Pick<Ports, 'files' | 'hash'>,
  { path, like, before }: { readonly path: string; readonly like: string; readonly before: Bytes | null },
  bytes: Uint8Array | null,
  keep: (version: Bytes, as: KeptAs) => Promise<void>,
): Promise<SupersededFile> {
  if (before) {
    await keep(before, 'read');
  }
  const superseded = bytes ? await ports.files.replace(path, bytes, like) : await ports.files.remove(path);
  if (superseded.version && superseded.version.hash !== before?.hash) {
    await keep(superseded.version, 'written meanwhile');
  }
  if (bytes) {
    await keep({ bytes, hash: ports.hash(bytes) }, 'ours');
  }
  return superseded;
}
