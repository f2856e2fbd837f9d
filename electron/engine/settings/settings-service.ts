import type { ChangeResult } from '#shared/contract/changes.ts';
import { leavesOthersOut, type Settings } from '#shared/contract/features/settings.ts';
import type { Retention } from '../history/retention.ts';
import { createSignal } from '../signal.ts';
import type { LockedTurn, Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
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

type ChangeNeeds = Pick<WorkspaceParts, 'access' | 'refresh' | 'commit'> & {
  readonly settings: WorkspaceSettings;
  readonly memoryFiles: { refresh(turn: Turn): Promise<void> };
  readonly retention: Pick<Retention, 'carryOutSoon'>;
};

export type SettingsChanges = ReturnType<typeof createSettingsChanges>;

export function createSettingsChanges({ access, settings, memoryFiles, retention, refresh, commit }: ChangeNeeds) {
  async function write(turn: Turn, edit: (locked: LockedTurn) => Promise<void>): Promise<void> {
    await refresh.checkThere();
    await commit.recorded(turn, 'person', () => access.locked(turn, edit));
    await refresh.settings();
  }

  return {
    change: (values: Partial<Settings>): Promise<Settings> =>
      access.inTurn(async (turn) => {
        await write(turn, async (locked) => {
          await commit.attemptSettle(locked);
          await settings.write(locked, values);
        });
        await memoryFiles.refresh(turn);
        retention.carryOutSoon();
        return settings.current().settings;
      }),
    /** Restores a version of the settings. The memory doesn't change; the version before is in the history. */
    restore: (text: string, label: string): Promise<ChangeResult> =>
      access.inTurn(async (turn) => {
        await write(turn, (locked) => settings.writeText(locked, text, label));
        return commit.nothingDone();
      }),
  };
}
