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
      /** False while more pages are loading. */
      readonly complete: boolean;
      /** Writers of the latest change, as seen from a page that did not make it; empty if unknown. */
      readonly writers: readonly Writer[];
    };

export type ReadyContext = Extract<ContextState, { kind: 'ready' }>;

/** True if the file can't be read and was never read before: the entries are unknown, rather than none. */
export const nothingWasRead = ({ status, entryCount }: ContextSummary): boolean =>
  status === 'unreadable' && entryCount === 0;

/** True if the entries are those last read: the file is gone, or can't be read, and nothing can be changed. */
export const isAsLastRead = ({ status }: ContextSummary): boolean => status === 'deleted' || status === 'unreadable';

export const useContextStore = create<ContextState>(() => ({ kind: 'none' }));

export function readyContext(): ReadyContext | null {
  const context = useContextStore.getState();
  return context.kind === 'ready' ? context : null;
}

export function entryNow(id: string): EntryView | undefined {
  const context = readyContext();
  return context === null ? undefined : entryIn(context.entries, id);
}

export function useMeasure(): Measure<{ readonly weight: number }> {
  const name = useContextStore((context) => (context.kind === 'ready' ? context.summary.tokens.measure : 'estimate'));
  return measureOfWeighed(name);
}

/** True if entries have a confidence. If not, the person can say that one is right. */
export const useSaysHowSure = (): boolean =>
  useContextStore((context) => context.kind !== 'ready' || context.summary.capabilities.confidence);

export const useCapabilities = (): Capabilities | null =>
  useContextStore((context) => (context.kind === 'ready' ? context.summary.capabilities : null));

const furtherPage = 1000;

/** Counts reads, so that an overtaken read's answers are dropped. */
let reading = 0;
/** Latest revision named by an event. */
let heard = 0;

const carrying = createListeners<ReadonlyMap<string, string>>();

/** Subscribes to new entry ids, given when another engine reads the entries. */
export const onIdsCarried = carrying.on;

/** Reads a workspace's context, and keeps the shown one until the new one is loaded. */
export async function loadContext(workspace: string): Promise<void> {
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
    // Shown entries stay while the rest loads, so that nothing jumps.
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
      await loadContext(workspace);
    }
  } catch (error) {
    if (turn !== reading) {
      return;
    }
    const problem = problemOf(error);
    if (problem.code === 'revision_gone') {
      await loadContext(workspace);
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

export const latestWriters = (): readonly Writer[] => readyContext()?.writers ?? [];

export function leaveContext(): void {
  reading++;
  useContextStore.setState({ kind: 'none' }, true);
}

/** Calls back when another memory was opened, or none. */
export const onMemoryLeft = (forget: () => void): unknown =>
  useContextStore.subscribe((context, before) => {
    if (before.kind !== 'none' && (context.kind === 'none' || context.workspace !== before.workspace)) {
      forget();
    }
  });

/** Follows the engine's changes. Reads again if a change is not to the shown revision. */
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
          // Another page of this engine is another window of the person's.
          writers: event.by.who === 'outside' ? event.by.writers : [{ who: 'person', name: null }],
        },
        true,
      );
    } else if (event.revision > state.revision) {
      void loadContext(event.workspace);
    }
  });
}
