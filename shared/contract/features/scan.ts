import { z } from 'zod';
import { entryRefSchema } from '../../entries/entry.ts';
import { findingKinds } from '../../scan/finding.ts';
import { nothing, page, workspaceIdSchema as workspace } from '../fields.ts';

/** What a person may want to look at: secrets, characters that can't be seen, lines that read like instructions. */

const findingSchema = z.strictObject({
  /** Names what was found by a fingerprint: the same text is the same finding wherever it stands. */
  id: z.string(),
  kind: z.enum(findingKinds),
  rule: z.string(),
  /** `topic`: a file beside the memory that is a part of it; `source`: one that an assistant reads before it; `storage`: what an agent keeps. */
  place: z.enum(['memory', 'topic', 'archive', 'source', 'storage']),
  /** The name of the archive, the topic or the storage, the source's path as the settings have it, the memory's below the workspace. */
  file: z.string(),
  /** Counted from 1; in a storage, of what it says. */
  line: z.int(),
  /** What was found, as it stands there. */
  text: z.string(),
  /** The line it begins in, with all secrets masked; at most 200 characters. */
  shown: z.string(),
  /** The entry of the memory it is in; null where it is in none. */
  entry: entryRefSchema.nullable(),
  /** What key and value of that entry would be without it; null where that can't be said. */
  mended: z.strictObject({ key: z.string().nullable(), value: z.string() }).nullable(),
  /** The person said that it is fine. */
  fine: z.boolean(),
});
export type FoundInFile = z.infer<typeof findingSchema>;

export const scanMethods = {
  'scan.list': () => ({
    about:
      'What the memory, its archive, the files read before it and what agents keep hold that a person may want to look at: secrets, characters that can’t be seen, lines that read like instructions to an assistant. Looked for on this computer, from the first call on.',
    params: z.strictObject({
      workspace,
      ...page,
      /** Answer once everything was looked at, and not with what is known by now. */
      wait: z.boolean().default(false),
    }),
    result: z.strictObject({
      /** The memory’s first, then the topics’, the sources’, what agents keep, then the archive’s, the latest file first. */
      findings: z.array(findingSchema),
      total: z.int(),
      /** How many of all are not fine. */
      open: z.int(),
      /** Whether everything was looked at as it is now; `scan.changed` says when. */
      isWhole: z.boolean(),
      /** Why there may be more than is listed; null where all is. */
      problem: z.string().nullable(),
    }),
  }),
  'scan.settle': () => ({
    about: 'Says that what was found is fine, wherever the same text stands in this workspace, or takes that back.',
    params: z.strictObject({ workspace, id: z.string(), fine: z.boolean() }),
    result: nothing,
  }),
} as const;

export const scanEvents = {
  /** There is more or less to look at, or everything was looked at. */
  'scan.changed': z.strictObject({ workspace }),
} as const;
