import { z } from 'zod';
import { entryRefSchema } from '../../entries/entry.ts';
import { findingKinds } from '../../scan/finding.ts';
import { nothing, page, workspaceIdSchema as workspace } from '../fields.ts';

/** Findings a person may want to check: secrets, characters that can't be seen, lines that read like instructions. */

const findingSchema = z.strictObject({
  /** Fingerprint of the found text: the same text is the same finding wherever it is. */
  id: z.string(),
  kind: z.enum(findingKinds),
  rule: z.string(),
  /** `topic`: a file of the memory; `source`: one an assistant reads before it; `storage`: data an agent keeps. */
  place: z.enum(['memory', 'topic', 'archive', 'source', 'storage']),
  /** Name of the archive, topic or storage; path of a source in the settings, of the memory below the workspace. */
  file: z.string(),
  /** Line number from 1; in a storage, within its text. */
  line: z.int(),
  text: z.string(),
  /** First line of it, with all secrets masked; at most 200 characters. */
  shown: z.string(),
  /** Entry of the memory it is in, or null. */
  entry: entryRefSchema.nullable(),
  /** Key and value of that entry without it; null if that can't be said. */
  mended: z.strictObject({ key: z.string().nullable(), value: z.string() }).nullable(),
  fine: z.boolean(),
});
export type FoundInFile = z.infer<typeof findingSchema>;

export const scanMethods = {
  'scan.list': () => ({
    about:
      'Findings in the memory, its archive, the files read before it and agent data that a person may want to look at: secrets, characters that can’t be seen, lines that read like instructions to an assistant. Scans on this computer, from the first call on.',
    params: z.strictObject({
      workspace,
      ...page,
      /** True to answer only once everything is scanned, rather than with the findings so far. */
      wait: z.boolean().default(false),
    }),
    result: z.strictObject({
      /** Findings in the memory first, then in topics, sources, agents' data and the archive, its latest file first. */
      findings: z.array(findingSchema),
      total: z.int(),
      /** Number of all that are not fine. */
      open: z.int(),
      /** True if everything was scanned as it is now; `scan.changed` says when. */
      isWhole: z.boolean(),
      /** Reason there may be more than is listed; null if all is. */
      problem: z.string().nullable(),
    }),
  }),
  'scan.settle': () => ({
    about: 'Says that what was found is fine, wherever the same text is in this workspace, or takes that back.',
    params: z.strictObject({ workspace, id: z.string(), fine: z.boolean() }),
    result: nothing,
  }),
} as const;

export const scanEvents = {
  /** There are more or fewer findings, or everything was scanned. */
  'scan.changed': z.strictObject({ workspace }),
} as const;
