import { useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { call } from '../../../api/connection.ts';
import type { ReadyContext } from '../../../api/context-store.ts';

export type LastChange = Result<'history.lastChange'>;

const unknown: LastChange = { change: null, begins: null };

/** Time and writer of an entry's last change; null until that is loaded, and if it is unknown. */
export function useLastChange({ workspace, summary }: ReadyContext, entry: EntryView): LastChange {
  const [found, setFound] = useState<{ readonly of: string; readonly answer: LastChange }>({ of: '', answer: unknown });
  const of = `${workspace} ${summary.version} ${entry.id} ${entry.raw}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says which entry of which version it is.
  useEffect(() => {
    let current = true;
    call('history.lastChange', { workspace, entry: refOf(entry) })
      .then((answer) => current && setFound({ of, answer }))
      // The entry is complete without it.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [of]);
  return found.of === of ? found.answer : unknown;
}
