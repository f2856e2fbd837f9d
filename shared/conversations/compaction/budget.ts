import { z } from 'zod';

/** Part of its budget from which a conversation is compacted by default. */
export const usualThreshold = 0.92;

export type Budget = {
  /** Tokens that all messages together may have. */
  readonly tokens: number;
  /** Part of it, up to 1, from which they are compacted. */
  readonly threshold: number;
};

/** Facts from a model's provider, in tokens. */
export const providerSchema = z.looseObject({
  context_window: z.int().min(1),
  max_output_tokens: z.int().min(0),
});
export type Provider = z.infer<typeof providerSchema>;

/** Tokens left free in addition to the answer, since no two programs count alike. */
const margin = 1000;

/** Computes the tokens for messages: as many as are named, else those a provider leaves for them, else the default. */
export const budgetOf = (named: number | undefined, provider: Provider | undefined, usual: number): number =>
  named ?? (provider ? Math.max(0, provider.context_window - provider.max_output_tokens - margin) : usual);
