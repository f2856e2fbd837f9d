import { createErasure } from '../erasure/erasure.ts';
import { createAssistantUpdates } from '../memory/assistant-updates.ts';
import { createVersionTexts } from '../memory/version-texts.ts';
import { createSettingsChanges } from '../settings/settings-changes.ts';
import { createUndo } from '../undo/undo.ts';
import { createCommit } from './commit.ts';
import { erasableAreas } from './erasable-areas.ts';
import type { Followed } from './followed.ts';
import { createLook } from './look.ts';
import { createRefresh } from './refresh.ts';

export type Services = ReturnType<typeof createServices>;

export function createServices(followed: Followed) {
  const refresh = createRefresh(followed);
  const commit = createCommit(followed, refresh);
  const versionTexts = createVersionTexts(followed);
  return {
    ...followed,
    refresh,
    commit,
    versionTexts,
    undo: createUndo(followed, commit, versionTexts),
    assistantUpdates: createAssistantUpdates(followed, commit),
    settingsChanges: createSettingsChanges(followed, refresh, commit),
    erasure: createErasure(followed, refresh, commit, erasableAreas(followed, commit)),
    look: createLook(followed, refresh, commit),
  };
}
