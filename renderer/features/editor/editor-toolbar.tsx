import { openSearchPanel } from '@codemirror/search';
import { BookOpenText, ListTree, Search } from 'lucide-react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { showInReview } from '../../jumps.ts';
import { modKeys } from '../../services/commands/shortcuts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { type ReadyEditor, useEditor } from './editor-store.ts';
import styles from './editor-view.module.css';
import { entryAtCursor } from './entry-places.ts';
import { type Session, withView } from './session/session.ts';
import { useEditorState } from './use-editor-state.ts';

type EditorToolbarProps = Readonly<{
  session: Session;
  status: ReadyEditor;
  entries: readonly EntryView[];
  writable: boolean;
}>;

/** What can be done to all of the text, and whether it is saved. */
export function EditorToolbar({ session, status, entries, writable }: EditorToolbarProps) {
  const entryId = useEditorState(session, (state) => entryAtCursor(state, entries)?.id ?? null);
  const { dirty, saving, news } = status;
  const review = (): void => {
    const here = entryAtCursor(session.state(), entries);
    if (here !== null) {
      showInReview(here.id);
    }
  };
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Editor">
      <IconButton name="Find and replace" keys={modKeys('F')} onClick={() => withView(session, openSearchPanel)}>
        <Search aria-hidden />
      </IconButton>
      <IconButton name="Outline" className={styles['narrow']} onClick={() => useEditor.setState({ outlineOpen: true })}>
        <ListTree aria-hidden />
      </IconButton>
      <IconButton name="Show this entry in Review" disabled={entryId === null} onClick={review}>
        <BookOpenText aria-hidden />
      </IconButton>
      <span className={styles['state']} role="status">
        {news ?? stateInWords(status, writable)}
      </span>
      {writable && (
        <>
          <Button look="quiet" disabled={!dirty || saving} onClick={session.revert}>
            Revert
          </Button>
          <Button look="primary" disabled={!dirty || saving} title={modKeys('S')} onClick={() => void session.save()}>
            Save
          </Button>
        </>
      )}
    </div>
  );
}

function stateInWords({ dirty, saving, kept }: ReadyEditor, writable: boolean): string {
  if (saving) {
    return 'Saving …';
  }
  if (dirty) {
    return kept ? 'Not saved yet · draft kept' : 'Not saved yet';
  }
  return writable ? 'Saved' : 'Read-only';
}
