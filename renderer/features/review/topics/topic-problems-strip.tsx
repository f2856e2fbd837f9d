import { useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { TopicProblem } from '#shared/contract/features/topics.ts';
import { type EntryRef, sameRef } from '#shared/entries/entry.ts';
import { assistantInWords } from '#shared/wording/loaded.ts';
import { problemInWords } from '#shared/wording/topics.ts';
import { readyContext } from '../../../api/context-store.ts';
import { showInReview } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/question.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { counted } from '../../../wording/counts.ts';
import { change, run } from '../changes.ts';
import { type FileStripProps, FoldedStrip } from '../status-strips.tsx';
import { useTopics } from './topics-store.ts';

export function TopicProblemsStrip({ workspace, summary, writable }: FileStripProps) {
  const { problems, problemCount } = useTopics();
  if (problemCount === 0) {
    return null;
  }
  const assistant = assistantInWords(summary.capabilities);
  return (
    <FoldedStrip
      tone="warning"
      label="Lines and their files"
      summary={`${counted(problemCount, 'problem', 'problems')} between lines and the files they name`}
      more={problemCount - problems.length}
    >
      {problems.map((problem) => (
        <li key={keyOf(problem)} className="words">
          <VisibleText text={problemInWords(problem, assistant)} />
          <span className="wrap-close">
            <ProblemActions problem={problem} workspace={workspace} writable={writable} />
          </span>
        </li>
      ))}
    </FoldedStrip>
  );
}

const keyOf = (problem: TopicProblem): string =>
  `${problem.kind} ${problem.file} ${problem.kind === 'dead_link' ? problem.link : problem.kind === 'against' ? problem.said : ''}`;

const entryOf = (ref: EntryRef): EntryView | undefined => readyContext()?.entries.find((entry) => sameRef(entry, ref));

type MendsProps = Readonly<{ problem: TopicProblem; workspace: string; writable: boolean }>;

function ProblemActions({ problem, workspace, writable }: MendsProps) {
  const { file } = problem;
  switch (problem.kind) {
    case 'unlisted':
      return (
        writable && (
          <>
            <Button look="link" onClick={() => void run('topics.mention', { workspace, file })}>
              Add a line
            </Button>
            <DeleteFile workspace={workspace} file={file} />
          </>
        )
      );
    case 'missing':
      return (
        writable && (
          <>
            {problem.kept && (
              <Button look="link" onClick={() => void run('topics.putBack', { workspace, file })}>
                Restore the file
              </Button>
            )}
            <DeleteLine entry={problem.entry} name="Delete the line" />
          </>
        )
      );
    case 'repeated':
      return problem.entries.map((entry) => (
        <span key={`${entry.raw} ${entry.ordinal}`} className="wrap-close">
          <Show id={entryOf(entry)?.id} name={`Show “${entry.key ?? file}”`} />
          {writable && <DeleteLine entry={entry} name={`Delete “${entry.key ?? file}”`} />}
        </span>
      ));
    case 'against':
      return <Show id={entryOf(problem.entry)?.id} name="Show both" />;
    case 'unread':
      return <Show id={readyContext()?.entries.find(({ topic }) => topic === file)?.id} name="Show its line" />;
    case 'dead_link':
      return <Show id={readyContext()?.entries.find(({ topic }) => topic === file)?.id} name="Show it" />;
  }
}

function Show({ id, name }: Readonly<{ id: string | undefined; name: string }>) {
  return (
    id !== undefined && (
      <Button look="link" onClick={() => showInReview(id)}>
        {name}
      </Button>
    )
  );
}

function DeleteLine({ entry, name }: Readonly<{ entry: EntryRef; name: string }>) {
  return (
    <Button look="link" onClick={() => void change([{ op: 'delete', entry }])}>
      {name}
    </Button>
  );
}

function DeleteFile({ workspace, file }: Readonly<{ workspace: string; file: string }>) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button look="link" onClick={() => setAsks(true)}>
        Delete the file…
      </Button>
      {asks && (
        <Question
          title={`Delete ${file}?`}
          description="Its text stays in the history, and you can undo this."
          stay="Cancel"
          onStay={() => setAsks(false)}
          go="Delete the file"
          onGo={() => {
            setAsks(false);
            void run('topics.delete', { workspace, file });
          }}
          look="danger"
          first="stay"
        />
      )}
    </>
  );
}
