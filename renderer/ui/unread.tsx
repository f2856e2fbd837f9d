import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';
/** In place of something that is read: `label` while it is on its way, `failed` and why where it can't be shown. */
export function Unread({ label, failed, problem, onRetry, action }: UnreadProps) {
  return problem === null ? (
    <Skeleton label={label} />
  ) : (
    <EmptyState
      title={failed}
      action={
        <>
          {action}
          <Button onClick={onRetry}>Try again</Button>
        </>
      }
    >
      {problem.message}
    </EmptyState>
  );
}

type UnreadProps = Readonly<{
  label: string;
  failed: string;
  problem: { readonly message: string } | null;
  onRetry: () => void;
  /** What else can be done about it. */
  action?: ReactNode;
}>;
