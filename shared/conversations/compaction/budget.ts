import { z } from 'zod';

/** From which part of its budget on a conversation is compacted, where the settings say nothing else. */
export const usualThreshold = 0.92;

export type Budget = {
  /** Tokens that all messages together may have. */
  readonly tokens: number;
  /** The part of it, up to 1, from which on they are compacted. */
  readonly threshold: number;
};

/** What a provider of a model says of it, in tokens. */
export const providerSchema = z.looseObject({
  context_window: z.int().min(1),
  max_output_tokens: z.int().min(0),
});
export type Provider = z.infer<typeof providerSchema>;

/** Tokens that are left free beside the answer, since no two programs count alike. */
const margin = 1000;

/** Tokens that messages may have: as many as are named, else what a provider leaves for them, else what is usual. */
export function budgetOf(named: number | undefined, provider: Provider | undefined, usual: number): number {
  return named ?? (provider ? Math.max(0, provider.context_window - provider.max_output_tokens - margin) : usual);
}
