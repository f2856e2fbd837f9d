import type { ReactNode } from 'react';
import { useAttempt } from '../api/answers.ts';
import { Question } from '../ui/question.tsx';
import { countInWords, entriesInWords } from '../wording/counts.ts';
import styles from './entries-question.module.css';
import { EntryText } from './entry-text.tsx';

type ListedEntry = {
  readonly id: string;
  readonly key: string | null;
  readonly value: string;
  readonly topic?: string | undefined;
};

type EntriesQuestionProps = Readonly<{
  title: string;
  description: string;
  verb: 'Archive' | 'Delete' | 'Move up';
  entries: readonly ListedEntry[];
  children?: ReactNode;
  onClose: () => void;
  /** @throws what went wrong, and the question stays */
  onConfirm: () => Promise<void>;
}>;

const maxListed = 500;

/** Asks before something is done to entries, live or archived, and lists them. */
export function EntriesQuestion(props: EntriesQuestionProps) {
  const { title, description, verb, entries, children, onClose, onConfirm } = props;
  const { busy, problem, attempt } = useAttempt();
  return (
    <Question
      title={title}
      description={description}
      stay="Cancel"
      onStay={onClose}
      go={verb === 'Move up' ? verb : `${verb} ${entriesInWords(entries.length)}`}
      onGo={() => void attempt(onConfirm)}
      look={verb === 'Delete' ? 'danger' : 'primary'}
      busy={busy}
      problem={problem}
      first="go"
    >
      {children}
      <ul className={styles['list']} aria-label="Entries">
        {entries.slice(0, maxListed).map((entry) => (
          <li key={entry.id} dir="auto">
            <span className="two-lines">
              <EntryText entry={entry} />
            </span>
          </li>
        ))}
        {entries.length > maxListed && <li>and {countInWords(entries.length - maxListed)} more</li>}
      </ul>
    </Question>
  );
}

export function OutcomePreview({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <p className={styles['outcome']} role="status">
      {children}
    </p>
  );
}
