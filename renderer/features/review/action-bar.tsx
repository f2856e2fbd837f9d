import { Archive, ArrowUpToLine, Check, Pin, Trash2 } from 'lucide-react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { entryNow, useContextStore } from '../../api/context-store.ts';
import styles from '../../entries/action-bar.module.css';
import { useRoom } from '../../entries/measure/use-room.ts';
import { Button } from '../../ui/button.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { act, asksToArchive, type EntryAction } from './actions.ts';
import { MoreMenu } from './more-menu.tsx';
import { MoveMenu } from './move-menu.tsx';
import type { ReviewList } from './review-list.ts';
import { focusCursor, select, useReview } from './review-store.ts';
import { chooseAll, chooseNone } from './selection.ts';
import { takenBy, useChosenEntries } from './use-chosen-entries.ts';

export function ActionBar({ list, writable }: Readonly<{ list: ReviewList; writable: boolean }>) {
  const context = useContextStore();
  const room = useRoom();
  const entries = useChosenEntries();
  if (entries.length === 0 || context.kind !== 'ready') {
    return null;
  }
  const { tokens } = context.summary;
  const { taken, after } = takenBy(entries, tokens);
  return (
    <section className={styles['bar']} aria-label="Selected entries" data-action-bar>
      <p className={styles['words']}>
        <strong>{entriesInWords(entries.length)} selected</strong>
        <span className="count">
          {amountInWords(taken, tokens.measure)} · Leaves {room.inWords(after)}
        </span>
      </p>
      {entries.length < list.order.length && (
        <Button look="link" onClick={() => select(chooseAll(useReview.getState().selection, list.order))}>
          Select all {countInWords(list.order.length)}
        </Button>
      )}
      <Button
        look="link"
        onClick={() => {
          select(chooseNone(useReview.getState().selection));
          focusCursor();
        }}
      >
        Clear selection
      </Button>
      {writable && <Actions entries={entries} capabilities={context.summary.capabilities} />}
    </section>
  );
}

/** The displayed selection may lag a moment; actions use the current one. */
const actOnChosen = (action: EntryAction): void =>
  act(
    action,
    [...useReview.getState().selection.chosen].flatMap((id) => entryNow(id) ?? []),
  );

function Actions({ entries, capabilities }: Readonly<{ entries: readonly EntryView[]; capabilities: Capabilities }>) {
  const allPinned = entries.every((entry) => entry.flags.pinned);
  const allConfirmed = entries.every((entry) => entry.flags.confirmed);
  return (
    <div className="wrap-close">
      <Button onClick={() => actOnChosen('confirm')}>
        <Check aria-hidden /> {allConfirmed && !capabilities.confidence ? 'Unconfirm' : 'Confirm'}
      </Button>
      {capabilities.loaded.length > 0 && (
        <Button onClick={() => actOnChosen('raise')}>
          <ArrowUpToLine aria-hidden /> Move up…
        </Button>
      )}
      {capabilities.headings && <MoveMenu entries={entries} />}
      <Button onClick={() => actOnChosen('pin')}>
        <Pin aria-hidden /> {allPinned ? 'Unpin' : 'Pin'}
      </Button>
      <Button onClick={() => actOnChosen('archive')}>
        <Archive aria-hidden /> Archive{asksToArchive(entries.length) && '…'}
      </Button>
      <MoreMenu entries={entries} capabilities={capabilities} />
      <Button look="danger" onClick={() => actOnChosen('delete')}>
        <Trash2 aria-hidden /> Delete{entries.length > 1 && '…'}
      </Button>
    </div>
  );
}
