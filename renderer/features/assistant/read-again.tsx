import type { ReactNode } from 'react';
import { useAsked, useTurns } from '../../api/answers.ts';
import { Unread } from '../../ui/unread.tsx';

/** Reads something from the engine, and again whenever its sources change; meanwhile the old value stays. */
export function useReadAgain<T>(workspace: string, ask: () => Promise<T>) {
  const [turn, reload] = useTurns(workspace, ['context.changed', 'sources.changed', 'settings.changed']);
  const { answer, problem } = useAsked(`${workspace} ${turn}`, ask);
  return { answer, problem: problem?.code === 'disconnected' ? null : problem, reload };
}

type ReadAgainProps<T> = Readonly<{
  workspace: string;
  ask: () => Promise<T>;
  label: string;
  failed: string;
  children: (answer: T) => ReactNode;
}>;

export function ReadAgain<T>({ workspace, ask, label, failed, children }: ReadAgainProps<T>) {
  const { answer, problem, reload } = useReadAgain(workspace, ask);
  return answer !== null && problem === null ? (
    children(answer)
  ) : (
    <div className="scroller">
      <Unread label={label} failed={failed} problem={problem} onRetry={reload} />
    </div>
  );
}
