import { createConversationStore } from '../conversations/store/conversation-store.ts';
import { createErasure } from '../erasure/erasure.ts';
import { createErasures } from '../erasure/erasures.ts';
import { createAssistantUpdates } from '../memory/assistant-updates.ts';
import { createVersionTexts } from '../memory/version-texts.ts';
import { createSettingsChanges } from '../settings/settings-changes.ts';
import { createStorages } from '../storages/storages.ts';
import { createUndo } from '../undo/undo.ts';
import { createArchiving } from '../work/archiving.ts';
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
  const areas = erasableAreas(followed, commit);
  const erasures = createErasures(followed, areas);
  const workArchiving = createArchiving(followed, commit);
  return {
    ...followed,
    refresh,
    commit,
    versionTexts,
    conversationStore: createConversationStore(followed, commit),
    storages: createStorages(followed),
    workArchiving,
    undo: createUndo(followed, commit, { versionTexts, takeBackArchiving: workArchiving.takeBack }),
    assistantUpdates: createAssistantUpdates(followed, commit),
    settingsChanges: createSettingsChanges(followed, refresh, commit),
    erasures,
    erasure: createErasure(followed, refresh, commit, areas, erasures),
    look: createLook(followed, refresh, commit),
  };
}
