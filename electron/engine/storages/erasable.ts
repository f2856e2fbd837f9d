import { eraseFromStorage } from '#shared/storages/erase-storage.ts';
import { saidInJson } from '#shared/text/erase-json.ts';
import { eraseFromBytes } from '../history/erase-versions.ts';
import { type ErasableArea, eraseByStep } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { listDriverStorages, storageDrivers } from './driver-storages.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links' | 'access' | 'commit'>;

export function storagesArea(needs: Needs): ErasableArea {
  const { ports, access, commit } = needs;
  return {
    holds: 'the person’s files',
    size: async ({ onUnread }) => (await listDriverStorages(needs, onUnread)).length,
    async *texts({ countOne, onUnread, eraser, onKept }) {
      for (const { file, path, text: read } of await listDriverStorages(needs, () => undefined)) {
        countOne();
        const text = await read().catch((error: unknown) => {
          onUnread(path, error);
          return null;
        });
        for (const part of text === null ? [] : (saidInJson(text) ?? [text])) {
          yield { place: 'storages', thing: file, text: part, without: (from) => from.cutEscaped(part) };
        }
        const after = eraser === null || text === null ? '' : eraseFromStorage(file, text, eraser);
        if (eraser?.occurs(file)) {
          onKept({ path, why: 'It is in its name, by which its agent finds it. Remove the storage to be rid of it.' });
        } else if (eraser !== null && (saidInJson(after) ?? []).some(eraser.occurs)) {
          onKept({
            path,
            why: 'It names who something is stored for. Remove what is stored for them to be rid of it.',
          });
        }
      }
    },
    async erase(erasing) {
      const { turn, eraser, failed, tryOnFile } = erasing;
      for (const { path: place, list, purge } of storageDrivers(needs)) {
        for (const { file, path } of await list((of) => failed(of, 'It could not be looked into.'))) {
          await eraseByStep(commit, erasing, path, async (input) => {
            const now = await input.bytes(path);
            const erase = (text: string): string => eraseFromStorage(file, text, eraser);
            const after = now && eraseFromBytes(ports, now.bytes, eraser, erase);
            return now === null || after === null || after === now.bytes ? [] : [{ path, after, phase: 'changes' }];
          });
        }
        await tryOnFile(place, () => access.locked(turn, purge));
      }
    },
    remembers: null,
  };
}
