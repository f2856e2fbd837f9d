import { z } from 'zod';

/** Something about a workflow that a person may want to know, and what they can do about it. */
export const findingSchema = z
  .object({
    /** What kind of thing it is: `file_missing`, `step_sequence_error`, `missing`, … */
    type: z.string(),
    /** `error` does harm: something can’t be relied on. `warning` may. `info` is only worth knowing. */
    severity: z.enum(['error', 'warning', 'info']),
    /** Where in the context it is, `data.inputs.raw_notes`; empty for the whole of it. */
    path: z.string(),
    message: z.string(),
    mend: z.string(),
  })
  .catchall(z.json());
export type Finding = z.infer<typeof findingSchema>;
