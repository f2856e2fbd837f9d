import { redo, undo } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import { BookOpenText, ListTree, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ReadyContext } from '../../api/context-store.ts';
import { Inspector } from '../../entries/inspector.tsx';
import { showInReview } from '../../jumps.ts';
import { modKeys } from '../../services/commands/shortcuts.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import hidden from '../../ui/hidden.module.css';
import { focusView } from '../../ui/keep-focus.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { type EditorStatus, useEditor } from './editor-store.ts';
import { EditorStrips } from './editor-strips.tsx';
import styles from './editor-view.module.css';
import { entryAtCursor, goToEntry } from './entry-places.ts';
import { jumpTo, outlineOf, outlinePlace } from './language/editor-language.ts';
import { Outline } from './outline.tsx';
import { ProblemList } from './problem-list.tsx';
import type { Session } from './session/session.ts';
import { StatusBar } from './status-bar.tsx';
import { useEditorState } from './use-editor-state.ts';

type EditorPaneProps = Readonly<{
  session: Session;
  status: Extract<EditorStatus, { kind: 'ready' }>;
  context: ReadyContext;
  workspace: Workspace;
}>;

export function EditorPane({ session, status, context, workspace }: EditorPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  const readOnly = useEditorState(session, (state) => state.readOnly);
  const entryId = useEditorState(session, (state) => entryAtCursor(state, context.entries)?.id ?? null);
  const target = useEditor((store) => store.target);
  const [problems, setProblems] = useState(false);
  const view = session.view();
  const outlineOpen = useEditor((store) => store.outlineOpen);
  const { dirty, saving, news } = status;
  const writable = workspace.writable && !readOnly;

  const unreadable = context.summary.status === 'unreadable';
  const readOnlyReason =
    workspace.readOnlyReason ?? (unreadable || !context.summary.writable ? whyReadOnly(context.summary) : null);

  useEffect(() => {
    const hide = host.current ? session.show(host.current) : undefined;
    session.view()?.focus();
    return hide;
  }, [session]);
  useEffect(() => {
    if (target) {
      useEditor.setState({ target: null });
      withView(session, (view) => goToEntry(view, target));
    }
  }, [session, target]);
  useCommands((command) => {
    switch (command) {
      case 'save':
        void session.save();
        return true;
      case 'search':
        find();
        return true;
      case 'undo':
      case 'redo':
        return undoTyping(session, command);
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
  const find = (): void => withView(session, openSearchPanel);
  const jump = (offset: number): void => {
    if (!hasRoomForInspector()) {
      useEditor.setState({ outlineOpen: false });
    }
    withView(session, (view) => jumpTo(view, offset));
  };
  const review = (): void => {
    const here = entryAtCursor(session.state(), context.entries);
    if (here !== null) {
      showInReview(here.id);
    }
  };
  return (
    <>
      <section className={styles['pane']} aria-label="Editor">
        <h1 className={hidden['hidden']}>Editor</h1>
        <div className={styles['toolbar']} role="toolbar" aria-label="Editor">
          <IconButton name="Find and replace" keys={modKeys('F')} onClick={find}>
            <Search aria-hidden />
          </IconButton>
          <IconButton
            name="Outline"
            className={styles['narrow']}
            onClick={() => useEditor.setState({ outlineOpen: true })}
          >
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
              <Button
                look="primary"
                disabled={!dirty || saving}
                title={modKeys('S')}
                onClick={() => void session.save()}
              >
                Save
              </Button>
            </>
          )}
        </div>
        <EditorStrips session={session} status={status} readOnlyReason={readOnlyReason} />
        <div className={styles['text']} ref={host} />
        {problems && view && <ProblemList session={session} view={view} onClose={() => setProblems(false)} />}
        <StatusBar session={session} dirty={dirty} onProblems={() => setProblems(!problems)} />
      </section>
      <Inspector
        label="Outline"
        closeName="Close the outline"
        sheetOpen={outlineOpen}
        onCloseSheet={() => {
          useEditor.setState({ outlineOpen: false });
          session.view()?.focus();
        }}
      >
        <EditorOutline session={session} onJump={jump} />
      </Inspector>
    </>
  );
}

function whyReadOnly({ status, problem }: ReadyContext['summary']): string {
  return status === 'unreadable' && problem
    ? `${problem.message} This is the text as it was last read.`
    : 'This memory can be read here, but Contexture does not write it.';
}

function withView(session: Session, work: (view: EditorView) => unknown): void {
  const view = session.view();
  if (view) {
    work(view);
  }
}

/** Undoes or redoes what was typed; false where the editor is not shown. */
function undoTyping(session: Session, which: 'undo' | 'redo'): boolean {
  const view = session.view();
  return view !== null && (which === 'undo' ? undo : redo)(view);
}

function stateInWords({ dirty, saving, kept }: EditorPaneProps['status'], writable: boolean): string {
  if (saving) {
    return 'Saving …';
  }
  if (dirty) {
    return kept ? 'Not saved yet · draft kept' : 'Not saved yet';
  }
  return writable ? 'Saved' : 'Read-only';
}

function EditorOutline({ session, onJump }: Readonly<{ session: Session; onJump: (offset: number) => void }>) {
  const items = useEditorState(session, outlineOf);
  const place = useEditorState(session, outlinePlace);
  return <Outline items={items} cursor={place} onJump={onJump} />;
}
