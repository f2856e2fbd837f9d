import { ContextureError } from '#shared/contract/errors.ts';
import { eraseFromStorage } from '#shared/storages/erase-storage.ts';
import { eraseFromBytes } from '../history/erase-versions.ts';
import type { Base } from '../workspace/base.ts';
import type { Commit } from '../workspace/commit.ts';
import { type Erasing, eraseByStep } from '../workspace/erasable-area.ts';

/** The text of a storage, and where it is. */
export type KeptText = {
  /** Names it: the name of its file, or what it would be called as a file. */
  readonly file: string;
  /** The file of the disk that it stands in. */
  readonly path: string;
  readonly text: string;
};

/** What one driver keeps of storages on the disk, for those who look through all of it. */
export type KeptInDriver = {
  /** How many there are. */
  count(): Promise<number>;
  /** @param unread told of a file that can't be read, instead of its text */
  texts(unread: (path: string, error: unknown) => void): AsyncIterable<KeptText>;
  erase(erasing: Erasing, commit: Commit): Promise<void>;
};

/** A line for each driver that keeps anything on the disk: erasing, the safety scan and search look through all of them. */
export const keptInDrivers = (base: Base): readonly KeptInDriver[] => [
  keptInFiles(base, base.layout.storagesFolder),
  keptInDatabase(base),
];

/** As much as a step reads of a file. */
const maxBytes = 64 * 1024 * 1024;

/** The database keeps its rows as if they were files. What it has let go of stays in it until it is written anew. */
function keptInDatabase(base: Base): KeptInDriver {
  const { ports, layout } = base;
  const rows = keptInFiles(base, layout.storageDatabase);
  return {
    ...rows,
    async erase(erasing, commit) {
      await rows.erase(erasing, commit);
      const path = layout.storageDatabase;
      await erasing.trying(path, () => base.access.locked(erasing.turn, async () => ports.purgeStorageDatabase(path)));
    },
  };
}

function keptInFiles({ ports, layout, links }: Base, folder: string): KeptInDriver {
  const { files, paths } = ports;

  async function* filesThere(unread: (path: string, error: unknown) => void) {
    try {
      await links.checkStill(folder, () => links.withheld(folder));
      const items = await files.list(folder);
      for (const { name, kind } of items.sort((one, other) => (one.name < other.name ? -1 : 1))) {
        const path = paths.join(folder, name);
        if (kind === 'file' && layout.isStorage(path)) {
          yield { file: name, path };
        }
      }
    } catch (error) {
      unread(folder, error);
    }
  }

  return {
    async count() {
      let count = 0;
      for await (const _ of filesThere(() => undefined)) {
        count += 1;
      }
      return count;
    },
    async *texts(unread) {
      for await (const { file, path } of filesThere(unread)) {
        try {
          await links.checkStill(path, () => links.withheld(path));
          const read = await files.read(path, { maxBytes });
          const text = read.state === 'present' ? ports.decodeText(read.bytes) : null;
          if (text !== null) {
            yield { file, path, text };
          } else if (read.state === 'present') {
            const message = `${path} is no text, so it can’t be told all that it says. Delete it to be rid of it.`;
            throw new ContextureError('not_text', message, { path });
          }
        } catch (error) {
          unread(path, error);
        }
      }
    },
    async erase(erasing, commit) {
      const { eraser, failed } = erasing;
      for await (const { file, path } of filesThere((of) => failed(of, 'It could not be looked into.'))) {
        await eraseByStep(commit, erasing, path, async (input) => {
          const now = await input.bytes(path);
          const after = now && eraseFromBytes(ports, now.bytes, eraser, (text) => eraseFromStorage(file, text, eraser));
          return now === null || after === null || after === now.bytes ? [] : [{ path, after, phase: 'changes' }];
        });
      }
    },
  };
}
