import { history, historyKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { createListeners } from '#shared/contract/wire/listeners.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { changeRules, type EditorRules, editorRules } from '../../../memory-text/editor-rules.ts';
import type { FileText } from '../../../memory-text/file-text.ts';
import { editorTheme } from '../../../memory-text/theme.ts';
import { pageNonce } from '../../../ui/nonce.ts';
import { bufferOf } from '../buffer.ts';
import { editorBasics, languageOf } from '../language/editor-language.ts';

/** Milliseconds by which outline and status bar lag behind, so typing stays fast. */
const notifyDelay = 120;

/** Text editor of one file; its CodeMirror state outlives the view. */
export type TextEditor = ReturnType<typeof createTextEditor>;

type TextEditorOptions = {
  readonly workspace: string;
  readonly file: FileText;
  readonly format: MemoryFormat;
  readonly rules: EditorRules | null;
  readonly mayWrite: boolean;
  /** Called with every change, so it has to be quick. */
  readonly onChange: (before: EditorState) => void;
};

const writingAllowed = (allowed: boolean) => EditorState.readOnly.of(!allowed);

function firstState(
  { workspace, file, format, rules, mayWrite }: TextEditorOptions,
  readOnly: Compartment,
  undoHistory: Compartment,
): EditorState {
  const nonce = pageNonce();
  return EditorState.create({
    doc: file.doc,
    selection: { anchor: Math.min(positions.get(workspace)?.cursor ?? 0, file.doc.length) },
    extensions: [
      bufferOf(file),
      readOnly.of(writingAllowed(mayWrite)),
      rules ? editorRules.of(rules) : [],
      undoHistory.of(history()),
      keymap.of(historyKeymap),
      editorBasics,
      languageOf(format),
      editorTheme,
      nonce ? EditorView.cspNonce.of(nonce) : [],
      EditorView.contentAttributes.of({ 'aria-label': 'The memory as text', tabindex: '0' }),
    ],
  });
}

type Place = { readonly cursor: number; readonly scroll: ReturnType<EditorView['scrollSnapshot']> };

/** Cursor and scroll position per workspace, restored on return. */
const positions = new Map<string, Place>();

export function createTextEditor(options: TextEditorOptions) {
  const readOnly = new Compartment();
  const undoHistory = new Compartment();
  let state = firstState(options, readOnly, undoHistory);
  let view: EditorView | null = null;
  let updateTimer: ReturnType<typeof setTimeout> | undefined;
  const updates = createListeners();

  function setEditorState(next: EditorState): void {
    const before = state;
    state = next;
    options.onChange(before);
    updateTimer ??= setTimeout(() => {
      updateTimer = undefined;
      updates.tell();
    }, notifyDelay);
  }

  function dispatch(spec: TransactionSpec): void {
    if (view) {
      view.dispatch(spec);
    } else {
      setEditorState(state.update(spec).state);
    }
  }

  function detach(shown: EditorView): void {
    positions.set(options.workspace, { cursor: state.selection.main.head, scroll: shown.scrollSnapshot() });
    view = null;
    shown.destroy();
  }

  function show(parent: HTMLElement): () => void {
    const position = positions.get(options.workspace);
    const shown = new EditorView({
      state,
      parent,
      ...(position && { scrollTo: position.scroll }),
      dispatchTransactions: (transactions, own) => {
        own.update(transactions);
        setEditorState(own.state);
      },
    });
    view = shown;
    return () => {
      if (view === shown) {
        detach(shown);
      }
    };
  }

  return {
    state: (): EditorState => state,
    view: (): EditorView | null => view,
    dispatch,
    show,
    /** Subscribes to the editor and its cursor, a moment after they change. Returns the unsubscribe. */
    onUpdate: updates.on,
    allowWriting: (allowed: boolean): void => dispatch({ effects: readOnly.reconfigure(writingAllowed(allowed)) }),
    setRules: (next: EditorRules): void => dispatch({ effects: changeRules.of(next) }),
    /** Clears the undo history. */
    clearUndo(): void {
      dispatch({ effects: undoHistory.reconfigure([]) });
      dispatch({ effects: undoHistory.reconfigure(history()) });
    },
    close(): void {
      clearTimeout(updateTimer);
      if (view) {
        detach(view);
      }
    },
  };
}
