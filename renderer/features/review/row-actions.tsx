import { Archive, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import type { EntryView, Operation } from '#shared/contract/features/memory.ts';
import styles from '../../entries/row-actions.module.css';
import { IconButton } from '../../ui/button.tsx';
import { archiveAll, change, deleteAll, stepConfidence } from './changes.ts';
import { edit, select, useReview } from './review-store.ts';
import { moveTo } from './selection.ts';

/** The four things done most. They appear on hover; keys, the menu and the inspector do the same. */
export function RowActions({ entry }: Readonly<{ entry: EntryView }>) {
  // The cursor comes along, so that the focus has somewhere to go when the row goes.
  const carryOut = (operations: Operation[]): void => {
    select(moveTo(useReview.getState().selection, entry.id));
    void change(operations);
  };
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
        onClick={() => carryOut(stepConfidence([entry], 'up'))}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton name="Archive" keys="a" tabIndex={-1} onClick={() => carryOut(archiveAll([entry]))}>
        <Archive aria-hidden />
      </IconButton>
      <IconButton name="Delete" keys="Delete" tabIndex={-1} onClick={() => carryOut(deleteAll([entry]))}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}
