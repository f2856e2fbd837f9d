import type { EntryView } from '#shared/contract/features/memory.ts';
import { entryNow } from '../../api/context-store.ts';
import { say } from '../../services/notices.ts';
import { afterChanges, archiveAll, change, deleteAll, stepConfidence, togglePinned } from './changes.ts';
import { edit, openDialog, openSheet } from './review-store.ts';

type EntryAction = 'edit' | 'confirm' | 'demote' | 'pin' | 'archive' | 'delete';

/** Does one thing to some entries, as they are once earlier changes are made. */
export function act(action: EntryAction, entries: readonly EntryView[]): void {
  afterChanges(() => {
    const now = asTheyAre(entries);
    const [first] = now;
    if (first) {
      actions[action](now, first);
    }
  });
}

/** The same entries as the page knows them now; those that are gone are left out. */
const asTheyAre = (entries: readonly EntryView[]): EntryView[] => entries.flatMap(({ id }) => entryNow(id) ?? []);

/** Several at once say their consequences before they are archived or deleted. */
const actions: Readonly<Record<EntryAction, (entries: readonly EntryView[], first: EntryView) => void>> = {
  edit: (_, first) => {
    openSheet(false);
    void edit(first);
  },
  confirm: (entries) => step(entries, 'up'),
  demote: (entries) => step(entries, 'down'),
  pin: (entries) => void change(togglePinned(entries)),
  archive,
  delete: (entries) => {
    if (entries.length > 1) {
      openDialog({ kind: 'delete-many', entries });
    } else {
      void change(deleteAll(entries));
    }
  },
};

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
