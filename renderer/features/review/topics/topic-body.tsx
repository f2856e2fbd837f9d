import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TopicView } from '#shared/contract/features/topics.ts';
import { useAsked } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { readyContext } from '../../../api/context-store.ts';
import { showInReview } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { FieldProblem, TextArea } from '../../../ui/field.tsx';
import { TextVersions } from '../../../ui/text-versions.tsx';
import { DrawnText, VisibleText } from '../../../ui/visible-text.tsx';
import { counted } from '../../../wording/counts.ts';
import styles from './topic-body.module.css';
import {
  beginDraft,
  readTopicBody,
  saveDraft,
  stopDraft,
  type TopicDraft,
  typeInto,
  useTopicDraft,
} from './topic-drafts.ts';
import { mentionsIn } from './topic-words.ts';
import { fileMentioned, useTopics } from './topics-store.ts';

type TopicBodyProps = Readonly<{
  workspace: string;
  title: string;
  topic: TopicView;
  version: string;
  writable: boolean;
}>;

export function TopicBody({ workspace, title, topic, version, writable }: TopicBodyProps) {
  const { file } = topic;
  const draft = useTopicDraft(workspace, file);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  const isEdited = draft !== undefined;
  useEffect(() => {
    // Closing the field loses the focus.
    if (wasEdited.current && !isEdited) {
      edit.current?.focus();
    }
    wasEdited.current = isEdited;
  }, [isEdited]);
  return (
    <section aria-label={`Text of “${title}”`} className="stack-2">
      {draft ? (
        <BodyEditor draft={draft} />
      ) : (
        <>
          <Body workspace={workspace} topic={topic} version={version} />
          {writable && (
            <div className="row">
              <Button ref={edit} onClick={() => void beginDraft(workspace, file, title)}>
                Edit text
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** Number of characters of a long text shown at first. */
const shownAtFirst = 5000;

function Body({ workspace, topic, version }: Pick<TopicBodyProps, 'workspace' | 'topic' | 'version'>) {
  const { file, length } = topic;
  const [isWhole, setWhole] = useState(false);
  const { answer, problem } = useAsked(JSON.stringify([workspace, file, version, isWhole]), () =>
    isWhole ? readTopicBody(workspace, file) : call('topics.read', { workspace, file }),
  );
  if (problem && problem.code !== 'disconnected') {
    return <FieldProblem>{problem.message}</FieldProblem>;
  }
  if (answer === null) {
    return null;
  }
  const shown = isWhole ? answer.text : cutAtLine(answer.text);
  return (
    <>
      {shown === '' ? <p className="quiet">It has no text of its own.</p> : <TextWithMentions text={shown} />}
      {!isWhole && shown.length < length && (
        <Button look="link" onClick={() => setWhole(true)}>
          Show all {counted(length, 'character', 'characters')}
        </Button>
      )}
    </>
  );
}

function cutAtLine(text: string): string {
  return text.length <= shownAtFirst ? text : text.slice(0, text.lastIndexOf('\n', shownAtFirst) + 1 || shownAtFirst);
}

function TextWithMentions({ text }: Readonly<{ text: string }>) {
  return (
    <div className={styles['text']} dir="auto">
      {mentionsIn(text).map((part, index) =>
        part.mentioned === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name.
          <DrawnText key={index} text={part.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same.
          <Mention key={index} name={part.mentioned} text={part.text} />
        ),
      )}
    </div>
  );
}

function Mention({ name, text }: Readonly<{ name: string; text: string }>) {
  const file = useTopics((state) => fileMentioned(state, name));
  const id = file === undefined ? undefined : readyContext()?.entries.find((entry) => entry.topic === file)?.id;
  if (id === undefined) {
    return (
      <span className={styles['dead']} title={file === undefined ? 'There is no such topic' : 'No line leads to it'}>
        <VisibleText text={text} />
      </span>
    );
  }
  return (
    <Button look="link" onClick={() => showInReview(id)}>
      <VisibleText text={name} />
    </Button>
  );
}

function BodyEditor({ draft }: Readonly<{ draft: TopicDraft }>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { state, text, title } = draft;
  useEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) {
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      stopDraft(draft);
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void saveDraft(draft);
    }
  };
  return (
    <>
      <TextArea
        ref={field}
        className="tall"
        aria-label={`Text of “${title}”`}
        aria-invalid={state.kind === 'refused'}
        dir="auto"
        rows={10}
        readOnly={state.kind === 'saving'}
        value={text}
        onChange={(event) => typeInto(draft, event.target.value)}
        onKeyDown={onKeyDown}
      />
      {state.kind === 'refused' && <FieldProblem>{state.message}</FieldProblem>}
      {state.kind === 'changed' ? (
        <Meeting draft={draft} theirs={state.theirs} version={state.version} />
      ) : (
        <div className="row wrap">
          <Button look="primary" disabled={state.kind === 'saving'} onClick={() => void saveDraft(draft)}>
            {state.kind === 'saving' ? 'Saving…' : 'Save'}
          </Button>
          <Button onClick={() => stopDraft(draft)}>Cancel</Button>
        </div>
      )}
    </>
  );
}

function Meeting({ draft, theirs, version }: Readonly<{ draft: TopicDraft; theirs: string | null; version: string }>) {
  return (
    <section role="alert" aria-label="Two versions of this text" className="stack-2">
      <p>
        {theirs === null
          ? 'The file was deleted while you edited it. Copy what you need from your text.'
          : 'The file was changed while you edited it.'}
      </p>
      <TextVersions
        lines={8}
        versions={[...(theirs === null ? [] : [{ name: 'Theirs', text: theirs }]), { name: 'Yours', text: draft.text }]}
      />
      <div className="answers" data-choice>
        <Button onClick={() => stopDraft(draft)}>{theirs === null ? 'Discard mine' : 'Take theirs'}</Button>
        {theirs !== null && (
          <Button look="primary" onClick={() => void saveDraft(draft, version)}>
            Keep mine
          </Button>
        )}
      </div>
    </section>
  );
}
