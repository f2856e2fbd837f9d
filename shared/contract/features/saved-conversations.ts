import { z } from 'zod';
import { nothing } from '../fields.ts';

/** Copies of conversations in the app's own data, byte for byte, which stay when the assistant's program deletes its own. */

const id = z.string().min(1).max(10_000);

/** Scope of a rule that keeps all conversations: an assistant, or one of its projects. */
const keepRuleSchema = z.strictObject({
  assistant: z.string().max(200),
  /** Folder of the project; null for all. */
  project: z.string().max(4096).nullable(),
});
export type SaveRule = z.infer<typeof keepRuleSchema>;

const keptSchema = z.strictObject({
  id,
  assistant: z.string(),
  title: z.string().nullable(),
  /** Time of the latest copy, in milliseconds since 1970. */
  keptAt: z.number(),
  /** Size of the copies on disk. */
  bytes: z.int(),
  /** More than one if the program rewrote a kept conversation. */
  versions: z.int(),
  /** True if the program's own is gone, so that the copy is all there is. */
  isLast: z.boolean(),
  /** True if the copy has text that the program's own, rewritten since, lacks, judging by sizes. */
  hasMore: z.boolean(),
  /** Versions that differ from the one now read under this id, the latest first. Each has an id to be read by. */
  earlier: z.array(z.strictObject({ id, keptAt: z.number() })),
});
export type SavedConversation = z.infer<typeof keptSchema>;

const keepingSchema = z.strictObject({
  rules: z.array(keepRuleSchema),
  /** Bytes of copies at which rules keep nothing more; existing copies stay. */
  limit: z.int(),
  used: z.int(),
  kept: z.array(keptSchema),
  /** Conversations whose copies the person removed: rules skip them until they are kept by hand, or a rule is added. */
  leftOut: z.array(id),
  /** Conversations that rules ask for but that were not kept, and why. */
  problems: z.array(z.strictObject({ id, message: z.string() })),
});
export type SavingState = z.infer<typeof keepingSchema>;

export const savedConversationMethods = {
  'conversations.keeping': () => ({
    about: 'Saved conversations, the rules that save them, and the disk space of the copies.',
    params: nothing,
    result: keepingSchema,
  }),
  'conversations.keep': () => ({
    about:
      'Saves a copy of a conversation and what belongs to it in the app’s data; adds what is new if one was saved before.',
    params: z.strictObject({ id }),
    result: keptSchema,
  }),
  'conversations.removeCopy': () => ({
    about: 'Removes a saved copy; rules don’t save it again. The last copy goes only with `evenLast`.',
    params: z.strictObject({ id, evenLast: z.boolean().default(false) }),
    result: nothing,
  }),
  'conversations.setKeeping': () => ({
    about: 'Sets which conversations are saved and how much space copies may take. Saved copies stay.',
    params: z.strictObject({
      rules: z.array(keepRuleSchema).max(1000).optional(),
      limit: z.int().min(0).optional(),
    }),
    result: keepingSchema,
  }),
} as const;
