import { useEffect } from 'react';
import { call, loadPart } from '../../api/connection.ts';
import { ownerOfDrafts } from '../../api/drafts-owner.ts';
import { showInTitle } from '../../api/page-title.ts';
import type { PageProps } from '../../view.tsx';
import { useEditor, useEditorDirty } from './editor-store.ts';

const loadSession = () => loadPart(() => import('./session/session.ts'));

/** Opens the editor if there is a draft, closes it with its workspace, and marks the title while there is unsaved text. */
export function EditorFollows({ workspace, context }: PageProps): null {
  const { id } = workspace;
  const format = context.kind === 'ready' && context.workspace === id ? context.summary.format : null;
  const ready = context.kind === 'ready' && context.workspace === id && context.summary.writable;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form reads the text again, with what was typed.
  useEffect(() => {
    if (ready) {
      ownerOfDrafts()
        .then((owner) => call('text.claimDraft', { workspace: id, owner }))
        .then(async ({ draft }) => {
          if (draft !== null) {
            await (await loadSession()).openEditorSession(id);
          }
        })
        .catch(() => undefined);
    }
  }, [id, ready, format]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same.
  useEffect(() => {
    if (useEditor.getState().status.kind !== 'none') {
      void loadSession().then(({ closeOtherSession }) => closeOtherSession(id));
    }
  }, [id, format]);
  const isDirty = useEditorDirty();
  useEffect(() => showInTitle({ isDirty }), [isDirty]);
  return null;
}
