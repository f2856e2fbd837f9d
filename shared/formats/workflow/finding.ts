import { z } from 'zod';

/** Remark on a workflow for the person, with the remedy. */
export const findingSchema = z
  .object({
    /** Kind of remark: `file_missing`, `step_sequence_error`, `missing`, … */
    type: z.string(),
    /** `error` does harm: something can’t be relied on. `warning` may. `info` is only worth knowing. */
    severity: z.enum(['error', 'warning', 'info']),
    /** Path in the context, `data.inputs.raw_notes`; empty for the whole of it. */
    path: z.string(),
    message: z.string(),
    mend: z.string(),
  })
  .catchall(z.json());
export type WorkflowFinding = z.infer<typeof findingSchema>;
