import { createErasure } from '../erasure/erasure.ts';
import type { ErasureRegistry } from '../erasure/erasure-registry.ts';
import { createAssistantUpdates } from '../memory/assistant-updates.ts';
import { createVersionTexts } from '../memory/version-texts.ts';
import type { Ports } from '../ports.ts';
import { createSettingsChanges } from '../settings/settings-changes.ts';
import { createUndo } from '../undo/undo.ts';
import { createUndoNotes } from '../undo/undo-notes.ts';
import type { Base } from './base.ts';
import { createCommit } from './commit.ts';
import { erasableAreas } from './erasable-areas.ts';
import type { Followed } from './followed.ts';
import type { Kept } from './kept.ts';
import { createLook } from './look.ts';
import { createRefresh } from './refresh.ts';

export type Services = ReturnType<typeof createServices>;

/** What is done with a workspace: looking, changing, undoing, erasing. */
export function createServices(
  ports: Ports,
  base: Base,
  kept: Kept,
  followed: Followed,
  erasureRegistry: ErasureRegistry,
) {
  const { layout, access, dataFolder, tell } = base;
  const { history, undoLog } = kept;
  const { settings, rules, index, contextFile, memoryFiles } = followed;
  const all = { ...base, ...kept, ...followed };
  const refresh = createRefresh(ports, {
    ...all,
    onReachable: (reachable) => tell('workspace.reachable', { reachable }),
    onArchiveChange: () => tell('archive.changed', { revision: index.revision() }),
  });
  const undoNotes = createUndoNotes(undoLog, layout, ports.newId);
  const commit = createCommit(ports, { ...all, undoNotes, refresh });
  const versionTexts = createVersionTexts(ports, { layout, contextFile, history });
  return {
    refresh,
    commit,
    versionTexts,
    undo: createUndo({
      access,
      commit,
      undoLog,
      sources: () => ({ rules: rules(), layout, ...versionTexts }),
      onNext: contextFile.announceSummary,
    }),
    assistantUpdates: createAssistantUpdates({
      ...all,
      commit,
      holds: () => settings.current().settings.holdAgainstCorrections,
    }),
    settingsChanges: createSettingsChanges({ ...all, commit, refresh }),
    erasure: createErasure(ports, {
      ...all,
      areas: erasableAreas(ports, base, kept, followed, commit),
      foreign: {
        layout,
        index,
        others: () => memoryFiles.list().flatMap((file) => (file.state === 'read' ? [file.place] : [])),
      },
      registry: erasureRegistry,
      dataFolder: dataFolder.current,
      commit,
      refresh,
      onChange: () => tell('erase.changed', {}),
      onErased: (texts) => {
        contextFile.announceSummary();
        tell('erase.done', { texts: [...texts] });
      },
    }),
    look: createLook(ports, { ...all, refresh, commit, tell: (notice) => tell('notice', notice) }),
  };
}
