import type { TextMeasure } from '../../entries/measure.ts';
import { type Message, weighedText } from '../message.ts';
import type { Budget } from './budget.ts';
import { compactCarefully } from './careful.ts';
import { type Compact, type Compaction, keptBecause, type Preset, type Verdict } from './compaction.ts';
import { compactBySeed } from './seed.ts';

const compactions: Readonly<Record<Preset, Compact>> = { seed: compactBySeed, careful: compactCarefully };

export type View = Compaction & {
  /** Tokens of all messages, and of the remaining ones. */
  readonly before: number;
  readonly after: number;
  /** True if the remaining ones are within the budget. */
  readonly fits: boolean;
};

/** Computes the part of a conversation a model sees under a budget, with a reason for each message. */
export function compactedView(
  messages: readonly Message[],
  { tokens, threshold }: Budget,
  preset: Preset,
  measure: Pick<TextMeasure, 'ofText' | 'tokensOf'>,
): View {
  const weights = new Map<Message, number>();
  const weightOf = (message: Message): number => {
    const weight = weights.get(message) ?? measure.ofText(weighedText(message));
    weights.set(message, weight);
    return weight;
  };
  const isEnough = (weight: number): boolean => measure.tokensOf(weight) < threshold * tokens;
  const total = messages.reduce((sum, message) => sum + weightOf(message), 0);
  const compaction: Compaction =
    isEnough(total) || messages.length === 0
      ? { verdicts: messages.map(() => keptBecause('fits')), orphans: [] }
      : compactions[preset](messages, { weightOf, isEnough });
  const left = seen(messages, compaction.verdicts).reduce((sum, message) => sum + weightOf(message), 0);
  const [before, after] = [total, left].map((weight) => measure.tokensOf(weight)) as [number, number];
  return { ...compaction, before, after, fits: after <= tokens };
}

export function seen(messages: readonly Message[], verdicts: readonly Verdict[]): readonly Message[] {
  return messages.flatMap((message, index) => {
    const verdict = verdicts[index];
    return verdict?.what === 'dropped' ? [] : [verdict?.what === 'shortened' ? verdict.message : message];
  });
}
