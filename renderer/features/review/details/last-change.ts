import type { Result } from '#shared/contract/contract.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { useAsked } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import type { ReadyContext } from '../../../api/context-store.ts';

export type LastChange = Result<'history.lastChange'>;

const unknown: LastChange = { change: null, begins: null };

/** Time and writer of an entry's last change; null until that is loaded, and if it is unknown. */
export function useLastChange({ workspace, summary }: ReadyContext, entry: EntryView): LastChange {
  const of = `${workspace} ${summary.version} ${entry.id} ${entry.raw}`;
  const { answer } = useAsked(of, async (options) => ({
    of,
    ...(await call('history.lastChange', { workspace, entry: refOf(entry) }, options)),
  }));
  return answer?.of === of ? answer : unknown;
}
