import { z } from 'zod';
import { nothing } from '../fields.ts';

/** Copies of conversations in the app's own data, byte for byte, which stay when the assistant's program deletes its own. */

const id = z.string().min(1).max(10_000);

/** Whose conversations are all kept: those of an assistant, or those of one of its projects. */
const keepRuleSchema = z.strictObject({
  assistant: z.string().max(200),
  /** The folder of the project; null for all. */
  project: z.string().max(4096).nullable(),
});
export type KeepRule = z.infer<typeof keepRuleSchema>;

const keptSchema = z.strictObject({
  id,
  assistant: z.string(),
  title: z.string().nullable(),
  /** When it was copied last, in milliseconds since 1970. */
  keptAt: z.number(),
  /** What the copies take on the disk. */
  bytes: z.int(),
  /** More than one where the program rewrote what had been kept. */
  versions: z.int(),
  /** Whether the program's own is gone, so that the copy is all there is. */
  isLast: z.boolean(),
  /** Whether it has what the program's own, rewritten since, no longer has, as far as sizes tell. */
  hasMore: z.boolean(),
  /** Versions of it that are another than what is read under its own id now, the latest first. Each is read under an id of its own. */
  earlier: z.array(z.strictObject({ id, keptAt: z.number() })),
});
export type KeptConversation = z.infer<typeof keptSchema>;

const keepingSchema = z.strictObject({
  rules: z.array(keepRuleSchema),
  /** Nothing more is kept by rules once copies take this many bytes; what is kept stays. */
  limit: z.int(),
  used: z.int(),
  kept: z.array(keptSchema),
  /** Conversations whose copies the person removed: rules leave them out until they are kept by hand, or a rule is added. */
  leftOut: z.array(id),
  /** What the rules ask for and was not kept, and why. */
  problems: z.array(z.strictObject({ id, message: z.string() })),
});
export type Keeping = z.infer<typeof keepingSchema>;

export const conversationKeepingMethods = {
  'conversations.keeping': () => ({
    about: 'Which conversations are kept, by which rules, and what the copies take on the disk.',
    params: nothing,
    result: keepingSchema,
  }),
  'conversations.keep': () => ({
    about:
      'Copies a conversation, and what belongs to it, into the app’s data; adds what came since where it was kept before.',
    params: z.strictObject({ id }),
    result: keptSchema,
  }),
  'conversations.removeCopy': () => ({
    about:
      'Removes what was kept of a conversation; rules do not keep it again. The last there is of anything in it goes only if that is said.',
    params: z.strictObject({ id, evenLast: z.boolean().default(false) }),
    result: nothing,
  }),
  'conversations.setKeeping': () => ({
    about: 'Sets the rules by which conversations are kept, and how much room the copies may take. What is kept stays.',
    params: z.strictObject({
      rules: z.array(keepRuleSchema).max(1000).optional(),
      limit: z.int().min(0).optional(),
    }),
    result: keepingSchema,
  }),
} as const;
