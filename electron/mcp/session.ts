import { createSerialQueue } from '#engine/workspace/serial-queue.ts';
import type { EventData } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ChangeResult, EntryView } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { applySplices } from '#shared/contract/reading/entry-splices.ts';
import { readWholeContext, type WholeContext } from '#shared/contract/reading/whole-context.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import {
  addressOf,
  beginLines,
  type Changer,
  followEntries,
  type LineAddress,
  type LineAddresses,
  type LineNow,
  lineNow,
  markShown,
  type Rewritten,
} from '#shared/entries/line-addresses.ts';

/** What a change of the assistant's own did to its lines, by number. */
export type Written<T> = { readonly result: T; readonly added: readonly number[]; readonly changed: readonly number[] };

/** One assistant's connection to one memory: follows it, and keeps the numbers the assistant goes by. */
export type Session = {
  readonly client: Client;
  readonly workspace: Workspace;
  /** The memory as it is known by now. */
  context(): WholeContext;
  lines(): LineAddresses<EntryView>;
  /** To be taken when a call arrives, so that what it is told of later counts for later calls only. */
  address(line: number): LineAddress;
  lineNow(address: LineAddress): LineNow<EntryView>;
  /** Says that lines have been shown to the assistant as they read now. */
  shown(which: readonly number[] | 'all'): void;
  /** Does one thing after the other, in the order they were asked for. @throws `cancelled` once the session ends */
  enqueue<T>(work: () => Promise<T>): Promise<T>;
  /** Makes a change, within a turn; what others changed meanwhile is told apart from it. */
  write<T extends ChangeResult>(change: () => Promise<T>, rewritten?: Rewritten): Promise<Written<T>>;
  /** Called after the file reads differently. */
  onChange(listener: () => void): () => void;
  /** Begins nothing more, and waits for what has begun. */
  end(): Promise<void>;
};

type ContextChanged = EventData<'context.changed'>;

/** How often a change is tried while somebody else keeps the file busy; each try waits a while by itself. */
const maxTries = 3;

export async function openSession(client: Client, workspace: Workspace): Promise<Session> {
  const enqueue = createSerialQueue();
  const listeners = new Set<() => void>();
  /** Events that wait: for the first reading, or for the answer that says which of them is the assistant's own. */
  let waiting: ContextChanged[] | null = [];
  let ending = false;
  const offEvents = client.on('context.changed', (event) => {
    if (event.workspace === workspace.id) {
      if (waiting === null) {
        take(event, 'others');
      } else {
        waiting.push(event);
      }
    }
  });
  await client.call('workspaces.attend', { workspace: workspace.id, visible: true });
  let context = await readWholeContext(client, workspace.id);
  let lines = beginLines(context.entries);
  takeWaiting(null);

  /** Takes in a change of the file. @returns what it did to the lines; null where it is known already */
  function take(event: ContextChanged, by: Changer, rewritten?: Rewritten) {
    if (event.revision <= context.revision) {
      return null;
    }
    const { revision, summary, splices } = event;
    const differs = summary.version !== context.summary.version;
    context = { revision, summary, entries: applySplices(context.entries, splices) };
    const followed = followEntries(lines, context.entries, by, rewritten);
    lines = followed.addresses;
    if (differs) {
      for (const listener of listeners) {
        listener();
      }
    }
    return followed;
  }

  /** @param own id of the assistant's own change; null if there is none */
  function takeWaiting(own: string | null, rewritten?: Rewritten): Omit<Written<unknown>, 'result'> {
    const events = waiting ?? [];
    waiting = null;
    let mine: Omit<Written<unknown>, 'result'> = { added: [], changed: [] };
    for (const event of events) {
      const isOwn = own !== null && event.by.who === 'interface' && event.by.change?.id === own;
      const followed = isOwn ? take(event, 'self', rewritten) : take(event, 'others');
      mine = isOwn && followed !== null ? followed : mine;
    }
    return mine;
  }

  async function write<T extends ChangeResult>(change: () => Promise<T>, rewritten?: Rewritten): Promise<Written<T>> {
    waiting = [];
    let own: string | null = null;
    let result: T;
    try {
      result = await patiently(change);
      own = result.change?.id ?? null;
    } catch (error) {
      takeWaiting(null);
      throw error;
    }
    const { added, changed } = takeWaiting(own, rewritten);
    return { result, added, changed };
  }

  return {
    client,
    workspace,
    context: () => context,
    lines: () => lines,
    address: (line) => addressOf(lines, line),
    lineNow: (address) => lineNow(lines, address),
    shown: (which) => {
      lines = markShown(lines, which);
    },
    enqueue: (work) =>
      enqueue(() => {
        if (ending) {
          throw new ContextureError('cancelled', 'Contexture is closing, so this was not begun. Nothing was changed.');
        }
        return work();
      }),
    write,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async end() {
      ending = true;
      await enqueue(async () => undefined);
      offEvents();
    },
  };
}

/** Tries again where somebody else was in the way: an assistant would only do the same. */
async function patiently<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      const busy = error instanceof ContextureError && error.code === 'busy';
      if (!busy || tries === maxTries) {
        throw error;
      }
    }
  }
}
