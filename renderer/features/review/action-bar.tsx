import { Archive, ArrowUpToLine, Check, Pin, Trash2 } from 'lucide-react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { entryNow, useContextStore } from '../../api/context-store.ts';
import { useRoom } from '../../entries/measure/use-room.ts';
import { SelectionBar } from '../../entries/selection-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { act, asksToArchive, type EntryAction } from './actions.ts';
import { MoreMenu } from './more-menu.tsx';
import { MoveMenu } from './move-menu.tsx';
import type { ReviewList } from './review-list.ts';
import { focusEntryCursor, useReview } from './review-store.ts';
import { takenBy, useChosenEntries } from './use-chosen-entries.ts';

export function ActionBar({ list, writable }: Readonly<{ list: ReviewList; writable: boolean }>) {
  const context = useContextStore();
  const room = useRoom();
  const entries = useChosenEntries();
  if (entries.length === 0 || context.kind !== 'ready') {
    return null;
  }
  const { tokens, capabilities } = context.summary;
  const { taken, after } = takenBy(entries, tokens);
  return (
    <SelectionBar
      count={entries.length}
      says={`${amountInWords(taken, tokens.measure)} · Leaves ${room.inWords(after)}`}
      all={entries.length < list.order.length ? list.order.length : null}
      onAll={() => useReview.setState({ selected: new Set(list.order) })}
      onNone={() => {
        useReview.setState({ selected: new Set() });
        focusEntryCursor();
      }}
    >
      {writable && <Actions entries={entries} capabilities={capabilities} />}
    </SelectionBar>
  );
}

/** The displayed selection may lag a moment; actions use the current one. */
const actOnChosen = (action: EntryAction): void =>
  act(
    action,
    [...useReview.getState().selected].flatMap((id) => entryNow(id) ?? []),
  );

type ActionsProps = Readonly<{ entries: readonly EntryView[]; capabilities: Capabilities }>;

function Actions({ entries, capabilities }: ActionsProps) {
  const allPinned = entries.every((entry) => entry.flags.pinned);
  const allConfirmed = entries.every((entry) => entry.flags.confirmed);
  return (
    <>
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
    </>
  );
}
