import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';
/** In place of something that is read: `label` while it is on its way, `failed` and why where it can't be shown. */
export function Unread({ label, failed, problem, onRetry }: UnreadProps) {
  return problem === null ? (
    <Skeleton label={label} />
  ) : (
    <EmptyState title={failed} action={<Button onClick={onRetry}>Try again</Button>}>
      {problem.message}
    </EmptyState>
  );
}

type UnreadProps = Readonly<{
  label: string;
  failed: string;
  problem: { readonly message: string } | null;
  onRetry: () => void;
}>;
