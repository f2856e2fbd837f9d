import { refOf } from '#shared/entries/entry.ts';
import { call } from '../api/connection.ts';
import { useContextStore } from '../api/context-store.ts';

/** What crosses at once; who has more to see than that has seen whatever came meanwhile. */
const maxNamed = 10_000;

/** Says that all that is marked is seen, but for what others do while it is being said. */
export async function markAllRead(): Promise<void> {
  const context = useContextStore.getState();
  if (context.kind !== 'ready') {
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
