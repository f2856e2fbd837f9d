import type { EntryView } from '#shared/contract/features/memory.ts';
import styles from '../../../entries/details.module.css';
import { askToErase } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { act } from '../actions.ts';

export function EntryActions({ entry }: Readonly<{ entry: EntryView }>) {
  return (
    <div className="wrap-close">
      <Button onClick={() => act('edit', [entry])}>Edit</Button>
      <Button onClick={() => act('pin', [entry])}>{entry.flags.pinned ? 'Unpin' : 'Pin'}</Button>
      <Button disabled={entry.category === null} onClick={() => act('archive', [entry])}>
        Archive
      </Button>
      <Button look="danger" className={styles['last'] ?? ''} onClick={() => act('delete', [entry])}>
        Delete
      </Button>
      <Button look="quiet" className={styles['alone'] ?? ''} onClick={() => askToErase(entry.value)}>
        Erase everywhere…
      </Button>
    </div>
  );
}
