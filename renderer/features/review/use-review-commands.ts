import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { readyContext } from '../../api/context-store.ts';
import { nameAndText } from '../../entries/entry-text.tsx';
import { refuseReadOnly } from '../../entries/read-only.ts';
import { askToErase, showInEditor } from '../../jumps.ts';
import { type AtHand, useAtHand } from '../../services/commands/at-hand.ts';
import { stepOf } from '../../services/commands/list-steps.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { awaitField, carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { entriesInWords } from '../../wording/counts.ts';
import { shortened } from '../../wording/names.ts';
import { act } from './actions.ts';
import type { ReviewList } from './review-list.ts';
import { focusCursor, openDialog, openSheet, search, select, useReview } from './review-store.ts';
import { chooseAll, chooseNone, extendTo, meant, moveTo, pickOnly, toggleChosen } from './selection.ts';
import { keep, putBackEarlier, stopTriage } from './triage-actions.ts';

export function useReviewCommands(list: ReviewList, writable: boolean, focusSearch: () => void): void {
  useAtHand(() => entriesAtHand(meantIn(list), writable));
  useCommands((command) => {
    if (command === 'search') {
      focusSearch();
      return true;
    }
    if (command === 'escape') {
      return closeOrClear();
    }
    if (command === 'edit' || command === 'details' || command === 'toggle') {
      meanFocused(list);
    }
    return move(command, list) || (writable ? change(command, list) : refuseReadOnly(command));
  });
}

/** Without a selection, takes the row that has the focus, as when a memory has just been opened. */
function meanFocused({ byId }: ReviewList): void {
  const { selection } = useReview.getState();
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (row !== undefined && byId.has(row) && selection.cursor === null && selection.chosen.size === 0) {
    select(moveTo(selection, row));
  }
}

function move(command: Command, list: ReviewList): boolean {
  const { order } = list;
  const { selection } = useReview.getState();
  const at = selection.cursor === null ? -1 : order.indexOf(selection.cursor);
  const step = stepOf(command, at < 0 ? null : at, order.length);
  if (step !== null) {
    const id = order[step.to];
    if (id !== undefined) {
      select(step.extend ? extendTo(selection, id, order) : moveTo(selection, id));
      focusCursor();
    }
    return true;
  }
  const { cursor } = selection;
  const entry = cursor === null ? undefined : list.byId.get(cursor);
  return carryOutOne(command, {
    toggle: () => cursor !== null && select(toggleChosen(selection, cursor)),
    'show-in-file': () => entry && showInEditor(refOf(entry)),
    erase: () => askToErase(entry?.value ?? ''),
    'choose-all': () => {
      select(chooseAll(selection, order));
      announce(`${entriesInWords(order.length)} selected.`);
    },
    // Allowed in a read-only memory too: it changes nothing there.
    keep: () => void keep(meantIn(list)),
    details: () => {
      openSheet(cursor !== null);
      document.querySelector<HTMLElement>('[data-details-heading]')?.focus();
    },
  });
}

const meantIn = (list: ReviewList): readonly EntryView[] =>
  meant(useReview.getState().selection).flatMap((id) => list.byId.get(id) ?? []);

/** Entry actions for the palette; the keys do the same. */
function entriesAtHand(entries: readonly EntryView[], writable: boolean): AtHand | null {
  const [first] = entries;
  if (first === undefined) {
    return null;
  }
  const alone = entries.length === 1;
  const them = alone ? 'this entry' : entriesInWords(entries.length);
  const saysHowSure = readyContext()?.summary.capabilities.confidence ?? true;
  const changes: AtHand['actions'] = [
    ...(alone ? [{ name: 'Edit this entry', command: 'edit' as const }] : []),
    { name: `Confirm ${them}`, command: 'confirm' },
    ...(saysHowSure ? [{ name: `Make ${them} less sure`, command: 'demote' as const }] : []),
    { name: `${entries.every(({ flags }) => flags.pinned) ? 'Unpin' : 'Pin'} ${them}`, command: 'pin' },
    { name: `Archive ${them}`, command: 'archive' },
    { name: `Delete ${them}`, command: 'delete' },
  ];
  return {
    title: alone ? shortened(nameAndText(first), 60) : them,
    actions: [
      ...(writable ? changes : []),
      { name: `Mark ${them} as seen`, command: 'keep' },
      ...(alone
        ? [
            { name: 'Show its details', command: 'details' as const },
            { name: 'Show this entry in the file', command: 'show-in-file' as const },
          ]
        : []),
    ],
  };
}

function change(command: Command, list: ReviewList): boolean {
  const entries = meantIn(list);
  switch (command) {
    case 'edit':
      if (entries.length > 0) {
        awaitField();
      }
      act(command, entries);
      return true;
    case 'confirm':
    case 'demote':
    case 'pin':
    case 'about':
    case 'raise':
    case 'archive':
    case 'delete':
      act(command, entries);
      return true;
    case 'restore':
      for (const entry of entries.slice(0, 1)) {
        void putBackEarlier(entry);
      }
      return true;
    case 'add':
      openDialog({ kind: 'add' });
      return true;
    default:
      return undoCommand(command);
  }
}

/** Closes or clears one thing at a time, the innermost first. */
function closeOrClear(): boolean {
  const { selection, query, sheetOpen, triage } = useReview.getState();
  if (sheetOpen) {
    openSheet(false);
    focusCursor();
  } else if (document.activeElement?.closest('[data-inspector]')) {
    focusCursor();
  } else if (selection.chosen.size > 0) {
    select(chooseNone(selection));
  } else if (query !== '') {
    search('');
    if (selection.cursor !== null) {
      // Keep the entry that the search found selected when the search is cleared.
      select(pickOnly(selection.cursor));
    }
    focusCursor();
  } else if (document.activeElement instanceof HTMLElement && document.activeElement.matches('input')) {
    focusCursor();
    document.activeElement.blur();
    keepFocus();
  } else if (triage) {
    stopTriage();
  } else {
    return false;
  }
  return true;
}
