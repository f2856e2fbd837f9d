import { choose } from '../api/app-store.ts';
import { type ContextState, readContext } from '../api/context-store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './context-placeholder.module.css';

/** In place of a view whose context isn't there: not yet, or because it could not be read. */
export function ContextPlaceholder({ context }: Readonly<{ context: ContextState }>) {
  return (
    <div className={styles['placeholder']}>
      {context.kind === 'failed' ? (
        <EmptyState
          title="The memory could not be read"
          action={
            <>
              <Button look="primary" onClick={() => void readContext(context.workspace)}>
                Try again
              </Button>
              <Button onClick={() => choose()}>Open another</Button>
            </>
          }
        >
          {context.problem.message}
        </EmptyState>
      ) : (
        <Skeleton label="Reading what your assistant has learned" />
      )}
    </div>
  );
}
