import type { Message } from '../message.ts';

/** Which rules say what of a conversation a model still sees. */
export const presets = ['seed', 'careful'] as const;
export type Preset = (typeof presets)[number];

/**
 * What becomes of one message.
 * - kept: `fits` (nothing has to go for it), `system`, `recent` (one of the last ten), `human` (the first or the last that
 *   the person said), `tool_group` (one of these belongs to it)
 * - shortened: a result of a tool, to what `message` is
 * - dropped: `old`, or `repeated` (an earlier one says the same)
 */
export type Verdict =
  | { readonly what: 'kept'; readonly why: 'fits' | 'system' | 'recent' | 'human' | 'tool_group' }
  | { readonly what: 'shortened'; readonly why: 'old_result'; readonly message: Message }
  | { readonly what: 'dropped'; readonly why: 'old' | 'repeated' };

export type Compaction = {
  /** One for each message, in order. */
  readonly verdicts: readonly Verdict[];
  /** Indexes of results of tools that are kept without the message that called for them: programs refuse such. */
  readonly orphans: readonly number[];
};

/** What a compaction goes by, beside the messages. */
export type Weighing = {
  readonly weightOf: (message: Message) => number;
  /** Whether messages of so much weight need no more compaction. */
  readonly isEnough: (weight: number) => boolean;
};

export type Compact = (messages: readonly Message[], weighing: Weighing) => Compaction;

export const kept = (why: Extract<Verdict, { what: 'kept' }>['why']): Verdict => ({ what: 'kept', why });
export const dropped = (why: Extract<Verdict, { what: 'dropped' }>['why']): Verdict => ({ what: 'dropped', why });

/** How many messages at the end always stay. */
export const recentCount = 10;
