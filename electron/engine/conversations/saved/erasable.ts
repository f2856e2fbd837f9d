import { eraseFromLine, saidInLine } from '#shared/conversations/erase-lines.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { ErasableArea, ErasureStep } from '../../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../../workspace/parts.ts';
import { copiesBeingRead } from '../read-copy.ts';
import { type Copy, originalBytes } from './copies.ts';
import { isIn, partsWithout, unpackedName, writtenTexts } from './erase-copies.ts';
import { createSavedCopies, type SavedCopies, type SavedRecord } from './saved-copies.ts';

const place = 'copies';

/** Copies of conversations and workflows. They are ours, so an erased text is removed, also out of titles and leftovers. */
export function savedCopiesArea({ ports }: Pick<WorkspaceParts, 'ports'>): ErasableArea {
  const { files, paths } = ports;
  const stores = [createSavedCopies(ports), createSavedCopies(ports, 'work')];
  const foldersOf = async ({ folders, change }: SavedCopies) =>
    (await folders()).map((folder) => ({ ...folder, change }));
  const allFolders = async () => (await Promise.all(stores.map(foldersOf))).flat();

  const isCopy = (name: string): boolean => name !== 'about.json' && name !== 'lock';
  async function filesIn(folder: string): Promise<string[]> {
    const items = await files.list(folder);
    return items.flatMap(({ name, kind }) => (kind === 'file' && isCopy(name) ? name : []));
  }

  /** Rewrites a file of the folder without the text. @returns its new name; null if it does not hold the text */
  async function eraseFromFile(folder: string, file: string, name: string, { eraser, failed }: ErasureStep) {
    const path = paths.join(folder, file);
    const { holds, isWhole } = await isIn(ports, path, eraser);
    if (!isWhole) {
      failed(path, 'A line of this copy is longer than 32 MB and could not be looked into.');
    }
    if (!holds) {
      return null;
    }
    const to = `${ports.newId()}-${unpackedName(name)}`;
    const { bytes, hash } = await files.storeParts(paths.join(folder, to), partsWithout(ports, path, eraser));
    return { file: to, bytes, hash };
  }

  async function eraseFromKept(folder: string, record: SavedRecord, erasing: ErasureStep): Promise<SavedRecord> {
    const after: Copy[] = [];
    for (const copy of record.copies) {
      const path = paths.join(folder, copy.file);
      const cut = await erasing.tryOnFile(path, () => eraseFromFile(folder, copy.file, nameIn(copy.file), erasing));
      after.push(cut === null ? copy : { ...copy, ...cut, originalBytes: originalBytes(copy) });
    }
    const title = record.title && erasing.eraser.cutFromLabel(record.title);
    const isSame = title === record.title && after.every((copy, index) => copy === record.copies[index]);
    return isSame ? record : { ...record, title, copies: after };
  }

  /** Rewrites files that nothing names any more. They may be the last copies, so they stay, without the text. */
  async function eraseFromUnnamed(folder: string, erasing: ErasureStep): Promise<void> {
    for (const file of await filesIn(folder)) {
      const path = paths.join(folder, file);
      await erasing.tryOnFile(path, async () => {
        const cut = await eraseFromFile(folder, file, file, erasing);
        await (cut === null ? null : files.discard(path));
      });
    }
  }

  return {
    holds: 'app data',
    size: async () => (await Promise.all((await allFolders()).map(({ folder }) => filesIn(folder)))).flat().length,
    async *texts({ countOne, onUnread, eraser }) {
      for (const { folder, kept } of await allFolders()) {
        if (kept?.title) {
          yield { place, thing: `${folder} title`, text: kept.title };
        }
        for (const file of await filesIn(folder)) {
          countOne();
          const path = paths.join(folder, file);
          try {
            for await (const { at, written } of writtenTexts(ports, path)) {
              for (const text of eraser === null || mayHold(written, eraser) ? saidInLine(written) : []) {
                yield { place, thing: `${path} ${at}`, text, without: (from) => from.cutEscaped(text) };
              }
            }
          } catch (error) {
            onUnread(path, error);
          }
        }
      }
    },
    async erase(erasing) {
      for (const { folder, kept, change } of await allFolders()) {
        await erasing.tryOnFile(folder, () =>
          kept === null
            ? eraseFromUnnamed(folder, erasing)
            : change(kept.id, (now) => eraseFromKept(folder, now, erasing)),
        );
      }
      for (const path of await copiesBeingRead(ports)) {
        erasing.failed(path, 'It is the copy of a database that is being read just now, and is removed after that.');
      }
    },
    remembers: null,
  };
}

const nameIn = (file: string): string => file.slice(file.indexOf('-') + 1);

const mayHold = (written: string, eraser: Eraser): boolean => eraseFromLine(written, eraser) !== written;
