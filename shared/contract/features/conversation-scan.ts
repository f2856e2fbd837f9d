import { z } from 'zod';
import { findingKinds } from '../../scan/finding.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';
import { searchedPlaceSchema } from './conversation-search.ts';
import { foundConversationSchema } from './conversations.ts';

/** Findings in conversations. These are long, so they are scanned only on request. */

const findingSchema = z.strictObject({
  /** Fingerprint of the found text, as in `scan.list`: the same text is the same finding wherever it is. */
  id: z.string(),
  kind: z.enum(findingKinds),
  rule: z.string(),
  /** Found text, at most 2,000 characters. */
  text: z.string(),
  /** First line of it, with all secrets masked; at most 200 characters. */
  shown: z.string(),
  fine: z.boolean(),
  /** Start of the first item that has it, as in `conversations.page`, and its author. */
  at: z.int(),
  author: z.enum(['person', 'assistant', 'tool', 'program']),
  /** Occurrences in the part scanned for this page. */
  count: z.int().min(1),
});
export type FoundInMessages = z.infer<typeof findingSchema>;

const foundSchema = z.strictObject({
  conversation: foundConversationSchema,
  findings: z.array(findingSchema).min(1),
});
export type ScannedConversation = z.infer<typeof foundSchema>;

export const conversationScanMethods = {
  'conversations.scan': () => ({
    about:
      'Looks through conversations for secrets, for hidden texts, and for instructions in what tools answered: those of this workspace, saved copies, and those in approved places, the latest first. A page ends after some megabytes and says where to go on.',
    params: z.strictObject({
      workspace,
      from: searchedPlaceSchema.optional(),
      /** Earliest time last written, in milliseconds since 1970. */
      since: z.number().optional(),
    }),
    result: z.strictObject({
      found: z.array(foundSchema),
      next: searchedPlaceSchema.nullable(),
      /** Bytes of conversations, on all pages up to this one. */
      looked: z.strictObject({ done: z.number(), total: z.number() }),
      /** Conversations that could not be scanned, and why. */
      problems: z.array(z.string()),
    }),
  }),
} as const;
