import { useEffect } from 'react';
import { create } from 'zustand';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import { wholeText } from '#shared/contract/reading/texts.ts';
import { keyAndValue } from '#shared/entries/measure.ts';
import { call } from '../../api/connection.ts';
import { type ReadyContext, useContextStore } from '../../api/context-store.ts';
import type { SegmentName } from '../../wording/names.ts';
import { countedMeasure } from './page-measure.ts';

type RealCounts = {
  readonly total: number;
  /** Tokens by section, brackets apart, as in the estimate; they add up to the total. */
  readonly segments: ReadonlyMap<SegmentName, number>;
};

/** `ofEntry` has the counts of entries by their lines. */
type RealCountsState = { readonly counts: RealCounts | null; readonly ofEntry: ReadonlyMap<string, number> };

/** Real token counts of a memory measured by the estimate; null until there are any. */
export const useRealCounts = create<RealCountsState>(() => ({ counts: null, ofEntry: new Map() }));

/** Longer texts are not counted: it would take seconds, and less text already shows how far off the estimate is. */
const maxUnits = 2_000_000;
/** Milliseconds without changes before a count; longer before the first one, which loads two megabytes. */
const rest = { first: 3000, later: 400 };

/** Recounts a moment after the memory has stopped changing, once the page is idle. */
export function useFollowRealCounts(): void {
  const context = useContextStore();
  useEffect(() => {
    if (context.kind === 'ready' && !isWholeEstimate(context.summary)) {
      useRealCounts.setState({ counts: null, ofEntry: new Map() });
      return undefined;
    }
    if (context.kind !== 'ready' || !context.complete || context.summary.version === null) {
      useRealCounts.setState({ counts: null });
      return undefined;
    }
    let current = true;
    const timer = setTimeout(
      () => {
        requestIdleCallback(() => {
          // The estimate is used without it.
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

/** A count of the whole text would include what the estimate leaves out. */
const isWholeEstimate = ({ tokens }: ContextSummary): boolean =>
  tokens.measure === 'estimate' && tokens.leftOut === null;

async function count(context: ReadyContext, isCurrent: () => boolean): Promise<void> {
  const { workspace, summary, entries } = context;
  const text = await readText(workspace, summary.version);
  if (text === null || !isCurrent()) {
    return;
  }
  const { ofText } = await countedMeasure([text, ...entries.map(keyAndValue)]);
  if (isCurrent()) {
    const total = ofText(text);
    const ofEntry = new Map(entries.map(({ raw }) => [raw, ofText(raw)]));
    const own = (entry: EntryView): number => Math.min(ofText(keyAndValue(entry)), ofText(entry.raw));
    useRealCounts.setState({ ofEntry, counts: { total, segments: segmentsOf(entries, own, total) } });
  }
}

function segmentsOf(
  entries: readonly EntryView[],
  own: (entry: EntryView) => number,
  total: number,
): ReadonlyMap<SegmentName, number> {
  const segments = new Map<SegmentName, number>();
  let inEntries = 0;
  for (const entry of entries) {
    const name = entry.category ?? 'unsorted';
    const tokens = own(entry);
    segments.set(name, (segments.get(name) ?? 0) + tokens);
    inEntries += tokens;
  }
  return segments.set('overhead', total - inEntries);
}

/** Whole text of a version; null if it is too long, or no longer the present one. */
async function readText(workspace: string, version: string | null): Promise<string | null> {
  const read = (from: number) => call('text.read', { workspace, from, ...(version ? { version } : {}) });
  const first = await read(0);
  return first.total > maxUnits ? null : wholeText(first, async (from) => (await read(from)).text);
}
