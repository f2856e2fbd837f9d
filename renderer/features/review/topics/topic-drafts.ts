import { create } from 'zustand';
import { readOneVersion } from '#shared/contract/reading/texts.ts';
import { createEraser } from '#shared/text/eraser.ts';
import { call, on, problemOf } from '../../../api/connection.ts';
import { readyContext, useContextStore } from '../../../api/context-store.ts';
import { keepTyped, keepTypedNow } from '../../../api/typed-forms.ts';
import { holdWhile } from '../../../api/unsaved.ts';
import { sayProblem, sayRestored } from '../../../services/notices.ts';
import { tellDone } from '../../../services/undo.ts';

/** A topic body being edited: the text as read and as typed. */
export type TopicDraft = {
  readonly workspace: string;
  readonly file: string;
  readonly title: string;
  readonly version: string;
  readonly base: string;
  readonly text: string;
  readonly state:
    | { readonly kind: 'typing' }
    | { readonly kind: 'saving' }
    | { readonly kind: 'refused'; readonly message: string }
    /** Changed meanwhile; `theirs` is the new text, null if the topic is gone. */
    | { readonly kind: 'changed'; readonly theirs: string | null; readonly version: string };
};

/** Drafts by file: typed text outlives the details it was typed in. */
const useTopicDrafts = create<Readonly<Record<string, TopicDraft>>>(() => ({}));

const keyOf = ({ workspace, file }: Pick<TopicDraft, 'workspace' | 'file'>): string => `${workspace}/${file}`;

export const useTopicDraft = (workspace: string, file: string): TopicDraft | undefined =>
  useTopicDrafts((drafts) => drafts[keyOf({ workspace, file })]);

const put = (draft: TopicDraft): void => useTopicDrafts.setState({ [keyOf(draft)]: draft });

export function stopDraft(draft: Pick<TopicDraft, 'workspace' | 'file'>): void {
  useTopicDrafts.setState(({ [keyOf(draft)]: _, ...others }) => others, true);
}

export const readTopicBody = (workspace: string, file: string) =>
  readOneVersion((from) => call('topics.read', { workspace, file, from }));

export async function beginDraft(workspace: string, file: string, title: string): Promise<void> {
  try {
    const { version, text } = await readTopicBody(workspace, file);
    put({ workspace, file, title, version, base: text, text, state: { kind: 'typing' } });
  } catch (error) {
    sayProblem(problemOf(error));
  }
}

export function typeInto(draft: TopicDraft, text: string): void {
  put({ ...draft, text, state: draft.state.kind === 'refused' ? { kind: 'typing' } : draft.state });
}

/** Saves a draft over a version of the topic: the one that was read, or the one it was changed to meanwhile. */
export async function saveDraft(draft: TopicDraft, version = draft.version): Promise<void> {
  const { workspace, file, text, base } = draft;
  if (text === base && version === draft.version) {
    stopDraft(draft);
    return;
  }
  put({ ...draft, state: { kind: 'saving' } });
  keepTypedNow();
  try {
    const result = await call('topics.change', { workspace, file, version, body: text });
    stopDraft(draft);
    tellDone(workspace, result, true);
  } catch (error) {
    const { code, message } = problemOf(error);
    put({ ...draft, state: code === 'text_conflict' ? await conflictStateOf(draft) : { kind: 'refused', message } });
  }
}

/** State of a draft whose topic no longer says what was edited. */
async function conflictStateOf({ workspace, file, version }: TopicDraft): Promise<TopicDraft['state']> {
  try {
    const now = await readTopicBody(workspace, file);
    return { kind: 'changed', theirs: now.text, version: now.version };
  } catch (error) {
    const { code, message } = problemOf(error);
    return code === 'not_found' ? { kind: 'changed', theirs: null, version } : { kind: 'refused', message };
  }
}

holdWhile(useTopicDrafts, (drafts) => {
  const dirty = Object.values(drafts).filter(({ text, base }) => text !== base);
  return dirty.map(({ title }) => `The text of “${title}”`).join(', ') || null;
});

keepTyped(useTopicDrafts, 'topics', {
  take: () => {
    const dirty = Object.values(useTopicDrafts.getState()).filter(({ text, base }) => text !== base);
    return dirty.length === 0
      ? undefined
      : dirty.map(({ file, title, version, base, text }) => ({ file, title, version, base, text }));
  },
  put: (typed) => {
    const context = readyContext();
    for (const draft of context === null ? [] : typed.map((each) => ({ ...each, workspace: context.workspace }))) {
      put({ ...draft, state: { kind: 'typing' } });
      sayRestored(`“${draft.title}”`);
    }
  },
});

// Another memory was opened: unsaved text was asked about before that.
useContextStore.subscribe((context, before) => {
  if (before.kind !== 'none' && (context.kind === 'none' || context.workspace !== before.workspace)) {
    useTopicDrafts.setState({}, true);
  }
});

// Text erased everywhere is erased from drafts too.
on('erase.done', ({ workspace, texts }) => {
  const eraser = createEraser(texts);
  for (const draft of Object.values(useTopicDrafts.getState())) {
    if (draft.workspace === workspace && eraser.occurs(draft.text)) {
      stopDraft(draft);
    }
  }
});
