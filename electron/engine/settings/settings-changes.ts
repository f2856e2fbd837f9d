import type { ChangeResult } from '#shared/contract/features/memory.ts';
import type { Settings } from '#shared/contract/features/settings.ts';
import type { Turn } from '../workspace/access.ts';
import type { Commit } from '../workspace/commit.ts';
import type { Followed } from '../workspace/followed.ts';
import type { Refresh } from '../workspace/refresh.ts';

/** Changes to the settings of one workspace. */
export function createSettingsChanges(followed: Followed, refresh: Refresh, commit: Commit) {
  const { access, settings, memoryFiles, retention } = followed;

  async function change(turn: Turn, values: Partial<Settings>): Promise<Settings> {
    await refresh.checkThere();
    await commit.recorded(turn, 'person', () =>
      access.locked(turn, async (locked) => {
        await commit.attemptSettle(locked);
        await settings.write(locked, values);
      }),
    );
    await refresh.settings();
    await memoryFiles.refresh(turn);
    retention.carryOutSoon();
    return settings.current().settings;
  }

  /** Settings are no part of the memory, so nothing of it changes; the version before is in the history. */
  async function restore(turn: Turn, text: string, label: string): Promise<ChangeResult> {
    await refresh.checkThere();
    await commit.recorded(turn, 'person', () =>
      access.locked(turn, (locked) => settings.writeText(locked, text, label)),
    );
    await refresh.settings();
    return commit.nothingDone();
  }

  return {
    change: (values: Partial<Settings>): Promise<Settings> => access.inTurn((turn) => change(turn, values)),
    restore: (text: string, label: string): Promise<ChangeResult> =>
      access.inTurn((turn) => restore(turn, text, label)),
  };
}
