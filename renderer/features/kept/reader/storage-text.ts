import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { ChangeSet, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { readStorageText } from '#shared/contract/reading/storage-text.ts';
import type { Edit } from '#shared/text/edits.ts';
import { createEraser } from '#shared/text/eraser.ts';
import { call, on, problemOf } from '../../../api/connection.ts';
import { useContextStore } from '../../../api/context-store.ts';
import { holdUnsaved } from '../../../api/unsaved.ts';
import { type FileText, fileText, offsetInFile } from '../../../memory-text/file-text.ts';
import { hiddenCharacters } from '../../../memory-text/hidden-characters.ts';
import { markdownHighlighting } from '../../../memory-text/memory-markdown.ts';
import { phrases } from '../../../memory-text/phrases.ts';
import { editorTheme } from '../../../memory-text/theme.ts';
import { tellDone } from '../../../services/undo.ts';
import { pageNonce } from '../../../ui/nonce.ts';
import { noteUnsaved } from '../kept-store.ts';

export type TextState = {
  readonly isDirty: boolean;
  readonly phase:
    | { readonly kind: 'typing' }
    | { readonly kind: 'saving' }
    /** The sentence says why. */
    | { readonly kind: 'refused'; readonly message: string }
    /** It was changed meanwhile: what it says now; null where it is gone. */
    | { readonly kind: 'changed'; readonly theirs: string | null; readonly version: string | null };
};

type Given = {
  readonly workspace: string;
  readonly file: string;
  /** What it is called in a sentence. */
  readonly title: string;
  /** What it is called in the history. */
  readonly name: string;
  readonly writable: boolean;
};
type Version = { readonly text: string; readonly version: string };

export type StorageText = ReturnType<typeof createStorageText>;

const typing = { kind: 'typing' } as const;

/** The text of a storage as it is edited, whether or not it is shown at the moment. */
function createStorageText({ workspace, file, title, name, writable }: Given, first: Version) {
  const useText: UseBoundStore<StoreApi<TextState>> = create<TextState>(() => ({ isDirty: false, phase: typing }));
  let base = fileText(first.version, first.text);
  let changes = ChangeSet.empty(base.doc.length);
  let state = stateOf(base, title, writable);
  let view: EditorView | null = null;
  let release = (): void => undefined;

  function setDirty(isDirty: boolean): void {
    if (isDirty !== useText.getState().isDirty) {
      release();
      release = isDirty ? holdUnsaved(`The text of “${title}”`) : () => undefined;
      useText.setState({ isDirty });
      noteUnsaved(file, isDirty);
    }
  }

  /** Begins anew with a version, with the cursor where it was. */
  function begin({ text, version }: Version): void {
    const cursor = state.selection.main.head;
    base = fileText(version, text);
    changes = ChangeSet.empty(base.doc.length);
    state = stateOf(base, title, writable, Math.min(cursor, base.doc.length));
    view?.setState(state);
    setDirty(false);
    useText.setState({ phase: typing });
  }

  async function readAgain(): Promise<void> {
    const { text, version } = await readStorageText(call, workspace, file);
    if (text !== null && version !== null) {
      begin({ text, version });
    }
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    useText.setState({ phase: { kind: 'saving' } });
    try {
      await work();
    } catch (error) {
      const { code, message } = problemOf(error);
      useText.setState({ phase: { kind: 'refused', message } });
      if (code === 'text_conflict') {
        const now = await readStorageText(call, workspace, file).catch(() => null);
        if (now !== null) {
          useText.setState({ phase: { kind: 'changed', theirs: now.text, version: now.version } });
        }
      }
    }
  }

  const ownText = (): string =>
    `${base.hasMark ? '\uFEFF' : ''}${state.doc.sliceString(0, state.doc.length, base.lineEnd)}`;

  return {
    file,
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
    /** Saves what was typed, as edits of the version it was typed into. */
    save: (): Promise<void> =>
      attempt(async () => {
        if (base.version !== null && useText.getState().isDirty) {
          const params = { workspace, file, version: base.version, edits: editsIn(base, changes) };
          tellDone(workspace, await call('storages.edit', params), true);
        }
        await readAgain();
      }),
    /** Saves it over what another program wrote meanwhile. */
    saveOver: (version: string | null): Promise<void> =>
      attempt(async () => {
        const params = { workspace, file, key: name, text: ownText(), over: version };
        tellDone(workspace, await call('storages.write', params), true);
        await readAgain();
      }),
    begin,
    /** Takes back all that was typed. */
    revert: (): void => begin({ text: base.text, version: base.version ?? '' }),
    /** What it says by now: taken over where nothing was typed, told where something was. */
    follow(now: Version | null): void {
      const { isDirty, phase } = useText.getState();
      if (phase.kind === 'saving' || now?.version === base.version) {
        return;
      }
      if (isDirty) {
        const theirs = now === null ? { theirs: null, version: null } : { theirs: now.text, version: now.version };
        useText.setState({ phase: { kind: 'changed', ...theirs } });
      } else if (now !== null) {
        begin(now);
      }
    },
    close: (): void => setDirty(false),
  };
}

/** What was typed, as edits of the file. */
function editsIn(base: FileText, changes: ChangeSet): Edit[] {
  const edits: Edit[] = [];
  changes.iterChanges((from, to, _from, _to, inserted) => {
    const insert = inserted.toString().replaceAll('\n', base.lineEnd);
    edits.push({ from: offsetInFile(base, from), to: offsetInFile(base, to), insert });
  });
  return edits;
}

function stateOf({ doc }: FileText, title: string, writable: boolean, cursor = 0): EditorState {
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
      editorTheme,
      nonce ? EditorView.cspNonce.of(nonce) : [],
      EditorView.contentAttributes.of({ 'aria-label': `Text of “${title}”`, tabindex: '0' }),
    ],
  });
}

/** What was typed outlives the view it was typed in. */
const texts = new Map<string, StorageText>();
const nameOf = ({ workspace, file }: Pick<Given, 'workspace' | 'file'>): string => `${workspace}/${file}`;

/** The text of a storage with what was typed into it and not saved, or as it is. */
export function storageText(given: Given, now: Version): StorageText {
  const known = texts.get(nameOf(given));
  if (known?.useText.getState().isDirty) {
    return known;
  }
  const text = createStorageText(given, now);
  texts.set(nameOf(given), text);
  return text;
}

function forget(isMeant: (text: StorageText) => boolean): void {
  for (const [name, text] of texts) {
    if (isMeant(text)) {
      text.close();
      texts.delete(name);
    }
  }
}

// Another memory takes this one's place: what was typed there has been asked about.
useContextStore.subscribe((context, before) => {
  if (before.kind !== 'none' && (context.kind === 'none' || context.workspace !== before.workspace)) {
    forget(() => true);
  }
});

// What was erased everywhere goes from what is typed too.
on('erase.done', ({ texts: erased }) => {
  const eraser = createEraser(erased);
  forget((text) => eraser.occurs(text.text()));
});
