import { ContextureError } from '#shared/contract/errors.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links'>;

export type DriverStorage = {
  readonly file: string;
  readonly path: string;
  /** Changes whenever its content may have. */
  readonly stamp: string;
  /** Content; null if it no longer exists. @throws `not_text` */
  text(): Promise<string | null>;
};

/** Data of one driver on the disk, for those who look through all of it. */
export type StorageDriverReader = {
  /** Storages by name. @param unread called for what can't be read */
  list(unread: (path: string, error: unknown) => void): Promise<readonly DriverStorage[]>;
  readonly path: string;
  /** Removes remains of replaced data. */
  purge(): Promise<void>;
};

/** Lists the drivers that keep anything on the disk: erasing, the safety scan and search look through all of them. */
export const storageDrivers = (needs: Needs): readonly StorageDriverReader[] => [
  keptInFolder(needs, needs.layout.storagesFolder),
  keptInDatabase(needs),
];

export async function listDriverStorages(needs: Needs, unread: Parameters<StorageDriverReader['list']>[0]) {
  const all = await Promise.all(storageDrivers(needs).map((driver) => driver.list(unread)));
  return all.flat();
}

const maxBytes = 64 * 1024 * 1024;

/** Keeps rows of the database as if they were files. Deleted data stays in it until it is rewritten. */
function keptInDatabase(needs: Needs): StorageDriverReader {
  const path = needs.layout.storageDatabase;
  return { ...keptInFolder(needs, path), purge: () => needs.ports.purgeStorageDatabase(path) };
}

function keptInFolder({ ports, layout, links }: Needs, folder: string): StorageDriverReader {
  const { files, paths } = ports;

  async function textOf(path: string): Promise<string | null> {
    await links.checkInside(path);
    const read = await files.read(path, { maxBytes });
    const text = read.state === 'present' ? ports.decodeText(read.bytes) : null;
    if (text === null && read.state === 'present') {
      const message = `${path} isn’t text, so it can’t be told all that it says. Delete it to be rid of it.`;
      throw new ContextureError('not_text', message, { path });
    }
    return text;
  }

  const list: StorageDriverReader['list'] = async (unread) => {
    try {
      await links.checkInside(folder);
      const items = (await files.list(folder)).filter(
        ({ name, kind }) => kind === 'file' && layout.isStorage(paths.join(folder, name)),
      );
      const storages = items.map(async ({ name }): Promise<DriverStorage[]> => {
        const path = paths.join(folder, name);
        const info = await files.info(path);
        const stamp = info && `${info.identity} ${info.size} ${info.modifiedAt} ${info.changedAt}`;
        return stamp === null ? [] : [{ file: name, path, stamp, text: () => textOf(path) }];
      });
      return (await Promise.all(storages)).flat().sort((one, other) => (one.file < other.file ? -1 : 1));
    } catch (error) {
      unread(folder, error);
      return [];
    }
  };

  return { path: folder, list, purge: async () => undefined };
}
