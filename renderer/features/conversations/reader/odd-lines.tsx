import { useState } from 'react';
import { oddLinesInWords } from '#shared/wording/conversations.ts';
import { useAnswer } from '../../../api/answers.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldProblem } from '../../../ui/field.tsx';
import { countInWords } from '../../../wording/counts.ts';
import { PlainPieces } from './markdown.tsx';
import type { ConversationOutline } from './use-outline.ts';

type OddLinesProps = Readonly<{ conversation: string; outline: ConversationOutline }>;

/** Number of lines of the file that are not shown, with a way to see them in raw form. Nothing if all are shown. */
export function OddLines({ conversation, outline: { unread, unknown } }: OddLinesProps) {
  const [isOpen, setOpen] = useState(false);
  const message = oddLinesInWords(unread.length, unknown.length);
  if (message === null) {
    return null;
  }
  return (
    <div className="detail line footnote">
      <span>{message}</span>
      <Button look="link" onClick={() => setOpen(true)}>
        Show as written
      </Button>
      {isOpen && (
        <Dialog
          title="Lines that are not shown"
          description="They stay in the file. Usually a program was stopped while it wrote, or is newer than what Contexture knows."
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>Close</Button>}
          wide
        >
          {unread.length > 0 && <Lines title="Couldn’t be read" conversation={conversation} places={unread} />}
          {unknown.length > 0 && <Lines title="Of an unknown kind" conversation={conversation} places={unknown} />}
        </Dialog>
      )}
    </div>
  );
}

const atOnce = 20;

type LinesProps = Readonly<{ title: string; conversation: string; places: readonly number[] }>;

function Lines({ title, conversation, places }: LinesProps) {
  const [most, setMost] = useState(atOnce);
  const parts = Array.from({ length: Math.ceil(Math.min(most, places.length) / atOnce) }, (_, index) =>
    places.slice(index * atOnce, (index + 1) * atOnce),
  );
  const left = places.length - most;
  return (
    <section className="stack-2 below-3" aria-label={title}>
      <h3 className="title">
        {title} · {countInWords(places.length)}
      </h3>
      <ul className="ruled">
        {parts.map((part) => (
          <SomeLines key={part[0]} conversation={conversation} places={part} />
        ))}
      </ul>
      {left > 0 && (
        <Button look="link" onClick={() => setMost(most + atOnce)}>
          Show {countInWords(Math.min(left, atOnce))} more of {countInWords(left)}
        </Button>
      )}
    </section>
  );
}

function SomeLines({ conversation, places }: Omit<LinesProps, 'title'>) {
  const { answer, problem } = useAnswer('conversations.lines', { id: conversation, places: [...places] });
  if (problem !== null) {
    return (
      <li>
        <FieldProblem>{problem.message}</FieldProblem>
      </li>
    );
  }
  return answer?.lines.map(({ at, text, missing }) => (
    <li key={at} className="code as-written" dir="auto">
      {text === '' ? <span className="quiet">Longer than 32 MB</span> : <PlainPieces text={text} found={[]} />}
      {missing > 0 && <span className="quiet"> … and {countInWords(missing)} characters</span>}
    </li>
  ));
}
