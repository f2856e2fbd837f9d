import { refOf } from '#shared/entries/entry.ts';
import { call } from '../api/connection.ts';
import { readyContext } from '../api/context-store.ts';

/** Most entries named in one call; someone with more to read has read whatever came meanwhile. */
const maxNamed = 10_000;

/** Marks everything as read, except for others' changes meanwhile. */
export async function markAllRead(): Promise<void> {
  const context = readyContext();
  if (context === null) {
    return;
  }
  const { workspace, entries, summary } = context;
  const marked = entries.filter((entry) => entry.mark !== null).map(refOf);
  const all = marked.length > maxNamed || !context.complete;
  await call('context.markSeen', {
    workspace,
    ...(all ? {} : { entries: marked, removed: summary.marks.removed }),
  });
}
