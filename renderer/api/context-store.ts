import { create } from 'zustand';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import type { Writer } from '#shared/contract/fields.ts';
import { createListeners } from '#shared/contract/wire/listeners.ts';
import { type Measure, measureOfWeighed } from '#shared/entries/measure.ts';
import { firstPage } from './ahead.ts';
import { call, on, type Problem, problemOf } from './connection.ts';
import { carryIds, entryIn, splicedEntries } from './entry-index.ts';

export type ContextState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly workspace: string }
  | { readonly kind: 'failed'; readonly workspace: string; readonly problem: Problem }
  | {
      readonly kind: 'ready';
      readonly workspace: string;
      readonly revision: number;
      readonly summary: ContextSummary;
      readonly entries: readonly EntryView[];
      /** False while further pages are on their way. */
      readonly complete: boolean;
      /** Who wrote what came last, seen from a page that did not; empty where that is not known. */
      readonly writers: readonly Writer[];
    };

export type ReadyContext = Extract<ContextState, { kind: 'ready' }>;

/** Whether the file can't be read and nothing of it was read before: there is nothing to show, rather than nothing in it. */
export const nothingWasRead = ({ status, entryCount }: ContextSummary): boolean =>
  status === 'unreadable' && entryCount === 0;

/** Whether the entries are those the file held last: it is gone, or can't be read, and there is nothing to change. */
export const isAsLastRead = ({ status }: ContextSummary): boolean => status === 'deleted' || status === 'unreadable';

export const useContextStore = create<ContextState>(() => ({ kind: 'none' }));

/** The context as it is this moment; null unless it has been read. */
export function readyContext(): ReadyContext | null {
  const context = useContextStore.getState();
  return context.kind === 'ready' ? context : null;
}

export function entryNow(id: string): EntryView | undefined {
  const context = readyContext();
  return context === null ? undefined : entryIn(context.entries, id);
}

/** What everything on the page is measured in. */
export function useMeasure(): Measure<{ readonly weight: number }> {
  const name = useContextStore((context) => (context.kind === 'ready' ? context.summary.tokens.measure : 'estimate'));
  return measureOfWeighed(name);
}

/** Whether entries say how sure they are. Where they don't, the person can say that one is right. */
export const useSaysHowSure = (): boolean =>
  useContextStore((context) => context.kind !== 'ready' || context.summary.capabilities.confidence);

/** What the memory can hold, and what can be done with it; null until it is known. */
export const useCapabilities = (): Capabilities | null =>
  useContextStore((context) => (context.kind === 'ready' ? context.summary.capabilities : null));

const furtherPage = 1000;

/** Counts reads, so that the answers of one that was overtaken are dropped. */
let reading = 0;
/** The latest revision an event spoke of. */
let heard = 0;

const carrying = createListeners<ReadonlyMap<string, string>>();

/** Told when entries got other ids because another engine now reads them. */
export const onIdsCarried = carrying.on;

/** Reads a workspace's context, and keeps what is shown until the new reading is here. */
export async function readContext(workspace: string): Promise<void> {
  const turn = ++reading;
  const before = useContextStore.getState();
  if (before.kind !== 'ready' || before.workspace !== workspace) {
    useContextStore.setState({ kind: 'loading', workspace }, true);
  }
  heard = 0;
  try {
    const first = await call('context.read', { workspace, limit: firstPage });
    if (turn !== reading) {
      return;
    }
    const total = first.summary.entryCount;
    const entries = [...first.entries];
    // Entries that are shown stay shown while the rest arrives, so that nothing jumps.
    if (before.kind !== 'ready' || before.workspace !== workspace || entries.length >= total) {
      show(workspace, first.revision, first.summary, first.entries, entries.length >= total);
    }
    while (entries.length < total) {
      const page = await call('context.entries', {
        workspace,
        revision: first.revision,
        offset: entries.length,
        limit: furtherPage,
      });
      if (turn !== reading) {
        return;
      }
      if (page.entries.length === 0) {
        break;
      }
      for (const entry of page.entries) {
        entries.push(entry);
      }
    }
    show(workspace, first.revision, first.summary, entries, true);
    if (heard > first.revision) {
      await readContext(workspace);
    }
  } catch (error) {
    if (turn !== reading) {
      return;
    }
    const problem = problemOf(error);
    if (problem.code === 'revision_gone') {
      await readContext(workspace);
    } else if (problem.code !== 'disconnected') {
      useContextStore.setState({ kind: 'failed', workspace, problem }, true);
    }
  }
}

function show(
  workspace: string,
  revision: number,
  summary: ContextSummary,
  entries: readonly EntryView[],
  complete: boolean,
): void {
  const before = useContextStore.getState();
  if (complete && before.kind === 'ready' && before.complete) {
    const carried = carryIds(before.entries, entries);
    if (carried.size > 0) {
      carrying.tell(carried);
    }
  }
  useContextStore.setState({ kind: 'ready', workspace, revision, summary, entries, complete, writers: [] }, true);
}

/** Who wrote what came last; empty where that is not known. */
export const latestWriters = (): readonly Writer[] => readyContext()?.writers ?? [];

export function leaveContext(): void {
  reading++;
  useContextStore.setState({ kind: 'none' }, true);
}

/** Follows the engine's changes. A change to a revision that isn't the one shown is answered by reading again. */
export function followContext(): void {
  on('context.changed', (event) => {
    const state = useContextStore.getState();
    if (state.kind === 'none' || state.workspace !== event.workspace) {
      return;
    }
    heard = Math.max(heard, event.revision);
    if (state.kind !== 'ready') {
      return;
    }
    if (state.complete && event.from === state.revision) {
      useContextStore.setState(
        {
          ...state,
          revision: event.revision,
          summary: event.summary,
          entries: splicedEntries(state.entries, event.splices),
          // Another page of this engine's is another window of the person's.
          writers: event.by.who === 'outside' ? event.by.writers : [{ who: 'person', name: null }],
        },
        true,
      );
    } else if (event.revision > state.revision) {
      void readContext(event.workspace);
    }
  });
}
