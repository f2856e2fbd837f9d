import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { choose } from '../../api/app-store.ts';
import { readContext, useContextStore } from '../../api/context-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The file is there but could not be read even once. That is not the same as nothing having been learned. */
export function NothingRead({ summary }: Readonly<{ summary: ContextSummary }>) {
  return (
    <section aria-label="The file can’t be read">
      <EmptyState
        title="Nothing can be shown"
        action={
          <>
            <Button look="primary" onClick={tryAgain}>
              Try again
            </Button>
            <Button onClick={() => choose()}>Open another</Button>
          </>
        }
      >
        <VisibleText text={summary.problem?.message ?? 'The file can’t be read at the moment.'} /> Your entries appear
        here as soon as it can be read.
      </EmptyState>
    </section>
  );
}

function tryAgain(): void {
  const context = useContextStore.getState();
  if (context.kind !== 'none') {
    void readContext(context.workspace);
  }
}
