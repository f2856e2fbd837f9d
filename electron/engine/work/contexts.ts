import { type WorkPlace, workPlaces } from '#shared/contract/features/work.ts';
import type { FileInfo, Ports } from '../ports.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { Archived } from './archived.ts';
import type { WorkPlaces } from './places.ts';

export type Unread = (path: string, error: unknown) => void;

type Reading = {
  readonly ports: Ports;
  readonly layout: WorkspaceLayout;
  readonly places: WorkPlaces;
  readonly archived: Archived;
  readonly idsIn: (where: WorkPlace) => Promise<string[]>;
  readonly read: (where: WorkPlace, id: string) => Promise<{ readonly text: string }>;
};

/**
 * All contexts, archived ones too, each with a stamp that is another whenever it may say something else, for whoever looks through them.
 * @param unread told of what can’t be listed
 */
export async function contextsFor(unread: Unread, { ports, layout, places, archived, idsIn, read }: Reading) {
  const found: { file: string; path: string; stamp: string; text: () => Promise<string> }[] = [];
  for (const where of workPlaces) {
    const ids = await idsIn(where).catch((error: unknown) => {
      unread(places.placeFolder(where), error);
      return [];
    });
    for (const id of ids) {
      const path = places.context(where, id);
      const info = await ports.files.info(path);
      if (info !== null) {
        found.push({
          file: layout.nameOf(path),
          path,
          stamp: stampOf(info),
          text: async () => (await read(where, id)).text,
        });
      }
    }
  }
  for await (const { path } of archived.all(unread)) {
    const info = await ports.files.info(path);
    if (info !== null) {
      const text = async () => (await archived.textIn(path, 'context.json')) ?? '';
      found.push({ file: layout.nameOf(path), path, stamp: stampOf(info), text });
    }
  }
  return found;
}

const stampOf = ({ identity, size, modifiedAt, changedAt }: FileInfo): string =>
  `${identity} ${size} ${modifiedAt} ${changedAt}`;
