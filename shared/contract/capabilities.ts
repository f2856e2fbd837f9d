import { z } from 'zod';

/** Formats of a single file. Each is a folder in `shared/formats`. */
export const fileFormatIds = ['claude', 'hermes', 'codex', 'gemini', 'openclaw', 'instructions', 'markdown'] as const;
export type FileFormatId = (typeof fileFormatIds)[number];
export const formatIds = ['context', ...fileFormatIds] as const;
export type FormatId = (typeof formatIds)[number];

export const boundSchema = z.strictObject({ unit: z.enum(['lines', 'bytes', 'characters']), limit: z.int() });
export type Bound = z.infer<typeof boundSchema>;

export const capabilitiesSchema = z.strictObject({
  confidence: z.boolean(),
  /** Entries say when they were learned. */
  dates: z.boolean(),
  /** Entries are in the sections of the four categories. */
  sections: z.boolean(),
  /** Entries are under headings of any name. */
  headings: z.boolean(),
  /** Entries that leave the memory can be archived and restored. */
  archive: z.boolean(),
  /** The memory is more than one file. */
  severalFiles: z.boolean(),
  /** Assistant whose program keeps it; null if any may. */
  assistant: z.string().nullable(),
  /** Limit on the part an assistant reads; null if unknown. */
  budget: z
    .strictObject({
      unit: z.enum(['tokens', 'characters']),
      /** Null if the workspace's settings give it. */
      limit: z.int().nullable(),
      /** Part of a memory over its budget that the assistant reads. */
      loaded: z.enum(['all']),
    })
    .nullable(),
  /** The assistant reads its start up to the first of these bounds; all of it if there are none. */
  loaded: z.array(boundSchema).readonly(),
  /** Advice on the part that is read, in sentences, or null. */
  advice: z.string().nullable(),
  /** Entries about others can be left out of what an assistant starts with: no program reads the whole file itself. */
  recall: z.boolean(),
  /** Reason Contexture may not write it; null if it may. */
  readOnlyReason: z.string().nullable(),
});
/** Details a memory of a format can hold, and actions it allows. */
export type Capabilities = z.infer<typeof capabilitiesSchema>;
