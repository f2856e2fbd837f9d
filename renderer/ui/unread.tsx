import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';
/**
 * In the place of something that is read: that it is on its way, or why it can't be shown.
 *
 * @param label what is going on
 * @param failed what is said where it can't be shown
 */
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
