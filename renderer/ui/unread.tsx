import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';
/** Placeholder for something being read: `label` while it loads, `failed` and the reason if it can't be shown. */
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
  action?: ReactNode;
}>;
