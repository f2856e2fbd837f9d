import { type Problem, tryNow, useConnection } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './start-view.module.css';

/** Attempts after which waiting quietly is no longer honest. */
const quietAttempts = 3;

export function Starting() {
  const connection = useConnection();
  if (connection.kind === 'connecting' && connection.attempt >= quietAttempts) {
    return (
      <main className={styles['page']}>
        <EmptyState title="Contexture can’t be reached" action={<Button onClick={tryNow}>Try now</Button>}>
          Either it is no longer running, or this page was opened without the address it printed when it started. Start
          Contexture again and open the address it prints.
        </EmptyState>
      </main>
    );
  }
  return (
    <main className={styles['page']}>
      <Skeleton label="Starting" />
    </main>
  );
}

export function StartFailed({ problem }: Readonly<{ problem: Problem }>) {
  return (
    <main className={styles['page']}>
      <EmptyState
        title="Contexture could not start"
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        {problem.message}
      </EmptyState>
    </main>
  );
}
