import type { Eraser } from '#shared/text/eraser.ts';
import { type ErasableArea, erasedLabel, textAt } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { SettingsService } from './settings-service.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'access'> & {
  readonly settings: WorkspaceSettings;
  readonly settingsService: SettingsService;
};

export function settingsArea({ ports, access, layout, settings, settingsService }: Needs): ErasableArea {
  const { path } = settings;
  return {
    holds: 'the person’s files',
    size: async () => 0,
    async *texts({ onUnread }) {
      const text = path === null ? null : await textAt(ports, path, onUnread);
      if (text !== null) {
        const without = (eraser: Eraser): string => layout.erase(layout.nameOf(path ?? ''), text, eraser);
        yield { place: 'settings', thing: '', text, without, file: { place: 'settings', archive: null } };
      }
    },
    async erase({ turn, eraser, tryOnFile }) {
      if (path !== null) {
        await tryOnFile(path, async () => {
          await access.locked(turn, async (locked) => {
            const text = await settings.textNow();
            await settings.writeText(locked, layout.erase(layout.nameOf(path), text, eraser), erasedLabel);
          });
          await settingsService.refresh();
        });
      }
    },
    remembers: null,
  };
}
