import { redo, undo } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import { BookOpenText, ListTree, Search } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ReadyContext } from '../../api/context-store.ts';
import { whyReadOnly } from '../../entries/read-only.ts';
import { showInReview } from '../../jumps.ts';
import { Inspector } from '../../list/inspector.tsx';
import { modKeys } from '../../services/commands/shortcuts.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { focusView } from '../../ui/keep-focus.ts';
import { Strip } from '../../ui/strip.tsx';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { countInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { writersAtStart, writersInWords } from '../../wording/writers.ts';
import { type ReadyEditor, useEditor } from './editor-store.ts';
import styles from './editor-view.module.css';
import { entryAtCursor, goToEntry } from './entry-places.ts';
import { editorOutline, jumpTo, outlinePlace } from './language/outline-items.ts';
import { Outline } from './outline.tsx';
import { type EditorSession, useEditorState, withView } from './session/session.ts';
import { ProblemList, StatusBar } from './status-bar.tsx';

type EditorPaneProps = Readonly<{
  session: EditorSession;
  status: ReadyEditor;
  context: ReadyContext;
  workspace: Workspace;
}>;

export function EditorPane({ session, status, context, workspace }: EditorPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  const writable = useEditorState(session, (state) => !state.readOnly) && workspace.writable;
  const target = useEditor((store) => store.target);
  const [showsProblems, setShowsProblems] = useState(false);
  const view = session.view();
  const readOnlyReason = whyReadOnly(workspace, context.summary);

  // While it is still in the page: what is taken out of it is scrolled nowhere.
  useLayoutEffect(() => {
    const hide = host.current ? session.show(host.current) : undefined;
    session.view()?.focus();
    return hide;
  }, [session]);
  useEffect(() => {
    if (target) {
      useEditor.setState({ target: null });
      withView(session, (shown) => goToEntry(shown, target));
    }
  }, [session, target]);
  useEditorCommands(session);
  return (
    <>
      <section className="pane" aria-label="Editor">
        <h1 className="visually-hidden">File</h1>
        <EditorToolbar session={session} status={status} entries={context.entries} writable={writable} />
        <EditorStrips session={session} status={status} readOnlyReason={readOnlyReason} />
        <div className={styles['text']} ref={host} />
        {showsProblems && view && <ProblemList session={session} view={view} onClose={() => setShowsProblems(false)} />}
        <StatusBar session={session} status={status} onProblems={() => setShowsProblems(!showsProblems)} />
      </section>
      <EditorOutline session={session} />
    </>
  );
}

function useEditorCommands(session: EditorSession): void {
  const outlineOpen = useEditor((store) => store.outlineOpen);
  useCommands((command) => {
    switch (command) {
      case 'save':
        void session.save();
        return true;
      case 'search':
        withView(session, openSearchPanel);
        return true;
      case 'undo':
      case 'redo': {
        const view = session.view();
        return view !== null && (command === 'undo' ? undo : redo)(view);
      }
      case 'escape':
        if (outlineOpen) {
          useEditor.setState({ outlineOpen: false });
          focusView();
          return true;
        }
        return false;
      default:
        return false;
    }
  });
}

function EditorOutline({ session }: Readonly<{ session: EditorSession }>) {
  const isOpen = useEditor((store) => store.outlineOpen);
  const items = useEditorState(session, editorOutline);
  const cursor = useEditorState(session, outlinePlace);
  const jump = (offset: number): void => {
    if (!hasRoomForInspector()) {
      useEditor.setState({ outlineOpen: false });
    }
    withView(session, (view) => jumpTo(view, offset));
  };
  return (
    <Inspector
      label="Outline"
      closeName="Close the outline"
      sheetOpen={isOpen}
      onCloseSheet={() => {
        useEditor.setState({ outlineOpen: false });
        session.view()?.focus();
      }}
    >
      <Outline items={items} cursor={cursor} onJump={jump} />
    </Inspector>
  );
}

type EditorStripsProps = Readonly<{ session: EditorSession; status: ReadyEditor; readOnlyReason: string | null }>;

function EditorStrips({ session, status, readOnlyReason }: EditorStripsProps) {
  const { conflicts, conflictsWith, restoredDraftAt, problem } = status;
  return (
    <>
      {readOnlyReason !== null && <Strip label="Read-only">{readOnlyReason}</Strip>}
      {problem !== null && (
        <Strip tone="danger" label="Not saved" actions={<Button onClick={() => void session.save()}>Try again</Button>}>
          {problem.message} What you typed is still here.
        </Strip>
      )}
      {conflicts.length > 0 && (
        <Strip
          tone="warning"
          label={`Changed by ${writersInWords(conflictsWith)} too`}
          actions={<Button onClick={() => useEditor.setState({ choosing: true })}>Compare</Button>}
        >
          {conflicts.length === 1
            ? `${writersAtStart(conflictsWith)} changed an entry that you are changing.`
            : `${writersAtStart(conflictsWith)} changed ${countInWords(conflicts.length)} entries that you are changing.`}{' '}
          Choose which text to keep before you save.
        </Strip>
      )}
      {restoredDraftAt !== null && (
        <Strip label="Restored" actions={<Button onClick={session.revert}>Discard it</Button>}>
          You typed this on {momentInWords(restoredDraftAt)} and did not save it.
        </Strip>
      )}
    </>
  );
}

type EditorToolbarProps = Readonly<{
  session: EditorSession;
  status: ReadyEditor;
  entries: readonly EntryView[];
  writable: boolean;
}>;

function EditorToolbar({ session, status, entries, writable }: EditorToolbarProps) {
  const entryId = useEditorState(session, (state) => entryAtCursor(state, entries)?.id ?? null);
  const { dirty, saving, news } = status;
  const review = (): void => {
    const entry = entryAtCursor(session.state(), entries);
    if (entry !== null) {
      showInReview(entry.id);
    }
  };
  return (
    <div className="toolbar row" role="toolbar" aria-label="Editor">
      <IconButton name="Find and replace" keys={modKeys('F')} onClick={() => withView(session, openSearchPanel)}>
        <Search aria-hidden />
      </IconButton>
      <IconButton name="Outline" className={styles['narrow']} onClick={() => useEditor.setState({ outlineOpen: true })}>
        <ListTree aria-hidden />
      </IconButton>
      <Button
        look="quiet"
        title="Show this entry in Review"
        aria-label="Show this entry in Review"
        disabled={entryId === null}
        onClick={review}
      >
        <BookOpenText aria-hidden />
        <span className={styles['words']}>Show this entry in Review</span>
      </Button>
      <span className="grow detail ellipsis" role="status">
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

function stateInWords({ dirty, saving, isKept }: ReadyEditor, writable: boolean): string {
  if (saving) {
    return 'Saving …';
  }
  if (dirty) {
    return isKept ? 'Not saved yet · draft kept' : 'Not saved yet';
  }
  return writable ? 'Saved' : 'Read-only';
}
