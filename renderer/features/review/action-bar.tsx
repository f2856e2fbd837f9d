import { Archive, ArrowDown, ArrowUp, Pin, Trash2 } from 'lucide-react';
import type { EntryView } from '#shared/contract/model.ts';
import { measureOfWeighed, weightOfAll } from '#shared/entries/measure.ts';
import { useContextStore } from '../../api/context-store.ts';
import { Button } from '../../ui/button.tsx';
import { countInWords, entriesInWords, tokensInWords } from '../../wording/counts.ts';
import styles from './action-bar.module.css';
import { act } from './actions.ts';
import type { ReviewList } from './review-list.ts';
import { focusCursor, select, useReview } from './review-store.ts';
import { chooseAll, chooseNone } from './selection.ts';

/** What can be done to the chosen rows, and what they weigh. */
export function ActionBar({ list, writable }: Readonly<{ list: ReviewList; writable: boolean }>) {
  const selection = useReview((state) => state.selection);
  const context = useContextStore();
  if (selection.chosen.size === 0 || context.kind !== 'ready') {
    return null;
  }
  const entries = [...selection.chosen].flatMap((id) => list.byId.get(id) ?? []);
  const { tokens } = context.summary;
  const { tokensOf } = measureOfWeighed(tokens.measure);
  const after = tokensOf(tokens.weight - weightOfAll(entries));
  return (
    <section className={styles['bar']} aria-label="Chosen entries" data-action-bar>
      <p className={styles['words']}>
        <strong>{entriesInWords(entries.length)} chosen</strong>
        <span className={styles['detail']}>
          {tokensInWords(tokens.total - after)} · {countInWords(after)} of {countInWords(tokens.limit)} without them
        </span>
      </p>
      {selection.chosen.size < list.order.length && (
        <Button look="link" onClick={() => select(chooseAll(selection, list.order))}>
          Choose all {countInWords(list.order.length)}
        </Button>
      )}
      <Button
        look="link"
        onClick={() => {
          select(chooseNone(selection));
          focusCursor();
        }}
      >
        Choose none
      </Button>
      {writable && <Actions entries={entries} />}
    </section>
  );
}

function Actions({ entries }: Readonly<{ entries: readonly EntryView[] }>) {
  const allPinned = entries.every((entry) => entry.flags.pinned);
  return (
    <div className={styles['actions']}>
      <Button onClick={() => act('confirm', entries)}>
        <ArrowUp aria-hidden /> Confirm
      </Button>
      <Button onClick={() => act('demote', entries)}>
        <ArrowDown aria-hidden /> Less sure
      </Button>
      <Button onClick={() => act('pin', entries)}>
        <Pin aria-hidden /> {allPinned ? 'Unpin' : 'Pin'}
      </Button>
      <Button onClick={() => act('archive', entries)}>
        <Archive aria-hidden /> Archive{entries.length > 1 && '…'}
      </Button>
      <Button look="danger" onClick={() => act('delete', entries)}>
        <Trash2 aria-hidden /> Delete{entries.length > 1 && '…'}
      </Button>
    </div>
  );
}
