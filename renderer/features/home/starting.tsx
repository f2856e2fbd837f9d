import { type Problem, tryNow, useConnection } from '../../api/connection.ts';
import type { RefusalReason } from '../../api/web-connection.ts';
import { LogButton } from '../../services/log-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './home-page.module.css';

/** Attempts after which waiting quietly is no longer honest. */
const quietAttempts = 3;

const reasons: Readonly<Record<RefusalReason, string>> = {
  'no key': 'This page was opened without the address that Contexture printed.',
  'used code': 'This address has been used: each works once.',
  stranger: 'This address is from an earlier start, or another program answers here. Nothing was sent to it.',
};

export function Starting() {
  const connection = useConnection();
  if (connection.kind === 'connecting' && connection.refused !== undefined) {
    return (
      <main className={styles['page']}>
        <EmptyState title="A new address is needed" action={<Button onClick={tryNow}>Try now</Button>}>
          {reasons[connection.refused]} Press Enter in the terminal where Contexture runs to get a new one, and open it
          here.
        </EmptyState>
      </main>
    );
  }
  if (connection.kind === 'connecting' && connection.attempt >= quietAttempts) {
    return (
      <main className={styles['page']}>
        <EmptyState title="Contexture can’t be reached" action={<Button onClick={tryNow}>Try now</Button>}>
          It is no longer running. Start Contexture again and open the address it prints.
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
        action={
          <>
            <Button onClick={() => location.reload()}>Try again</Button>
            <LogButton />
          </>
        }
      >
        {problem.message}
      </EmptyState>
    </main>
  );
}
