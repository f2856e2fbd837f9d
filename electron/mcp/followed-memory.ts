import type { ChangeResult } from '#shared/contract/changes.ts';
import type { EventData } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { applySplices } from '#shared/contract/reading/entry-splices.ts';
import { readWholeContext, type WholeContext } from '#shared/contract/reading/whole-context.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import {
  beginLines,
  type Changer,
  followEntries,
  type LineAddresses,
  markShown,
  type Rewritten,
} from '#shared/entries/line-addresses.ts';

type TouchedLines = { readonly added: readonly number[]; readonly changed: readonly number[] };

/** Result of the assistant's own change, and the lines it touched. */
export type WriteResult<T> = { readonly result: T } & TouchedLines;

type ContextChanged = EventData<'context.changed'>;

/** Tries of a change while another program keeps the file busy; each waits a while by itself. */
const maxTries = 3;

/** Follows a memory for one assistant: its current content, and the numbers of its lines. */
export async function followMemory(client: Client, workspace: Workspace) {
  /** Events that wait for the first reading, or for the answer that tells which of them is the assistant's own. */
  let waiting: ContextChanged[] | null = [];
  const stop = client.on('context.changed', (event) => {
    if (event.workspace === workspace.id) {
      if (waiting === null) {
        memory.take(event, 'others');
      } else {
        waiting.push(event);
      }
    }
  });
  await client.call('workspaces.attend', { workspace: workspace.id, visible: true });
  const memory = createKnownMemory(await readWholeContext(client, workspace.id));
  takeWaiting(null);

  /** @param own id of the assistant's own change; null if there is none */
  function takeWaiting(own: string | null, rewritten?: Rewritten): TouchedLines {
    const events = waiting ?? [];
    waiting = null;
    let mine: TouchedLines = { added: [], changed: [] };
    for (const event of events) {
      const isOwn = own !== null && event.by.who === 'interface' && event.by.change?.id === own;
      const touched = isOwn ? memory.take(event, 'self', rewritten) : memory.take(event, 'others');
      mine = isOwn && touched !== null ? touched : mine;
    }
    return mine;
  }

  return {
    context: memory.context,
    lines: memory.lines,
    shown: memory.shown,
    onChange: memory.onChange,
    /** Makes a change, and separates it from others' changes meanwhile. Call it for one change at a time. */
    async write<T extends ChangeResult>(change: () => Promise<T>, rewritten?: Rewritten): Promise<WriteResult<T>> {
      waiting = [];
      const result = await patiently(change).catch((error: unknown) => {
        takeWaiting(null);
        throw error;
      });
      const { added, changed } = takeWaiting(result.change?.id ?? null, rewritten);
      return { result, added, changed };
    },
    stop,
  };
}

function createKnownMemory(first: WholeContext) {
  const listeners = new Set<() => void>();
  let context = first;
  let lines = beginLines(first.entries);
  return {
    context: (): WholeContext => context,
    lines: (): LineAddresses<EntryView> => lines,
    shown(which: readonly number[]): void {
      lines = markShown(lines, which);
    },
    /** Calls the listener after the file reads differently. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes in a change of the file. @returns the lines it touched; null for a change that is known already */
    take(event: ContextChanged, by: Changer, rewritten?: Rewritten): TouchedLines | null {
      if (event.revision <= context.revision) {
        return null;
      }
      const { revision, summary, splices } = event;
      const before = context;
      context = { revision, summary, entries: applySplices(context.entries, splices) };
      const differs = readsOtherwise(before, context);
      const followed = followEntries(lines, context.entries, by, rewritten);
      lines = followed.addresses;
      if (differs) {
        for (const listener of listeners) {
          listener();
        }
      }
      return followed;
    },
  };
}

/** True if an assistant reads something else. Subjects, the limit and the format can change while the file stays the same. */
function readsOtherwise(before: WholeContext, now: WholeContext): boolean {
  const abouts = ({ entries }: WholeContext): string =>
    JSON.stringify(entries.flatMap(({ raw, flags }) => (flags.about ? [raw, flags.about] : [])));
  return (
    before.summary.version !== now.summary.version ||
    before.summary.format !== now.summary.format ||
    (before.summary.tokens.leftOut === null) !== (now.summary.tokens.leftOut === null) ||
    (before.entries !== now.entries && abouts(before) !== abouts(now))
  );
}

/** Tries again if another program was in the way: an assistant would only do the same. */
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
