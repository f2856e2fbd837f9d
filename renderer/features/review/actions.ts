import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { entryNow, readyContext } from '../../api/context-store.ts';
import { say, sayOnce } from '../../services/notices.ts';
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

export type EntryAction =
  | 'edit'
  | 'confirm'
  | 'demote'
  | 'pin'
  | 'protect'
  | 'about'
  | 'several'
  | 'replace'
  | 'raise'
  | 'archive'
  | 'delete';

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

/** So few are in sight together, what the archive takes comes back with one step, and the bar says what it frees. */
const fewToArchive = 3;

/** Whether archiving so many entries says its consequences first. */
export const asksToArchive = (count: number): boolean => count > fewToArchive;

/** Several at once say their consequences before they are deleted, many before they are archived. */
const actions: Readonly<Record<EntryAction, (entries: readonly EntryView[], first: EntryView) => void>> = {
  edit: (_, first) => {
    openSheet(false);
    void edit(first);
  },
  confirm: (entries) => (saysHowSure() ? step(entries, 'up') : void change(toggleConfirmed(entries))),
  demote(entries) {
    if (saysHowSure()) {
      step(entries, 'down');
    } else {
      sayOnce('how-sure', 'This memory doesn’t say how sure its entries are.');
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
      sayOnce('read-whole', 'All of this memory is read, wherever an entry stands.');
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
};

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

/** Whether entries of a memory are archived once it is full. */
export const archivesBySize = ({ archive, sections }: Pick<Capabilities, 'archive' | 'sections'>): boolean =>
  archive && sections;

/** Whether an entry can be put away: what has no section, where there are sections, could not come back to it. */
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
