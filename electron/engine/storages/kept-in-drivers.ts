import { ContextureError } from '#shared/contract/errors.ts';
import type { Base } from '../workspace/base.ts';

/** A storage, wherever a driver keeps it. */
export type KeptStorage = {
  /** The name of its file, or what that would be. */
  readonly file: string;
  /** Where it stands on the disk. */
  readonly path: string;
  /** Another whenever it may say something else. */
  readonly stamp: string;
  /** What it says; null where it is not there any more. @throws `not_text` */
  text(): Promise<string | null>;
};

/** What one driver keeps on the disk, for those who look through all of it. */
export type KeptInDriver = {
  /** By name. @param unread told of what can't be looked into */
  list(unread: (path: string, error: unknown) => void): Promise<readonly KeptStorage[]>;
  /** Where it keeps them. */
  readonly path: string;
  /** Leaves nothing there of what was replaced before. */
  purge(): Promise<void>;
};

/** A line for each driver that keeps anything on the disk: erasing, the safety scan and search look through all of them. */
export const keptInDrivers = (base: Base): readonly KeptInDriver[] => [
  keptInFolder(base, base.layout.storagesFolder),
  keptInDatabase(base),
];

/** Everything that agents keep. @param unread told of what can't be looked into */
export async function keptStorages(base: Base, unread: Parameters<KeptInDriver['list']>[0]) {
  const all = await Promise.all(keptInDrivers(base).map((driver) => driver.list(unread)));
  return all.flat();
}

/** As much as a step reads of a file. */
const maxBytes = 64 * 1024 * 1024;

/** The database keeps its rows as if they were files. What it has let go of stays in it until it is written anew. */
function keptInDatabase(base: Base): KeptInDriver {
  const path = base.layout.storageDatabase;
  return { ...keptInFolder(base, path), purge: () => base.ports.purgeStorageDatabase(path) };
}

function keptInFolder({ ports, layout, links }: Base, folder: string): KeptInDriver {
  const { files, paths } = ports;
  const checkInside = (path: string): Promise<void> => links.checkStill(path, () => links.withheld(path));

  async function textOf(path: string): Promise<string | null> {
    await checkInside(path);
    const read = await files.read(path, { maxBytes });
    const text = read.state === 'present' ? ports.decodeText(read.bytes) : null;
    if (text === null && read.state === 'present') {
      const message = `${path} isn’t text, so it can’t be told all that it says. Delete it to be rid of it.`;
      throw new ContextureError('not_text', message, { path });
    }
    return text;
  }

  const list: KeptInDriver['list'] = async (unread) => {
    try {
      await checkInside(folder);
      const items = (await files.list(folder)).filter(
        ({ name, kind }) => kind === 'file' && layout.isStorage(paths.join(folder, name)),
      );
      const found = items.map(async ({ name }): Promise<KeptStorage[]> => {
        const path = paths.join(folder, name);
        const info = await files.info(path);
        const stamp = info && `${info.identity} ${info.size} ${info.modifiedAt} ${info.changedAt}`;
        return stamp === null ? [] : [{ file: name, path, stamp, text: () => textOf(path) }];
      });
      return (await Promise.all(found)).flat().sort((one, other) => (one.file < other.file ? -1 : 1));
    } catch (error) {
      unread(folder, error);
      return [];
    }
  };

  return { path: folder, list, purge: async () => undefined };
}
