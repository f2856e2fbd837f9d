import { type ErasableArea, erasedLabel, textAt } from '../workspace/erasable-area.ts';
import type { Followed } from '../workspace/followed.ts';

export function settingsArea({ ports, access, settings, settingsService }: Followed): ErasableArea {
  const { path } = settings;
  return {
    holds: 'the person’s files',
    size: async () => 0,
    async *texts({ unread }) {
      const text = path === null ? null : await textAt(ports, path, unread);
      if (text !== null) {
        yield { place: 'settings', thing: '', text };
      }
    },
    async erase({ turn, eraser, trying }) {
      if (path !== null) {
        await trying(path, async () => {
          await access.locked(turn, async (locked) =>
            settings.writeText(locked, eraser.cut(await settings.textNow()), erasedLabel),
          );
          await settingsService.refresh();
        });
      }
    },
    remembers: null,
  };
}
