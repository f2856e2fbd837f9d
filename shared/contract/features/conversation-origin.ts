import { z } from 'zod';
import { entryRefSchema } from '../../entries/entry.ts';
import { nothing, workspaceIdSchema as workspace } from '../fields.ts';

/** From an entry of a memory to the conversation it was learned in, and back. */

const conversation = z.string().min(1).max(10_000);

/**
 * How a conversation is known to be the one. `remembered`: the person made the entry from it; `named`: the memory names it;
 * `time`: it went on when the entry was first seen, which proves nothing.
 */
const originKindSchema = z.enum(['remembered', 'named', 'time']);
export type OriginKind = z.infer<typeof originKindSchema>;

const originSchema = z.strictObject({
  conversation,
  title: z.string().nullable(),
  assistant: z.string(),
  startedAt: z.number().nullable(),
  changedAt: z.number(),
  how: originKindSchema,
  /** Where in it; null where only the conversation is known. */
  at: z.int().nullable(),
  /** Whether the place in it, or all of it, is a conclusion rather than written down anywhere. */
  isInferred: z.boolean(),
});
export type Origin = z.infer<typeof originSchema>;

export const conversationOriginMethods = {
  'conversations.origin': () => ({
    about: 'The conversations an entry may have been learned in, what is written down before what is concluded.',
    params: z.strictObject({ workspace, entry: entryRefSchema }),
    result: z.strictObject({
      origins: z.array(originSchema),
      /** What the memory names as the conversation, where that is in no place that may be read, or gone. */
      missing: z.string().nullable(),
    }),
  }),
  'conversations.noteLearned': () => ({
    about: 'Notes that a person made entries of a memory from a place in a conversation.',
    params: z.strictObject({
      workspace,
      conversation,
      at: z.int().min(0),
      entries: z.array(entryRefSchema).min(1).max(1000),
    }),
    result: nothing,
  }),
  'conversations.learned': () => ({
    about:
      'The entries of a memory that were learned in a conversation, as far as that is written down, and what became of them.',
    params: z.strictObject({ workspace, conversation }),
    result: z.strictObject({
      learned: z.array(
        z.strictObject({
          /** As it was learned, or as it stands now where it is still there. */
          text: z.string(),
          at: z.int().nullable(),
          /** Null where it is no longer in the memory as it was learned: corrected, archived or deleted since. */
          entry: entryRefSchema.nullable(),
        }),
      ),
    }),
  }),
} as const;
