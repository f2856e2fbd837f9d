import type { NotErased } from '#shared/contract/features/erasure.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { Turn } from '../workspace/access.ts';
import type { Followed } from '../workspace/followed.ts';
import { textAt } from './erasable-area.ts';
import { cannotRead } from './search.ts';

/** Other programs' files beside ours, and unusable archives, that hold the text: they are named and left alone. */
export async function foreignFiles({ ports, layout, index, memoryFiles }: Followed, turn: Turn, eraser: Eraser) {
  const { files, paths } = ports;
  const { contextPath, archiveFolder, settingsPath } = layout;
  const found: NotErased[] = [];
  const unread = (path: string, error: unknown): void => void found.push(cannotRead(path, error));
  const ignore = (): void => undefined;
  const archives = new Map((await index.ready(turn)).map((file) => [file.name, file]));
  for (const folder of layout.folders) {
    for (const { name, kind } of await files.list(folder)) {
      const path = paths.join(folder, name);
      const ofArchive = folder === archiveFolder ? archives.get(name) : undefined;
      const isOurs = path === contextPath || path === settingsPath || ofArchive?.document;
      if (kind !== 'file' || isOurs) {
        continue;
      }
      const text = await textAt(ports, path, ofArchive ? unread : ignore);
      if (text !== null && eraser.occurs(text)) {
        found.push({ path, why: ofArchive?.problem ?? 'It is not a file of Contexture’s.' });
      }
    }
  }
  for (const path of memoryFiles.list().flatMap(({ state, place }) => (state === 'read' ? [place] : []))) {
    const text = await textAt(ports, path, ignore);
    if (text !== null && eraser.occurs(text)) {
      found.push({ path, why: 'Your assistant reads it too, but Contexture does not change it.' });
    }
  }
  return found;
}
