import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextVersions } from '../../ui/text-versions.tsx';
import { writersAtStart } from '../../wording/writers.ts';
import type { OpenEdit } from './editing.ts';
import { addMineAgain, saveEdit, stopEditing } from './review-store.ts';

/** Both texts, if person and assistant changed the same entry at the same time, and the choice between them. */
export function EditConflict({ editing }: Readonly<{ editing: OpenEdit }>) {
  const { state, draft, base } = editing;
  const who = writersAtStart('by' in state ? state.by : []);
  if (state.kind === 'changed') {
    const { theirs } = state;
    return (
      <Question
        title={`${who} changed this entry while you edited it.`}
        theirs={theirs.value}
        mine={draft}
        actions={
          <>
            <Button onClick={stopEditing}>Take theirs</Button>
            <Button look="primary" onClick={() => void saveEdit(theirs)}>
              Keep mine
            </Button>
          </>
        }
      />
    );
  }
  return (
    <Question
      title={`${who} removed this entry while you edited it.`}
      theirs={null}
      mine={draft}
      was={base.value}
      actions={
        <>
          <Button onClick={stopEditing}>Discard mine</Button>
          <Button look="primary" onClick={() => void addMineAgain()}>
            Add mine again
          </Button>
        </>
      }
    />
  );
}

type QuestionProps = Readonly<{ title: string; theirs: string | null; mine: string; was?: string; actions: ReactNode }>;

function Question({ title, theirs, mine, was, actions }: QuestionProps) {
  const question = useRef<HTMLElement>(null);
  // The question replaces one line, so part of it may be below the window's edge.
  useEffect(() => void question.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section ref={question} role="alert" aria-label="Two versions of this entry" className="question scroll-room">
      <p className="strong">{title}</p>
      <TextVersions
        versions={[
          ...(theirs === null ? [] : [{ name: 'Theirs', text: theirs }]),
          ...(was === undefined || was === mine ? [] : [{ name: 'It was', text: was }]),
          { name: 'Yours', text: mine },
        ]}
      />
      <div className="answers" data-choice>
        {actions}
      </div>
    </section>
  );
}
