import type { Ports } from '../ports.ts';
import type { WorkspaceAccess } from '../workspace/access.ts';
import { type AppDataFileOptions, appDataFilesOf, eraseFromAppDataFile, textsIn } from './app-data-files.ts';
import type { ErasableArea } from './erasable-area.ts';

type AppDataAreaOptions = {
  readonly access: WorkspaceAccess;
  /** Folders of the workspace's own data. */
  readonly folders: () => readonly string[];
  readonly own: AppDataFileOptions;
  /** Files that are an area of their own. */
  readonly isElsewhere: (path: string) => boolean;
};

/** Every other file of the app's data, whatever it is for: drafts, read marks, decisions, logs, what was recovered. */
export function appDataArea(ports: Ports, options: AppDataAreaOptions): ErasableArea {
  const { access, folders, own, isElsewhere } = options;
  const filesNow = async () => (await appDataFilesOf(ports, folders())).filter(({ path }) => !isElsewhere(path));
  return {
    holds: 'app data',
    size: async () => (await filesNow()).length,
    async *texts({ next, unread }) {
      for (const file of await filesNow()) {
        next();
        const parts = await textsIn(ports, file, own).catch((error: unknown) => {
          unread(file.path, error);
          return [];
        });
        for (const [number, strings] of parts.entries()) {
          for (const text of strings) {
            yield { place: file.place, thing: `${file.path} ${number}`, text };
          }
        }
      }
    },
    erase: ({ turn, eraser, renamed, trying }) =>
      access.locked(turn, async () => {
        for (const file of await filesNow()) {
          await trying(file.path, () => eraseFromAppDataFile(ports, file, eraser, { ...own, renamed }));
        }
      }),
  };
}
