import { Archive, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import type { EntryView } from '#shared/contract/model.ts';
import { IconButton } from '../../ui/button.tsx';
import { archiveAll, change, deleteAll, stepConfidence } from './changes.ts';
import { edit } from './review-store.ts';
import styles from './row-actions.module.css';

/** The four things done most. They appear on hover; keys, the menu and the inspector do the same. */
export function RowActions({ entry }: Readonly<{ entry: EntryView }>) {
  return (
    <div role="gridcell" className={styles['actions']}>
      <IconButton name="Edit" keys="Enter" tabIndex={-1} onClick={() => edit(entry)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        name="Confirm"
        keys="c"
        tabIndex={-1}
        disabled={entry.confidence === 'certain'}
        onClick={() => void change(stepConfidence([entry], 'up'))}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton name="Archive" keys="a" tabIndex={-1} onClick={() => void change(archiveAll([entry]))}>
        <Archive aria-hidden />
      </IconButton>
      <IconButton name="Delete" keys="Delete" tabIndex={-1} onClick={() => void change(deleteAll([entry]))}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}
