import { type ReactNode, useRef, useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldProblem } from '../ui/field.tsx';
import { ValueText } from '../ui/visible-text.tsx';
import { countInWords, entriesInWords } from '../wording/counts.ts';
import styles from './entries-question.module.css';

type EntriesQuestionProps = Readonly<{
  title: string;
  description: string;
  /** What is done to them, which names the button. */
  verb: 'Archive' | 'Delete';
  entries: readonly { readonly id: string; readonly value: string }[];
  /** What would come of it. */
  children?: ReactNode;
  onClose: () => void;
  /** Answers with what went wrong, or null. */
  onConfirm: () => Promise<Problem | null>;
}>;

const maxListed = 500;

/** Asks before something is done to entries, live or archived, and lists them. */
export function EntriesQuestion(props: EntriesQuestionProps) {
  const { title, description, verb, entries, children, onClose, onConfirm } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const carryOut = (): void => {
    setBusy(true);
    void onConfirm()
      .then(setProblem)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      initialFocus={confirm}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button ref={confirm} look={verb === 'Delete' ? 'danger' : 'primary'} disabled={busy} onClick={carryOut}>
            {verb} {entriesInWords(entries.length)}
          </Button>
        </>
      }
    >
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {children}
      <ul className={styles['list']} aria-label="Entries">
        {entries.slice(0, maxListed).map((entry) => (
          <li key={entry.id} dir="auto">
            <span className="two-lines">
              <ValueText value={entry.value} />
            </span>
          </li>
        ))}
        {entries.length > maxListed && <li>and {countInWords(entries.length - maxListed)} more</li>}
      </ul>
    </Dialog>
  );
}

/** A line on what would come of it. */
export function Outcome({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <p className={styles['outcome']} role="status">
      {children}
    </p>
  );
}
