import { Archive, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import type { EntryView } from '#shared/contract/model.ts';
import { Button } from '../../ui/button.tsx';
import { act } from '../review/actions.ts';
import styles from './details.module.css';

export function EntryActions({ entry }: Readonly<{ entry: EntryView }>) {
  return (
    <div className={styles['actions']}>
      <Button onClick={() => act('edit', [entry])}>
        <Pencil aria-hidden /> Edit
      </Button>
      <Button onClick={() => act('pin', [entry])}>
        {entry.flags.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        {entry.flags.pinned ? 'Unpin' : 'Pin'}
      </Button>
      <Button disabled={entry.category === null} onClick={() => act('archive', [entry])}>
        <Archive aria-hidden /> Archive
      </Button>
      <Button look="danger" onClick={() => act('delete', [entry])}>
        <Trash2 aria-hidden /> Delete
      </Button>
    </div>
  );
}
