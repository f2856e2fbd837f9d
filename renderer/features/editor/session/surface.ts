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

/** Milliseconds after a change until the parts around the text follow: no key waits for them, and they keep up with typing. */
const followsAfter = 120;

export type Surface = ReturnType<typeof createSurface>;

type SurfaceOptions = {
  readonly workspace: string;
  readonly file: FileText;
  readonly format: MemoryFormat;
  /** Null until they are known. */
  readonly rules: EditorRules | null;
  readonly mayWrite: boolean;
  /** Called with every change, so it has to be quick. */
  readonly onChange: (before: EditorState) => void;
};

const writingAllowed = (allowed: boolean) => EditorState.readOnly.of(!allowed);

function firstState(
  { workspace, file, format, rules, mayWrite }: SurfaceOptions,
  writing: Compartment,
  typing: Compartment,
): EditorState {
  const nonce = pageNonce();
  return EditorState.create({
    doc: file.doc,
    selection: { anchor: Math.min(positions.get(workspace)?.cursor ?? 0, file.doc.length) },
    extensions: [
      bufferOf(file),
      writing.of(writingAllowed(mayWrite)),
      rules ? editorRules.of(rules) : [],
      typing.of(history()),
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

/** Places in workspaces that were left for another. */
const positions = new Map<string, Place>();

export function createSurface(options: SurfaceOptions) {
  const writing = new Compartment();
  const typing = new Compartment();
  let state = firstState(options, writing, typing);
  let view: EditorView | null = null;
  let telling: ReturnType<typeof setTimeout> | undefined;
  const updates = createListeners();

  function setEditorState(next: EditorState): void {
    const before = state;
    state = next;
    options.onChange(before);
    telling ??= setTimeout(() => {
      telling = undefined;
      updates.tell();
    }, followsAfter);
  }

  function dispatch(spec: TransactionSpec): void {
    if (view) {
      view.dispatch(spec);
    } else {
      setEditorState(state.update(spec).state);
    }
  }

  function leave(shown: EditorView): void {
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
        leave(shown);
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
    allowWriting: (allowed: boolean): void => dispatch({ effects: writing.reconfigure(writingAllowed(allowed)) }),
    setRules: (next: EditorRules): void => dispatch({ effects: changeRules.of(next) }),
    /** Makes this moment the earliest that undo can reach. */
    forgetTyping(): void {
      dispatch({ effects: typing.reconfigure([]) });
      dispatch({ effects: typing.reconfigure(history()) });
    },
    close(): void {
      clearTimeout(telling);
      if (view) {
        leave(view);
      }
    },
  };
}
