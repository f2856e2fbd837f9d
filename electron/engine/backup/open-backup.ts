import {
  anyManifestSchema,
  type BackupFile,
  type BackupManifest,
  backupVersion,
  manifestName,
  manifestSchema,
} from '#shared/backup/manifest.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Ports } from '../ports.ts';
import { restoringFolder } from './restore-notes.ts';

type BackupAt = { readonly path: string; readonly passphrase?: string | undefined };

export type OpenBackup = {
  readonly manifest: BackupManifest;
  readonly isEncrypted: boolean;
  /** Bytes of all its files. */
  readonly bytes: number;
  /** Parts of a file. They throw `not_text` unless it is what the list says. */
  parts(file: BackupFile): AsyncIterable<Uint8Array>;
  /** Reads every byte. @throws `not_text` if any file is missing or damaged */
  verify(token: CancellationToken): Promise<void>;
};

const maxManifestBytes = 512 * 1024 * 1024;
const ageHead = 'age-encryption.org/';
const partBytes = 1024 * 1024;

/**
 * Opens a backup file for some work. An encrypted one is decrypted into our own data meanwhile.
 * @throws `not_found`, `value_invalid` for no or a wrong passphrase, `not_text` if it is no backup, damaged or cut off,
 * `unavailable` for one of a later version
 */
export async function withBackup<T>(
  ports: Ports,
  { path: typed, passphrase }: BackupAt,
  work: (backup: OpenBackup) => Promise<T>,
): Promise<T> {
  const { files, paths, packing } = ports;
  const path = paths.resolve(typed);
  const head = await files.readPart(path, 0, ageHead.length);
  if (head === null) {
    throw new ContextureError('not_found', `There is no file ${path}. Is its disk connected?`, { path });
  }
  const isEncrypted = ports.decodeText(head.bytes) === ageHead;
  if (!isEncrypted) {
    return work(await openZip(ports, path, path, false));
  }
  if (passphrase === undefined) {
    throw new ContextureError('value_invalid', 'This backup is encrypted. Type its passphrase.', { encrypted: true });
  }
  const plain = paths.join(ports.dataFolder, restoringFolder, `${ports.newId()}.zip`);
  try {
    await saying(path, () =>
      files.storeParts(plain, packing.decrypt(partsOf(ports, path, head.info.size), passphrase)),
    );
    return await work(await openZip(ports, plain, path, true));
  } finally {
    await files.discard(plain);
    await files.removeEmptyFolders(paths.dirname(plain));
  }
}

async function* partsOf({ files }: Ports, path: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const part = await files.readPart(path, at, Math.min(partBytes, size - at));
    if (part === null || part.bytes.length === 0) {
      return;
    }
    yield part.bytes;
    at += part.bytes.length;
  }
}

/** @param shown path of the file that the person named */
async function openZip(ports: Ports, path: string, shown: string, isEncrypted: boolean): Promise<OpenBackup> {
  const { files, packing } = ports;
  const read = async (from: number, length: number): Promise<Uint8Array> =>
    (await files.readPart(path, from, length))?.bytes ?? new Uint8Array();
  const size = (await files.info(path))?.size ?? 0;
  const zipped = new Map((await saying(shown, () => packing.open(read, size))).map((file) => [file.name, file]));
  const manifest = await saying(shown, async () => readManifest(ports, zipped.get(manifestName)));
  const total = manifest.files.reduce((sum, file) => sum + file.size, 0);
  const parts = (file: BackupFile): AsyncIterable<Uint8Array> => {
    const found = zipped.get(file.zipName ?? file.path);
    if (found === undefined || found.size !== file.size) {
      throw damagedError(shown, `${file.path} is not in it as its list says.`);
    }
    return packing.checked(found.parts, file);
  };
  return {
    manifest,
    isEncrypted,
    parts,
    bytes: total,
    async verify(token) {
      let done = 0;
      for (const file of manifest.files) {
        if (token.cancelled()) {
          throw new ContextureError('cancelled', 'Reading the backup was stopped. Nothing was changed.');
        }
        await saying(shown, async () => {
          for await (const _ of parts(file)) {
            // Read for its hash alone.
          }
        });
        done += file.size;
        token.progress({ done, total });
      }
    },
  };
}

async function readManifest(
  ports: Ports,
  zipped: { readonly size: number; readonly parts: AsyncIterable<Uint8Array> } | undefined,
): Promise<BackupManifest> {
  if (zipped === undefined || zipped.size > maxManifestBytes) {
    throw new ContextureError('not_text', 'It has no list of its files, so it is no backup of Contexture.');
  }
  const bytes = new Uint8Array(zipped.size);
  let at = 0;
  for await (const part of zipped.parts) {
    if (at + part.length > bytes.length) {
      break;
    }
    bytes.set(part, at);
    at += part.length;
  }
  const json = parseJson(ports.decodeText(bytes) ?? '');
  const any = anyManifestSchema.safeParse(json);
  if (any.success && any.data.version > backupVersion) {
    const message = `It was made by a newer Contexture (backup version ${any.data.version}; this one reads ${backupVersion}). Update Contexture, then restore it.`;
    throw new ContextureError('unavailable', message);
  }
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) {
    throw new ContextureError('not_text', 'The list of its files is damaged, or names files outside the backup.');
  }
  if (new Set(manifest.data.files.map(({ path }) => path)).size < manifest.data.files.length) {
    throw new ContextureError('not_text', 'The list of its files names one twice.');
  }
  return manifest.data;
}

/** Says of which file an error about its content is. */
async function saying<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = toContextureError(error);
    throw code === 'not_text' ? damagedError(path, message) : error;
  }
}

function damagedError(path: string, why: string): ContextureError {
  const message = why.startsWith(path) ? why : `${path} can’t be restored. ${why} Nothing was changed.`;
  return new ContextureError('not_text', message, { path });
}
