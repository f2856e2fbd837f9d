import { createSerialQueue } from '#engine/serial-queue.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { addressOf, type LineAddress, type LineNow, lineNow } from '#shared/entries/line-addresses.ts';
import { createAllowance } from './allowance.ts';
import { followMemory } from './followed-memory.ts';

export type Session = Awaited<ReturnType<typeof openSession>>;

/** Opens one assistant's connection to one memory: follows it, and keeps the line numbers the assistant uses. */
export async function openSession(client: Client, workspace: Workspace) {
  const { stop, ...memory } = await followMemory(client, workspace);
  const enqueue = createSerialQueue();
  let ending = false;
  return {
    ...memory,
    client,
    workspace,
    allowance: createAllowance(),
    /** Address of a line. Take it when a call arrives, so that later answers only count for later calls. */
    address: (line: number): LineAddress => addressOf(memory.lines(), line),
    lineNow: (address: LineAddress): LineNow<EntryView> => lineNow(memory.lines(), address),
    /**
     * Runs pieces of work one after the other, in order.
     * @param signal aborts work that has not begun
     * @throws `cancelled` once the session ends
     */
    enqueue: <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
      enqueue(() => {
        if (signal?.aborted) {
          throw new ContextureError('cancelled', 'That was taken back before it was begun. Nothing was changed.');
        }
        if (ending) {
          const message = 'Contexture is closing, so this was not started. Nothing was changed.';
          throw new ContextureError('cancelled', message);
        }
        return work();
      }),
    async end(): Promise<void> {
      ending = true;
      await enqueue(async () => undefined);
      stop();
    },
  };
}
