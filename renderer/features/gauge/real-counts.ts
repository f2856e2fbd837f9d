import { useEffect } from 'react';
import { create } from 'zustand';
import type { EntryView } from '#shared/contract/model.ts';
import { call } from '../../api/connection.ts';
import { type ReadyContext, useContextStore } from '../../api/context-store.ts';
import type { SegmentName } from '../../wording/names.ts';
import { countTokens } from './count-tokens.ts';

export type RealCounts = {
  /** Of the whole text, by a real tokenizer. */
  readonly total: number;
  /** By section, brackets apart, like the estimate's; they add up to the total. */
  readonly segments: ReadonlyMap<SegmentName, number>;
};

type RealCountsState = { readonly counts: RealCounts | null; readonly ofEntry: ReadonlyMap<string, number> };

/** What a real tokenizer says of the memory; null until it has said something. */
export const useRealCounts = create<RealCountsState>(() => ({ counts: null, ofEntry: new Map() }));

/** Longer texts are not counted: it would take seconds, and the share that is wrong shows in less. */
const mostUnits = 2_000_000;
/** How long the memory is to have been at rest; longer before the first count, which loads two megabytes. */
const rest = { first: 3000, later: 400 };

const saidBy = ({ key, value }: Pick<EntryView, 'key' | 'value'>): string =>
  key === null ? value : `${key}: ${value}`;

/** The count of one entry's words; null while it is not known. */
export function useRealCount(entry: Pick<EntryView, 'key' | 'value'>): number | null {
  return useRealCounts((state) => state.ofEntry.get(saidBy(entry)) ?? null);
}

/** Counts anew a moment after the memory has come to rest, once there is time for it. */
export function useFollowRealCounts(): void {
  const context = useContextStore();
  useEffect(() => {
    if (context.kind !== 'ready' || !context.complete || context.summary.version === null) {
      useRealCounts.setState({ counts: null });
      return undefined;
    }
    let current = true;
    const timer = setTimeout(
      () => {
        requestIdleCallback(() => {
          // The estimate stands without it.
          count(context, () => current).catch(() => undefined);
        });
      },
      useRealCounts.getState().ofEntry.size === 0 ? rest.first : rest.later,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [context]);
}

async function count(context: ReadyContext, isCurrent: () => boolean): Promise<void> {
  const { workspace, summary, entries } = context;
  const text = await readText(workspace, summary.version);
  if (text === null || !isCurrent()) {
    return;
  }
  const known = useRealCounts.getState().ofEntry;
  const said = [...new Set(entries.map(saidBy))];
  const unknown = said.filter((words) => !known.has(words));
  const [total = 0, ...found] = await countTokens([text, ...unknown]);
  if (!isCurrent()) {
    return;
  }
  const anew = new Map(unknown.map((words, index) => [words, found[index] ?? 0]));
  const ofEntry = new Map(said.map((words) => [words, anew.get(words) ?? known.get(words) ?? 0]));
  useRealCounts.setState({ ofEntry, counts: { total, segments: segmentsOf(entries, ofEntry, total) } });
}

function segmentsOf(
  entries: readonly EntryView[],
  ofEntry: ReadonlyMap<string, number>,
  total: number,
): ReadonlyMap<SegmentName, number> {
  const segments = new Map<SegmentName, number>();
  let inEntries = 0;
  for (const entry of entries) {
    const name = entry.category ?? 'unsorted';
    const tokens = ofEntry.get(saidBy(entry)) ?? 0;
    segments.set(name, (segments.get(name) ?? 0) + tokens);
    inEntries += tokens;
  }
  // A word at the edge of an entry may count otherwise by itself than within the whole.
  return segments.set('overhead', Math.max(0, total - inEntries));
}

/** The whole text of a version; null where it is too long, or another by now. */
async function readText(workspace: string, version: string | null): Promise<string | null> {
  let text = '';
  for (;;) {
    const piece = await call('text.read', { workspace, from: text.length, ...(version ? { version } : {}) });
    if (piece.total > mostUnits) {
      return null;
    }
    text += piece.text;
    if (piece.text === '' || text.length >= piece.total) {
      return text;
    }
  }
}
