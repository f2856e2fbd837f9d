import type { ChangeResult } from '#shared/contract/changes.ts';
import type { Settings } from '#shared/contract/features/settings.ts';
import type { Retention } from '../history/retention.ts';
import type { LockedTurn, Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';

type Needs = Pick<WorkspaceParts, 'access' | 'refresh' | 'commit'> & {
  readonly settings: WorkspaceSettings;
  readonly memoryFiles: { refresh(turn: Turn): Promise<void> };
  readonly retention: Pick<Retention, 'carryOutSoon'>;
};

export type SettingsChanges = ReturnType<typeof createSettingsChanges>;

export function createSettingsChanges({ access, settings, memoryFiles, retention, refresh, commit }: Needs) {
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
