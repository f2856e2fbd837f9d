import type { ContextSummary, EntryView } from '../features/memory.ts';
import type { Client } from '../wire/client.ts';
import { untilUnchanged } from './pages.ts';

export type WholeContext = {
  readonly revision: number;
  readonly summary: ContextSummary;
  /** Entries of all pages, in file order. */
  readonly entries: readonly EntryView[];
};

const page = 1000;

export const readWholeContext = ({ call }: Client, workspace: string): Promise<WholeContext> =>
  untilUnchanged(async () => {
    const { revision, summary, entries: first } = await call('context.read', { workspace, limit: page });
    const entries = [...first];
    while (entries.length < summary.entryCount) {
      const place = { workspace, revision, offset: entries.length, limit: page };
      for (const entry of (await call('context.entries', place)).entries) {
        entries.push(entry);
      }
    }
    return { revision, summary, entries };
  });
