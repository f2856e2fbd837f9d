import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { readyContext } from '../../api/context-store.ts';
import { nameAndText } from '../../entries/entry-text.tsx';
import { refuseReadOnly } from '../../entries/read-only.ts';
import { askToErase, showInEditor } from '../../jumps.ts';
import { showDetails, useListCommands } from '../../list/list-commands.ts';
import type { KeyedRow, Stops } from '../../list/list-rows.ts';
import { moveTo, pickOnly, selectedOrCursor } from '../../list/selection.ts';
import { type AtHand, useAtHand } from '../../services/commands/at-hand.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { awaitField, useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { entriesInWords } from '../../wording/counts.ts';
import { cutToCharacters } from '../../wording/names.ts';
import { act } from './actions.ts';
import type { ReviewList } from './review-list.ts';
import { focusEntryCursor, openDialog, search, select, useReview } from './review-store.ts';
import { keep, restoreEarlier, stopTriage } from './triage-actions.ts';

export function useReviewCommands(list: ReviewList, writable: boolean, focusSearch: () => void): void {
  const { order, byId } = list;
  useAtHand(() => paletteActions(selectedIn(list), writable));
  useCommands((command) => (writable ? change(command, list) : refuseReadOnly(command)));
  useListCommands({
    store: useReview,
    stops: stopsOf(order),
    work: (row) => {
      const entry = row && byId.get(row.key);
      return {
        search: focusSearch,
        'show-in-file': () => entry && showInEditor(refOf(entry)),
        erase: () => askToErase(entry?.value ?? ''),
        'choose-all': () => {
          useReview.setState({ selected: new Set(order) });
          announce(`${entriesInWords(order.length)} selected.`);
        },
        // Allowed in a read-only memory too: it changes nothing there.
        keep: () => void keep(selectedIn(list)),
        details: () => showDetails(useReview, row !== undefined),
      };
    },
    clear,
  });
  useCommands((command) => {
    if (command === 'edit' || command === 'details' || command === 'toggle') {
      selectFocusedRow(list);
    }
    return false;
  });
}

const stopsOf = (order: readonly string[]): Stops<KeyedRow<string>> => ({
  length: order.length,
  at(index) {
    const key = order[index];
    return key === undefined ? undefined : { key };
  },
  placeOf(key) {
    const index = order.indexOf(key);
    return index < 0 ? undefined : index;
  },
});

/** Without a selection, takes the row that has the focus, as when a memory has just been opened. */
function selectFocusedRow({ byId }: ReviewList): void {
  const { cursor, selected } = useReview.getState();
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (row !== undefined && byId.has(row) && cursor === null && selected.size === 0) {
    select(moveTo({ selected }, row));
  }
}

const selectedIn = (list: ReviewList): readonly EntryView[] =>
  selectedOrCursor(useReview.getState()).flatMap((id) => list.byId.get(id) ?? []);

function paletteActions(entries: readonly EntryView[], writable: boolean): AtHand | null {
  const [first] = entries;
  if (first === undefined) {
    return null;
  }
  const isSingle = entries.length === 1;
  const them = isSingle ? 'this entry' : entriesInWords(entries.length);
  const saysHowSure = readyContext()?.summary.capabilities.confidence ?? true;
  const changes: AtHand['actions'] = [
    ...(isSingle ? [{ name: 'Edit this entry', command: 'edit' as const }] : []),
    { name: `Confirm ${them}`, command: 'confirm' },
    ...(saysHowSure ? [{ name: `Make ${them} less sure`, command: 'demote' as const }] : []),
    { name: `${entries.every(({ flags }) => flags.pinned) ? 'Unpin' : 'Pin'} ${them}`, command: 'pin' },
    { name: `Archive ${them}`, command: 'archive' },
    { name: `Delete ${them}`, command: 'delete' },
  ];
  return {
    title: isSingle ? cutToCharacters(nameAndText(first), 60) : them,
    actions: [
      ...(writable ? changes : []),
      { name: `Mark ${them} as seen`, command: 'keep' },
      ...(isSingle
        ? [
            { name: 'Show its details', command: 'details' as const },
            { name: 'Show this entry in the file', command: 'show-in-file' as const },
          ]
        : []),
    ],
  };
}

function change(command: Command, list: ReviewList): boolean {
  const entries = selectedIn(list);
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
        void restoreEarlier(entry);
      }
      return true;
    case 'add':
      openDialog({ kind: 'add' });
      return true;
    default:
      return undoCommand(command);
  }
}

/** Shows all again, one thing at a time, the innermost first. */
function clear(): boolean {
  const { cursor, query, triage } = useReview.getState();
  if (query !== '') {
    search('');
    if (cursor !== null) {
      // Keep the entry that the search found selected when the search is cleared.
      select(pickOnly(cursor));
    }
    focusEntryCursor();
  } else if (document.activeElement instanceof HTMLElement && document.activeElement.matches('input')) {
    focusEntryCursor();
    document.activeElement.blur();
    keepFocus();
  } else if (triage) {
    stopTriage();
  } else {
    return false;
  }
  return true;
}
