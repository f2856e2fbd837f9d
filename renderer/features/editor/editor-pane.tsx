import { redo, undo } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import { useEffect, useRef, useState } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ReadyContext } from '../../api/context-store.ts';
import { Inspector } from '../../entries/inspector.tsx';
import { useCommands } from '../../services/commands/use-commands.ts';
import { focusView } from '../../ui/keep-focus.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { type EditorStatus, useEditor } from './editor-store.ts';
import { EditorStrips } from './editor-strips.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import styles from './editor-view.module.css';
import { goToEntry } from './entry-places.ts';
import { jumpTo, outlineOf, outlinePlace } from './language/editor-language.ts';
import { Outline } from './outline.tsx';
import { ProblemList } from './problem-list.tsx';
import { type Session, withView } from './session/session.ts';
import { StatusBar } from './status-bar.tsx';
import { useEditorState } from './use-editor-state.ts';

type EditorPaneProps = Readonly<{
  session: Session;
  status: Extract<EditorStatus, { kind: 'ready' }>;
  context: ReadyContext;
  workspace: Workspace;
}>;

/** The text with what can be done to all of it above, and its outline beside it. */
export function EditorPane({ session, status, context, workspace }: EditorPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  const readOnly = useEditorState(session, (state) => state.readOnly);
  const target = useEditor((store) => store.target);
  const [problems, setProblems] = useState(false);
  const view = session.view();
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
      withView(session, (shown) => goToEntry(shown, target));
    }
  }, [session, target]);
  useEditorCommands(session);
  return (
    <>
      <section className="pane" aria-label="Editor">
        <h1 className="visually-hidden">Editor</h1>
        <EditorToolbar
          session={session}
          status={status}
          entries={context.entries}
          writable={workspace.writable && !readOnly}
        />
        <EditorStrips session={session} status={status} readOnlyReason={readOnlyReason} />
        <div className={styles['text']} ref={host} />
        {problems && view && <ProblemList session={session} view={view} onClose={() => setProblems(false)} />}
        <StatusBar session={session} dirty={status.dirty} onProblems={() => setProblems(!problems)} />
      </section>
      <EditorOutline session={session} />
    </>
  );
}

function useEditorCommands(session: Session): void {
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
}

function whyReadOnly({ status, problem }: ReadyContext['summary']): string {
  return status === 'unreadable' && problem
    ? `${problem.message} This is the text as it was last read.`
    : 'This memory can be read here, but Contexture does not write it.';
}

/** Undoes or redoes what was typed; false where the editor is not shown. */
function undoTyping(session: Session, which: 'undo' | 'redo'): boolean {
  const view = session.view();
  return view !== null && (which === 'undo' ? undo : redo)(view);
}

function EditorOutline({ session }: Readonly<{ session: Session }>) {
  const isOpen = useEditor((store) => store.outlineOpen);
  const items = useEditorState(session, outlineOf);
  const place = useEditorState(session, outlinePlace);
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
      <Outline items={items} cursor={place} onJump={jump} />
    </Inspector>
  );
}
