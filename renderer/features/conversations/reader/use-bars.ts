import type { OutlineItem } from '#shared/contract/features/conversations.ts';

/** Context use over a stretch of a conversation. */
export type UseBar = {
  /** Start of the stretch. */
  readonly at: number;
  readonly time: number | null;
  /** Largest input of an answer in it, in tokens as counted by the program. */
  readonly tokens: number;
  /** True if the conversation was compacted in it. */
  readonly isCompacted: boolean;
};

const maxBars = 60;

/** Fullness of the context along a conversation: a bar for each answer, or for several if there are many. */
export function contextBars(outline: readonly OutlineItem[]): readonly UseBar[] {
  const points = outline.flatMap(({ at, time, usage, kind, marks }): UseBar[] => {
    const tokens = usage === null ? 0 : usage.input + usage.cacheRead + usage.cacheWrite;
    const isCompacted = kind === 'compaction';
    return !marks.includes('side') && (tokens > 0 || isCompacted) ? [{ at, time, tokens, isCompacted }] : [];
  });
  const each = Math.ceil(points.length / maxBars);
  return Array.from({ length: each === 0 ? 0 : Math.ceil(points.length / each) }, (_, bar) => {
    const stretch = points.slice(bar * each, (bar + 1) * each);
    const { at = 0, time = null } = stretch[0] ?? {};
    const tokens = Math.max(...stretch.map((point) => point.tokens));
    return { at, time, tokens, isCompacted: stretch.some((point) => point.isCompacted) };
  });
}
