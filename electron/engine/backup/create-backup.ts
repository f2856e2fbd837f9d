import { type BackupManifest, backupVersion, manifestName } from '#shared/backup/manifest.ts';
import type { Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { CancellationToken } from '../cancellation.ts';
import { createErasureRegistry } from '../erasure/erasure-registry.ts';
import type { FileToPack, Ports } from '../ports.ts';
import { findKnownMemories, type KnownMemory } from './known-memories.ts';
import { createTaking, inOne, toPack } from './take-files.ts';

export type BackupNeeds = {
  readonly ports: Ports;
  readonly recentPaths: () => Promise<readonly string[]>;
  readonly connections: () => Promise<BackupManifest['connections']>;
};
type BackupRequest = { readonly to: string; readonly passphrase?: string | undefined };

/**
 * Writes a backup, whole or not at all. Files are copied without a lock; then, under each memory's lock, those that changed
 * meanwhile are read again, so that what is in the file is of one moment.
 */
export async function createBackup(
  needs: BackupNeeds,
  { to, passphrase }: BackupRequest,
  token: CancellationToken,
): Promise<Result<'backup.create'>> {
  const { ports } = needs;
  const path = await freePath(ports, to, passphrase !== undefined);
  const registry = createErasureRegistry(ports);
  const { generation } = await registry.current();
  const found = await findKnownMemories(ports, needs.recentPaths);
  const { memories } = found;
  const taking = createTaking(ports, token, found);
  const packed = async function* (): AsyncGenerator<FileToPack> {
    yield* taking.all();
    await checkNotErasing(ports, memories);
    if ((await registry.current()).generation !== generation) {
      throw erasingError();
    }
    const manifest: BackupManifest = {
      format: 'contexture-backup',
      version: backupVersion,
      app: ports.version,
      createdAt: ports.clock.now(),
      home: ports.homeFolder,
      memories: memories.map(({ facts }) => facts),
      connections: await needs.connections(),
      leftOut: taking.leftOut(),
      files: taking.taken(),
    };
    const bytes = ports.encodeText(`${JSON.stringify(manifest, null, 1)}\n`);
    yield toPack(manifestName, ports.clock.now(), inOne(bytes));
  };
  await checkNotErasing(ports, memories);
  await ports.files.sweep(ports.paths.dirname(path));
  const { bytes } = await ports.files.storeParts(path, ports.packing.pack(packed(), passphrase ?? null));
  return { path, bytes, files: taking.taken().length, memories: memories.length, leftOut: taking.leftOut() };
}

/** @throws `not_found` for a missing folder, `key_exists` if something is there */
async function freePath(ports: Ports, to: string, isEncrypted: boolean): Promise<string> {
  const { files, paths, clock } = ports;
  const wanted = paths.resolve(to);
  const ending = isEncrypted ? '.zip.age' : '.zip';
  if ((await files.info(wanted))?.kind === 'folder') {
    for (let number = 1; ; number++) {
      const name = `contexture-backup-${clock.today()}${number === 1 ? '' : `-${number}`}${ending}`;
      const path = paths.join(wanted, name);
      if ((await files.info(path)) === null) {
        return path;
      }
    }
  }
  if ((await files.info(paths.dirname(wanted)))?.kind !== 'folder') {
    const message = `There is no folder ${paths.dirname(wanted)}. Is its disk connected? Nothing was written.`;
    throw new ContextureError('not_found', message, { path: wanted });
  }
  if ((await files.info(wanted)) !== null) {
    const message = `${wanted} is there already, and nothing is written over it. Choose another name.`;
    throw new ContextureError('key_exists', message, { path: wanted });
  }
  return wanted;
}

/** @throws `busy` while a text is being erased, or if that was cut off: a copy of it must not be made */
async function checkNotErasing({ files, paths }: Ports, memories: readonly KnownMemory[]): Promise<void> {
  for (const { dataFolder, facts } of memories) {
    if ((await files.info(paths.join(dataFolder, 'erasing.json'))) !== null) {
      throw erasingError(facts.name);
    }
  }
}

function erasingError(name?: string): ContextureError {
  const where = name === undefined ? '' : ` in “${name}”`;
  const message = `A text is being erased${where}, so it could still be in the backup. Nothing was written. Try again once that is done.`;
  return new ContextureError('busy', message, {}, { retry: true });
}
