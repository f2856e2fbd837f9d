import { type ContextureError, toContextureError } from '#shared/contract/errors.ts';

/** An error as the interface keeps it: a closed code to decide by and a sentence to show. */
export type Problem = Pick<ContextureError, 'code' | 'message' | 'details' | 'retry'>;

export const problemOf: (error: unknown) => Problem = toContextureError;

/** Why something could not be opened, and whether a memory could begin empty there. */
export type OpenProblem = {
  readonly message: string;
  readonly path: string;
  /** The same path as the message names it, where that is known. */
  readonly named?: string;
  readonly startEmpty: boolean;
};

export function openProblemOf(error: unknown, path: string): OpenProblem {
  const { message, details } = toContextureError(error);
  const named = details['path'];
  return { message, path, ...(typeof named === 'string' && { named }), startEmpty: details['startEmpty'] === true };
}
