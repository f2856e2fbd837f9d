import { leavesOthersOut, type Settings } from '#shared/contract/features/settings.ts';
import { createSignal } from '../signal.ts';
import { createWorkspaceMeasure, type WorkspaceMeasure } from './workspace-measure.ts';
import { createWorkspaceSettings, type WorkspaceSettings } from './workspace-settings.ts';

export type SettingsService = ReturnType<typeof createSettingsService>;

function createSettingsService(settings: WorkspaceSettings, measure: WorkspaceMeasure) {
  const changed = createSignal<[what: 'measure' | 'other']>();
  return {
    /** Emitted on a change; `measure` if entries weigh differently by it. */
    changed,
    /** Settings in use, with the problems of the others. */
    read(): { settings: Settings; problems: string[] } {
      const { settings: values, problems } = settings.current();
      const unmeasured = measure.problem();
      return { settings: values, problems: [...problems, ...(unmeasured === null ? [] : [unmeasured])] };
    },
    /** Reads the file if it has changed, and applies it. */
    async refresh(): Promise<void> {
      if (await settings.refresh()) {
        await changed.emit((await measure.follow()) ? 'measure' : 'other');
      }
    },
  };
}

export function createSettings(needs: Parameters<typeof createWorkspaceSettings>[0]) {
  const { ports, layout } = needs;
  const settings = createWorkspaceSettings(needs);
  const values = () => settings.current().settings;
  const measure = createWorkspaceMeasure(
    ports,
    layout.format.measure,
    () => values().measure,
    () => leavesOthersOut(values(), layout.format.capabilities),
  );
  return { settings, measure, settingsService: createSettingsService(settings, measure) };
}
