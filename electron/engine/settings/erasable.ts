import { type ErasableArea, erasedLabel, textAt } from '../erasure/erasable-area.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceAccess } from '../workspace/access.ts';
import type { SettingsService } from './settings-service.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';

type SettingsAreaOptions = {
  readonly access: WorkspaceAccess;
  readonly settings: WorkspaceSettings;
  readonly settingsService: SettingsService;
};

export function settingsArea(ports: Ports, { access, settings, settingsService }: SettingsAreaOptions): ErasableArea {
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
  };
}
