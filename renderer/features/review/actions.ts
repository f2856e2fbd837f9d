import type { EntryView } from '#shared/contract/features/memory.ts';
import { entryNow } from '../../api/context-store.ts';
import { assertNever } from '../../api/problem.ts';
import { say } from '../../services/notices.ts';
import { afterChanges, archiveAll, change, deleteAll, stepConfidence, togglePinned } from './changes.ts';
import { edit, openDialog, openSheet } from './review-store.ts';

type EntryAction = 'edit' | 'confirm' | 'demote' | 'pin' | 'archive' | 'delete';

/** Does one thing to some entries, as they are once earlier changes are made. */
export function act(action: EntryAction, entries: readonly EntryView[]): void {
  afterChanges(() => actNow(action, asTheyAre(entries)));
}

/** The same entries as the page knows them now; those that are gone are left out. */
const asTheyAre = (entries: readonly EntryView[]): EntryView[] => entries.flatMap(({ id }) => entryNow(id) ?? []);

/** Several at once say their consequences before they are archived or deleted. */
function actNow(action: EntryAction, entries: readonly EntryView[]): void {
  const first = entries[0];
  if (!first) {
    return;
  }
  switch (action) {
    case 'edit':
      openSheet(false);
      void edit(first);
      return;
    case 'confirm':
    case 'demote':
      step(entries, action === 'confirm' ? 'up' : 'down');
      return;
    case 'pin':
      void change(togglePinned(entries));
      return;
    case 'archive':
      archive(entries);
      return;
    case 'delete':
      if (entries.length > 1) {
        openDialog({ kind: 'delete-many', entries });
      } else {
        void change(deleteAll(entries));
      }
      return;
    default:
      assertNever(action);
  }
}

function step(entries: readonly EntryView[], direction: 'up' | 'down'): void {
  const operations = stepConfidence(entries, direction);
  if (operations.length > 0) {
    void change(operations);
  } else {
    say(direction === 'up' ? 'Already certain.' : 'Already tentative.');
  }
}

function archive(entries: readonly EntryView[]): void {
  const sorted = entries.filter((entry) => entry.category !== null);
  if (sorted.length === 0) {
    say('Sort it first', 'info', 'Only entries in a section can be archived. Choose a section in the details.');
  } else if (entries.length > 1) {
    openDialog({ kind: 'archive-many', entries: sorted });
  } else {
    void change(archiveAll(sorted));
  }
}
