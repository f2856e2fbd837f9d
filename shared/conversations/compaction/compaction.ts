import type { Message } from '../message.ts';

/** Sets of rules for the part of a conversation a model still sees. */
export const presets = ['seed', 'careful'] as const;
export type Preset = (typeof presets)[number];

/**
 * Decision on one message.
 * - kept: `fits` (nothing has to go for it), `system`, `recent` (one of the last ten), `human` (the first or the last
 * of the person), `tool_group` (one of these belongs to it)
 * - shortened: a result of a tool, replaced by `message`
 * - dropped: `old`, or `repeated` (an earlier one says the same)
 */
export type Verdict =
  | { readonly what: 'kept'; readonly why: 'fits' | 'system' | 'recent' | 'human' | 'tool_group' }
  | { readonly what: 'shortened'; readonly why: 'old_result'; readonly message: Message }
  | { readonly what: 'dropped'; readonly why: 'old' | 'repeated' };

export type Compaction = {
  readonly verdicts: readonly Verdict[];
  /** Indexes of results of tools that are kept without the message that called for them: programs refuse such. */
  readonly orphans: readonly number[];
};

export type CompactionOptions = {
  readonly weightOf: (message: Message) => number;
  /** True if messages of so much weight need no more compaction. */
  readonly isEnough: (weight: number) => boolean;
};

export type Compact = (messages: readonly Message[], weighing: CompactionOptions) => Compaction;

export const keptBecause = (why: Extract<Verdict, { what: 'kept' }>['why']): Verdict => ({ what: 'kept', why });
export const dropped = (why: Extract<Verdict, { what: 'dropped' }>['why']): Verdict => ({ what: 'dropped', why });

/** Number of messages at the end that always stay. */
export const recentCount = 10;
