import { z } from 'zod';

/** The forms a memory can have, and what can be done with it in each. */

/** Those that a single file can have. Each is a folder in `shared/formats`. */
export const fileFormatIds = ['claude', 'hermes', 'codex', 'gemini', 'openclaw', 'instructions', 'markdown'] as const;
export type FileFormatId = (typeof fileFormatIds)[number];
export const formatIds = ['context', ...fileFormatIds] as const;
export type FormatId = (typeof formatIds)[number];

export const boundSchema = z.strictObject({ unit: z.enum(['lines', 'bytes', 'characters']), limit: z.int() });
export type Bound = z.infer<typeof boundSchema>;

export const capabilitiesSchema = z.strictObject({
  /** Entries say how sure they are. */
  confidence: z.boolean(),
  /** Entries say when they were learned. */
  dates: z.boolean(),
  /** Entries stand in the sections of the four categories. */
  sections: z.boolean(),
  /** Entries stand under headings of whatever name. */
  headings: z.boolean(),
  /** What leaves the memory can be put away and brought back. */
  archive: z.boolean(),
  /** The memory is more than one file. */
  severalFiles: z.boolean(),
  /** Whose program keeps it; null where any may. */
  assistant: z.string().nullable(),
  /** How much of it an assistant takes in; null where nobody says. */
  budget: z
    .strictObject({
      unit: z.enum(['tokens', 'characters']),
      /** Null where the workspace's settings say it. */
      limit: z.int().nullable(),
      /** Which part of a memory that is over its budget the assistant reads. */
      loaded: z.enum(['all']),
    })
    .nullable(),
  /** The assistant reads its start up to the first of these; all of it where there are none. */
  loaded: z.array(boundSchema).readonly(),
  /** What is worth knowing of how much of it is read, in sentences; null for nothing. */
  advice: z.string().nullable(),
  /** What is about someone else can be left out of what an assistant starts with: no program of its own reads the whole file. */
  recall: z.boolean(),
  /** Why Contexture may not write it; null where it may. */
  readOnlyReason: z.string().nullable(),
});
/** What a memory of a format can hold, and what can be done with it. */
export type Capabilities = z.infer<typeof capabilitiesSchema>;
