import { Menu } from '@base-ui/react/menu';
import {
  Archive,
  ArrowDown,
  ArrowUpToLine,
  CalendarClock,
  Check,
  CopyPlus,
  Ellipsis,
  FolderInput,
  Forward,
  PencilRuler,
  Pin,
  Replace,
  Trash2,
  UserRound,
} from 'lucide-react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { entryNow, useContextStore } from '../../api/context-store.ts';
import { useRoom } from '../../entries/measure/use-room.ts';
import { SelectionBar } from '../../entries/selection-bar.tsx';
import { askToTransfer } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { MenuItems, MenuLayer } from '../../ui/menu.tsx';
import { act, archivesBySize, asksToArchive, type EntryAction } from './actions.ts';
import { nothingSaid, operationsFor } from './bulk-edits.ts';
import { change } from './changes.ts';
import { headingsNow } from './own-headings.ts';
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
  const { size, after } = takenBy(entries, tokens);
  return (
    <SelectionBar
      count={entries.length}
      says={`${amountInWords(size, tokens.measure)} · Leaves ${room.inWords(after)}`}
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

function Actions({ entries, capabilities }: Readonly<{ entries: readonly EntryView[]; capabilities: Capabilities }>) {
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

function MoveMenu({ entries }: Readonly<{ entries: readonly EntryView[] }>) {
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />}>
        <FolderInput aria-hidden /> Move to…
      </Menu.Trigger>
      <MenuLayer>
        <Headings entries={entries} />
      </MenuLayer>
    </Menu.Root>
  );
}

function move(entries: readonly EntryView[], heading: string): void {
  const operations = operationsFor(entries, { ...nothingSaid, heading });
  if (operations.length > 0) {
    void change(operations);
  }
}

/** Computed only while the menu is open. */
const Headings = ({ entries }: Readonly<{ entries: readonly EntryView[] }>) => (
  <MenuItems items={headingsNow().map((name) => ({ name, onPick: () => move(entries, name) }))} />
);

function MoreMenu({ entries, capabilities }: Readonly<{ entries: readonly EntryView[]; capabilities: Capabilities }>) {
  const keepUntil = { name: 'Keep until…', icon: CalendarClock, onPick: () => act('protect', entries) };
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />}>
        <Ellipsis aria-hidden /> More
      </Menu.Trigger>
      <MenuLayer>
        <MenuItems
          items={[
            capabilities.confidence && { name: 'Less sure', icon: ArrowDown, onPick: () => act('demote', entries) },
            { name: 'About…', icon: UserRound, onPick: () => act('about', entries) },
            archivesBySize(capabilities) && keepUntil,
            { name: 'Section, source, keys…', icon: PencilRuler, onPick: () => act('several', entries) },
            { name: 'Find and replace…', icon: Replace, onPick: () => act('replace', entries) },
            { name: 'Move to another memory…', icon: Forward, onPick: () => askToTransfer('move', entries) },
            { name: 'Copy to another memory…', icon: CopyPlus, onPick: () => askToTransfer('copy', entries) },
          ]}
        />
      </MenuLayer>
    </Menu.Root>
  );
}
