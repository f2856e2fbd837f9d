import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { askToErase, showInEditor } from '../../jumps.ts';
import { stepOf } from '../../services/commands/list-steps.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { entriesInWords } from '../../wording/counts.ts';
import { act } from './actions.ts';
import type { ReviewList } from './review-list.ts';
import { focusCursor, openDialog, openSheet, search, select, useReview } from './review-store.ts';
import { chooseAll, chooseNone, extendTo, meant, moveTo, toggleChosen } from './selection.ts';
import { keep, leaveTriage, putBackEarlier } from './triage-actions.ts';

export function useReviewCommands(list: ReviewList, writable: boolean, focusSearch: () => void): void {
  useCommands((command) => {
    if (command === 'search') {
      focusSearch();
      return true;
    }
    if (command === 'escape') {
      return closeOrClear();
    }
    return move(command, list) || look(command, list) || (writable && change(command, list));
  });
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
  switch (command) {
    case 'toggle':
      if (selection.cursor !== null) {
        select(toggleChosen(selection, selection.cursor));
      }
      return true;
    case 'show-in-file': {
      const entry = atCursor(list);
      if (entry) {
        showInEditor(refOf(entry));
      }
      return true;
    }
    case 'erase':
      askToErase(atCursor(list)?.value ?? '');
      return true;
    case 'choose-all':
      select(chooseAll(selection, order));
      announce(`${entriesInWords(order.length)} chosen.`);
      return true;
    case 'details':
      openSheet(selection.cursor !== null);
      document.querySelector<HTMLElement>('[data-details-heading]')?.focus();
      return true;
    default:
      return false;
  }
}

function atCursor({ byId }: ReviewList): EntryView | undefined {
  const { cursor } = useReview.getState().selection;
  return cursor === null ? undefined : byId.get(cursor);
}

const meantIn = (list: ReviewList): readonly EntryView[] =>
  meant(useReview.getState().selection).flatMap((id) => list.byId.get(id) ?? []);

/** What changes nothing in the memory, and so can be done where it is only read as well. */
function look(command: Command, list: ReviewList): boolean {
  if (command !== 'keep') {
    return false;
  }
  void keep(meantIn(list));
  return true;
}

function change(command: Command, list: ReviewList): boolean {
  const entries = meantIn(list);
  switch (command) {
    case 'edit':
    case 'confirm':
    case 'demote':
    case 'pin':
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
  } else if (selection.chosen.size > 0) {
    select(chooseNone(selection));
  } else if (query !== '') {
    search('');
    focusCursor();
  } else if (document.activeElement instanceof HTMLElement && document.activeElement.matches('input')) {
    focusCursor();
    document.activeElement.blur();
    keepFocus();
  } else if (triage) {
    leaveTriage();
  } else {
    return false;
  }
  return true;
}
