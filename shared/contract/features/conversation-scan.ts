import { z } from 'zod';
import { findingKinds } from '../../scan/finding.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';
import { searchedPlaceSchema } from './conversation-search.ts';
import { conversationSchema } from './conversations.ts';

/** What conversations hold that a person may want to look at. They are long, so they are looked through only when that is asked for. */

const findingSchema = z.strictObject({
  /** Names what was found by a fingerprint, as `scan.list` does: the same text is the same finding wherever it stands. */
  id: z.string(),
  kind: z.enum(findingKinds),
  rule: z.string(),
  /** What was found, as it stands there; at most 2,000 characters. */
  text: z.string(),
  /** The line it begins in, with all secrets masked; at most 200 characters. */
  shown: z.string(),
  /** The person said that it is fine. */
  fine: z.boolean(),
  /** Where the first item begins that has it, as in `conversations.page`, and who said that. */
  at: z.int(),
  author: z.enum(['person', 'assistant', 'tool', 'program']),
  /** How often it stands in what was looked at for this page. */
  count: z.int().min(1),
});
export type FoundInMessages = z.infer<typeof findingSchema>;

const foundSchema = z.strictObject({
  conversation: conversationSchema.pick({
    id: true,
    assistant: true,
    project: true,
    title: true,
    startedAt: true,
    lastSaidAt: true,
    changedAt: true,
  }),
  findings: z.array(findingSchema).min(1),
});
export type ScannedConversation = z.infer<typeof foundSchema>;

export const conversationScanMethods = {
  'conversations.scan': () => ({
    about:
      'Looks through conversations for secrets, for hidden texts, and for instructions in what tools answered: those of this workspace, the copies that are kept, and those in approved places, the latest first. A page ends after some megabytes and says where to go on.',
    params: z.strictObject({
      workspace,
      from: searchedPlaceSchema.optional(),
      /** Last written at this time or later, in milliseconds since 1970. */
      since: z.number().optional(),
    }),
    result: z.strictObject({
      found: z.array(foundSchema),
      next: searchedPlaceSchema.nullable(),
      /** Bytes of conversations, on all pages up to this one. */
      looked: z.strictObject({ done: z.number(), total: z.number() }),
      /** What was not looked at, and why. */
      problems: z.array(z.string()),
    }),
  }),
} as const;
