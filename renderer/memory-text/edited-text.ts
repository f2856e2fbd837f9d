import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { linter, lintGutter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { ChangeSet, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { ChangeResult } from '#shared/contract/changes.ts';
import type { Edit } from '#shared/text/edits.ts';
import { createEraser } from '#shared/text/eraser.ts';
import type { TextProblem } from '#shared/text/json-problem.ts';
import { on, problemOf } from '../api/connection.ts';
import { onMemoryLeft } from '../api/context-store.ts';
import { holdUnsaved } from '../api/unsaved.ts';
import { tellDone } from '../services/undo.ts';
import { pageNonce } from '../ui/nonce.ts';
import { type FileText, fileText, offsetInFile } from './file-text.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { markdownHighlighting } from './memory-markdown.ts';
import { phrases } from './phrases.ts';
import { editorTheme } from './theme.ts';

type TextState = {
  readonly isDirty: boolean;
  /** First problem in it, and the number of problems. */
  readonly problem:
    | (Pick<TextProblem, 'message' | 'severity'> & { readonly line: number; readonly count: number })
    | null;
  readonly phase:
    | { readonly kind: 'typing' }
    | { readonly kind: 'saving' }
    /** The sentence gives the reason. */
    | { readonly kind: 'refused'; readonly message: string }
    /** Changed meanwhile; `theirs` is the new text, null if the file is gone. */
    | { readonly kind: 'changed'; readonly theirs: string | null; readonly version: string | null };
};

export type TextVersion = { readonly text: string; readonly version: string };
/** Present text and version; both null if it is gone. */
export type TextNow = { readonly [Part in keyof TextVersion]: string | null };

/** A JSON text in a file that is no memory, with functions to read and save it. */
export type TextSource = {
  readonly workspace: string;
  /** Identifies it among all texts of the workspace. */
  readonly file: string;
  /** Name of the text in a sentence. */
  readonly title: string;
  readonly writable: boolean;
  readonly read: () => Promise<TextNow>;
  /** Fails with `text_conflict` if the version has changed. */
  readonly save: (version: string, edits: Edit[]) => Promise<ChangeResult>;
  /** Saves it over another program's version; null if the file is gone. */
  readonly saveOver: (theirs: TextVersion | null, text: string) => Promise<ChangeResult>;
  /** Called each time the text becomes unsaved or saved. */
  readonly onDirty: (isDirty: boolean) => void;
  /** Finds the problems of a text, shown while it is typed; null to look for none. */
  readonly check: ((text: string) => readonly TextProblem[]) | null;
};

/** Null if it is gone. */
export const versionIn = ({ text, version }: TextNow): TextVersion | null =>
  text === null || version === null ? null : { text, version };

export type EditedText = ReturnType<typeof createEditedText>;

const typing = { kind: 'typing' } as const;

function createEditedText(source: TextSource, first: TextVersion) {
  const { workspace } = source;
  const useText: UseBoundStore<StoreApi<TextState>> = create<TextState>(() => ({
    isDirty: false,
    problem: null,
    phase: typing,
  }));
  const tell = (problem: TextState['problem']): void => useText.setState({ problem });
  let base = fileText(first.version, first.text);
  let changes = ChangeSet.empty(base.doc.length);
  /** Changes typed since a save began. */
  let typedSince = changes;
  let state = stateOf(base, source, tell);
  let view: EditorView | null = null;
  const setDirty = dirtiness(source, useText);

  /** Starts from a version, with the cursor where it was. */
  function begin({ text, version }: TextVersion): void {
    const cursor = state.selection.main.head;
    base = fileText(version, text);
    changes = ChangeSet.empty(base.doc.length);
    typedSince = changes;
    state = stateOf(base, source, tell, Math.min(cursor, base.doc.length));
    view?.setState(state);
    setDirty(false);
    useText.setState({ phase: typing });
  }

  /** Saves and continues from the new version, with whatever was typed meanwhile. */
  async function trackSaving(saving: () => Promise<ChangeResult | null>): Promise<void> {
    const sent = state.doc;
    typedSince = ChangeSet.empty(sent.length);
    const saved = await saving();
    if (saved !== null) {
      tellDone(workspace, saved, true);
    }
    const now = versionIn(await source.read());
    if (now === null) {
      return;
    }
    const next = fileText(now.version, now.text);
    if (state.doc.eq(sent)) {
      begin(now);
    } else if (next.doc.eq(sent)) {
      base = next;
      changes = typedSince;
      setDirty(!state.doc.eq(base.doc));
      useText.setState({ phase: typing });
    } else {
      useText.setState({ phase: { kind: 'changed', theirs: now.text, version: now.version } });
    }
  }

  const saveAs = (saving: () => Promise<ChangeResult | null>): Promise<void> =>
    attempting(() => trackSaving(saving), source, useText);
  const ownText = (): string => textOf(base, state);

  return {
    useText,
    text: ownText,
    show(parent: HTMLElement): () => void {
      const shown = new EditorView({
        state,
        parent,
        dispatchTransactions: (transactions, own) => {
          own.update(transactions);
          state = own.state;
          for (const transaction of transactions.filter(({ docChanged }) => docChanged)) {
            changes = changes.compose(transaction.changes);
            typedSince = typedSince.compose(transaction.changes);
            const { phase } = useText.getState();
            useText.setState({ phase: phase.kind === 'refused' ? typing : phase });
          }
          setDirty(!changes.empty && !state.doc.eq(base.doc));
        },
      });
      view = shown;
      return () => {
        view = view === shown ? null : view;
        shown.destroy();
      };
    },
    focus: (): void => view?.focus(),
    focusLine: (line: number): void => showLine(view, line),
    /** Saves the typed text, as edits of the version it was typed into. */
    save: (): Promise<void> =>
      saveAs(async () => {
        const { version } = base;
        const isToSave = version !== null && useText.getState().isDirty;
        return isToSave ? source.save(version, editsIn(base, changes)) : null;
      }),
    /** Saves it over what another program wrote meanwhile. */
    saveOver: (theirs: TextVersion | null): Promise<void> => saveAs(() => source.saveOver(theirs, ownText())),
    begin,
    revert: (): void => begin({ text: base.text, version: base.version ?? '' }),
    /** Takes the new text if nothing was typed, else reports it. */
    follow(now: TextNow): void {
      const { isDirty, phase } = useText.getState();
      const there = versionIn(now);
      if (phase.kind === 'saving' || now.version === base.version) {
        return;
      }
      if (isDirty) {
        useText.setState({ phase: { kind: 'changed', theirs: now.text, version: now.version } });
      } else if (there !== null) {
        begin(there);
      }
    },
    close: (): void => setDirty(false),
  };
}

/** Text in the form it has in its file. */
const textOf = ({ hasMark, lineEnd }: FileText, { doc }: EditorState): string =>
  `${hasMark ? '\uFEFF' : ''}${doc.sliceString(0, doc.length, lineEnd)}`;

function showLine(view: EditorView | null, line: number): void {
  if (view !== null) {
    const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    view.focus();
  }
}

/** Reports each time the text becomes unsaved or saved. */
function dirtiness({ title, onDirty }: TextSource, useText: StoreApi<TextState>): (isDirty: boolean) => void {
  let release = (): void => undefined;
  return (isDirty) => {
    if (isDirty !== useText.getState().isDirty) {
      release();
      release = isDirty ? holdUnsaved(`The text of “${title}”`) : () => undefined;
      useText.setState({ isDirty });
      onDirty(isDirty);
    }
  };
}

type Tell = (problem: TextState['problem']) => void;

/** Marks the problems of a text, and reports them after each check. */
const checking = (check: NonNullable<TextSource['check']>, tell: Tell): Extension => [
  linter(
    ({ state }) => {
      const problems = check(state.doc.toString());
      const [first] = problems;
      tell(
        first === undefined
          ? null
          : {
              line: state.doc.lineAt(first.from).number,
              message: first.message,
              severity: first.severity,
              count: problems.length,
            },
      );
      return [...problems];
    },
    { delay: 300 },
  ),
  lintGutter(),
  keymap.of([{ key: 'F8', run: nextDiagnostic, shift: previousDiagnostic }]),
];

/** Saves, and reports the progress; if the version has changed, the new text. */
async function attempting(
  work: () => Promise<void>,
  { read }: TextSource,
  useText: StoreApi<TextState>,
): Promise<void> {
  useText.setState({ phase: { kind: 'saving' } });
  try {
    await work();
  } catch (error) {
    const { code, message } = problemOf(error);
    useText.setState({ phase: { kind: 'refused', message } });
    if (code === 'text_conflict') {
      const now = await read().catch(() => null);
      if (now !== null) {
        useText.setState({ phase: { kind: 'changed', theirs: now.text, version: now.version } });
      }
    }
  }
}

function editsIn(base: FileText, changes: ChangeSet): Edit[] {
  const edits: Edit[] = [];
  changes.iterChanges((from, to, _from, _to, inserted) => {
    const insert = inserted.toString().replaceAll('\n', base.lineEnd);
    edits.push({ from: offsetInFile(base, from), to: offsetInFile(base, to), insert });
  });
  return edits;
}

function stateOf({ doc }: FileText, { title, writable, check }: TextSource, tell: Tell, cursor = 0): EditorState {
  const nonce = pageNonce();
  return EditorState.create({
    doc,
    selection: { anchor: cursor },
    extensions: [
      EditorState.readOnly.of(!writable),
      history(),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      highlightActiveLine(),
      lineNumbers(),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      phrases,
      // JSON is YAML.
      yaml(),
      markdownHighlighting,
      hiddenCharacters,
      check === null ? [] : checking(check, tell),
      editorTheme,
      nonce ? EditorView.cspNonce.of(nonce) : [],
      EditorView.contentAttributes.of({ 'aria-label': `Text of “${title}”`, tabindex: '0' }),
    ],
  });
}

/** Typed text outlives the view it was typed in. */
const texts = new Map<string, EditedText>();

/** Editor of a text, with what was typed into it before and not saved. */
export function editedText(source: TextSource, now: TextVersion): EditedText {
  const name = `${source.workspace}/${source.file}`;
  const existing = texts.get(name);
  if (existing?.useText.getState().isDirty) {
    return existing;
  }
  const text = createEditedText(source, now);
  texts.set(name, text);
  return text;
}

function forget(isMeant: (text: EditedText) => boolean): void {
  for (const [name, text] of texts) {
    if (isMeant(text)) {
      text.close();
      texts.delete(name);
    }
  }
}

// Unsaved text was asked about before that.
onMemoryLeft(() => forget(() => true));

// Text erased everywhere is erased from drafts too.
on('erase.done', ({ texts: erased }) => {
  const eraser = createEraser(erased);
  forget((text) => eraser.occurs(text.text()));
});
