import { z } from 'zod';
import { errorCodes } from './error-codes.ts';

/** An error as it crosses. Kept apart from the error class, which also runs before zod is loaded. */
export const errorDataSchema = z.strictObject({
  code: z.enum(errorCodes),
  /** What happened, to what, and what to do: a sentence for a person. */
  message: z.string(),
  /** Facts a caller can act on, by code. */
  details: z.record(z.string(), z.json()),
  /** True when the same call may succeed if simply made again. */
  retry: z.boolean(),
});
export type ErrorData = z.infer<typeof errorDataSchema>;
