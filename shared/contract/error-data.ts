import { z } from 'zod';
import { errorCodes } from './error-codes.ts';

/** Error as it is sent. Kept apart from the error class, which also runs before zod is loaded. */
export const errorDataSchema = z.strictObject({
  code: z.enum(errorCodes),
  /** Sentence for a person: the failure, its object, and the remedy. */
  message: z.string(),
  /** Facts a caller can act on, by code. */
  details: z.record(z.string(), z.json()),
  /** True if the same call may succeed when repeated. */
  retry: z.boolean(),
});
export type ErrorData = z.infer<typeof errorDataSchema>;
