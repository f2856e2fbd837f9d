import type { Settings } from '#shared/contract/features/settings.ts';
import { createSignal, type Signal } from '../signal.ts';
import type { WorkspaceMeasure } from './workspace-measure.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';

export type SettingsService = {
  /** The settings as they are followed, with what of them can't be. */
  read(): { settings: Settings; problems: string[] };
  /** Reads the file if it has changed, and follows what it asks for. */
  refresh(): Promise<void>;
  /** Something is different; `measure` where entries weigh otherwise by it. */
  readonly changed: Signal<[what: 'measure' | 'other']>;
};

/** The settings of one workspace together with the measure they ask for. */
export function createSettingsService(settings: WorkspaceSettings, measure: WorkspaceMeasure): SettingsService {
  const changed: SettingsService['changed'] = createSignal();
  return {
    changed,
    read() {
      const { settings: values, problems } = settings.current();
      const unmeasured = measure.problem();
      return { settings: values, problems: [...problems, ...(unmeasured === null ? [] : [unmeasured])] };
    },
    async refresh() {
      if (await settings.refresh()) {
        await changed.emit((await measure.follow()) ? 'measure' : 'other');
      }
    },
  };
}
