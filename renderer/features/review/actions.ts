import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { entryNow, readyContext } from '../../api/context-store.ts';
import { notifyOnce, say } from '../../services/notices.ts';
import {
  afterChanges,
  archiveAll,
  change,
  deleteAll,
  stepConfidence,
  toggleConfirmed,
  togglePinned,
} from './changes.ts';
import { edit, openDialog, openSheet } from './review-store.ts';

export type EntryAction = keyof typeof actions;

/** Does one thing to some entries, as they are once earlier changes are made. */
export function act(action: EntryAction, entries: readonly EntryView[]): void {
  afterChanges(() => {
    const now = currentEntries(entries);
    const [first] = now;
    if (first) {
      actions[action](now, first);
    }
  });
}

const currentEntries = (entries: readonly EntryView[]): EntryView[] => entries.flatMap(({ id }) => entryNow(id) ?? []);

/** Few enough to see together: one undo restores them, and the bar says what archiving frees. */
const fewToArchive = 3;

export const asksToArchive = (count: number): boolean => count > fewToArchive;

/** Deleting several entries, and archiving many, first states the consequences. */
const actions = {
  edit: (_, first) => {
    openSheet(false);
    void edit(first);
  },
  confirm: (entries) => (saysHowSure() ? step(entries, 'up') : void change(toggleConfirmed(entries))),
  demote(entries) {
    if (saysHowSure()) {
      step(entries, 'down');
    } else {
      notifyOnce('how-sure', 'This memory doesn’t say how sure its entries are.');
    }
  },
  pin: (entries) => void change(togglePinned(entries)),
  protect: (entries) => openDialog({ kind: 'protect', entries }),
  several: (entries) => openDialog({ kind: 'several', entries }),
  replace: (entries) => openDialog({ kind: 'replace', entries, of: 'chosen' }),
  about: (entries) => openDialog({ kind: 'about', entries }),
  raise(entries) {
    if (stopsReading()) {
      openDialog({ kind: 'raise', entries });
    } else {
      notifyOnce('read-whole', 'All of this memory is read, wherever an entry is.');
    }
  },
  archive,
  delete: (entries) => {
    if (entries.length > 1) {
      openDialog({ kind: 'delete-many', entries });
    } else {
      void change(deleteAll(entries));
    }
  },
} satisfies Readonly<Record<string, (entries: readonly EntryView[], first: EntryView) => void>>;

const saysHowSure = (): boolean => readyContext()?.summary.capabilities.confidence ?? true;

const stopsReading = (): boolean => (readyContext()?.summary.capabilities.loaded.length ?? 0) > 0;

function step(entries: readonly EntryView[], direction: 'up' | 'down'): void {
  const operations = stepConfidence(entries, direction);
  if (operations.length > 0) {
    void change(operations);
  } else {
    say(direction === 'up' ? 'Already certain.' : 'Already tentative.');
  }
}

/** True if a memory archives entries once it is full. */
export const archivesBySize = ({ archive, sections }: Pick<Capabilities, 'archive' | 'sections'>): boolean =>
  archive && sections;

/** True if an entry can be archived: an entry without a section in a memory with sections could not be restored. */
const mayArchive = ({ category }: EntryView, { archive, sections }: Capabilities): boolean =>
  archive && (category !== null || !sections);

function archive(entries: readonly EntryView[]): void {
  const capabilities = readyContext()?.summary.capabilities;
  const sorted = entries.filter((entry) => capabilities && mayArchive(entry, capabilities));
  if (sorted.length === 0) {
    say('Sort it first', 'info', 'Only entries in a section can be archived. Choose a section in the details.');
  } else if (asksToArchive(entries.length)) {
    openDialog({ kind: 'archive-many', entries: sorted });
  } else {
    void change(archiveAll(sorted));
  }
}
