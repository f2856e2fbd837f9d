import { ContextureError } from '../errors.ts';
import type { ContextSummary, EntryView } from '../features/memory.ts';
import type { Client } from '../wire/client.ts';

export type WholeContext = {
  readonly revision: number;
  readonly summary: ContextSummary;
  /** Entries of all pages, in file order. */
  readonly entries: readonly EntryView[];
};

const page = 1000;

/** Reads a context with all its pages; starts over if it changes in between. */
export async function readWholeContext(client: Client, workspace: string): Promise<WholeContext> {
  for (;;) {
    const { revision, summary, entries } = await client.call('context.read', { workspace, limit: page });
    const rest = await restOf(client, workspace, revision, entries.length, summary.entryCount);
    if (rest !== null) {
      return { revision, summary, entries: [...entries, ...rest] };
    }
  }
}

/** Reads the entries after the first page; null if the revision is gone. */
async function restOf(
  client: Client,
  workspace: string,
  revision: number,
  from: number,
  total: number,
): Promise<EntryView[] | null> {
  const rest: EntryView[] = [];
  try {
    while (from + rest.length < total) {
      const offset = from + rest.length;
      const { entries } = await client.call('context.entries', { workspace, revision, offset, limit: page });
      rest.push(...entries);
    }
    return rest;
  } catch (error) {
    if (error instanceof ContextureError && error.code === 'revision_gone') {
      return null;
    }
    throw error;
  }
}
