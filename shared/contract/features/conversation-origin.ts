import { z } from 'zod';
import { categorySchema, entryRefSchema } from '../../entries/entry.ts';
import { measureNames } from '../../entries/measure.ts';
import { changeResultSchema } from '../changes.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';
import { previewedSchema } from './memory.ts';

/** Links from an entry of a memory to the conversation it was learned in, and back. */

const conversation = z.string().min(1).max(10_000);

/** `remembered`: the person made the entry from it; `named`: the memory names it; `written`: a tool wrote its file. */
const originKindSchema = z.enum(['remembered', 'named', 'written']);
export type OriginKind = z.infer<typeof originKindSchema>;

const originSchema = z.strictObject({
  conversation,
  title: z.string().nullable(),
  assistant: z.string(),
  startedAt: z.number().nullable(),
  lastSaidAt: z.number().nullable(),
  changedAt: z.number(),
  how: originKindSchema,
  /** Place in it; null if only the conversation is known. */
  at: z.int().nullable(),
  /** True if the place in it is inferred, or several conversations have the title that the entry names. */
  isInferred: z.boolean(),
});
export type Origin = z.infer<typeof originSchema>;

const unreadSchema = z.strictObject({ place: z.string().nullable(), assistant: z.string(), folder: z.string() });

const remembered = {
  workspace,
  conversation,
  at: z.int().min(0),
  value: z.string(),
  /** Path that opens the receiving memory; the open one if left out. */
  to: z.string().min(1).max(4096).optional(),
  /** Section, if the memory has sections. */
  category: categorySchema.default('fact'),
  /** Heading, if it has free ones. */
  section: z.string().optional(),
};

/** `there`: as learned; `corrected`: it says something else now; `removed`: in neither the memory nor the archive. */
const fateSchema = z.enum(['there', 'corrected', 'archived', 'removed']);
export type LearnedFate = z.infer<typeof fateSchema>;

const learnedSchema = z.strictObject({
  memory: z.strictObject({
    /** Path that opens it. */
    path: z.string(),
    name: z.string(),
  }),
  /** See `conversations.origin`. */
  how: originKindSchema,
  /** Text as it was learned, or as it is now if only the memory itself says where it was learned. */
  text: z.string(),
  /** Place in the conversation; null if only the conversation is known. */
  at: z.int().nullable(),
  fate: fateSchema,
  /** Current entry; null if it is gone. */
  entry: z.strictObject({ ref: entryRefSchema, text: z.string() }).nullable(),
});
export type LearnedEntry = z.infer<typeof learnedSchema>;

export const conversationOriginMethods = {
  'conversations.origin': () => ({
    about: 'The conversations an entry was learned in, as far as that is recorded.',
    params: z.strictObject({ workspace, entry: entryRefSchema }),
    result: z.strictObject({
      origins: z.array(originSchema),
      /** Conversation that the memory names, if that is gone or in a place that may not be read. */
      missing: z
        .strictObject({
          name: z.string(),
          /** Assistant and place of a conversation not approved yet; `place` is null for one to be named again. */
          unread: unreadSchema.nullable(),
        })
        .nullable(),
      /** Conversations of the memory’s program that the person has not been asked about yet, if nothing is known. */
      askable: unreadSchema.nullable(),
    }),
  }),
  'conversations.rememberPreview': () => ({
    about: 'Previews making an entry of something that was said, in a memory of choice. Writes nothing there.',
    params: z.strictObject(remembered),
    result: z.strictObject({
      name: z.string(),
      /** First entries there that say the same or almost the same. */
      known: z.array(z.strictObject({ text: z.string(), isSame: z.boolean() })),
      /** Null if an entry says the same already, so that nothing would be added. */
      impact: previewedSchema.nullable(),
      measure: z.enum(measureNames),
      /** Headings that can be named; null if it has none. */
      headings: z.array(z.string()).nullable(),
      /** True if it has the sections of categories. */
      sections: z.boolean(),
    }),
  }),
  'conversations.remember': () => ({
    about:
      'Makes an entry of something that was said, in a memory of choice, and notes where it came from: one step there.',
    params: z.strictObject(remembered),
    result: z.strictObject({
      name: z.string(),
      change: changeResultSchema,
      /** Reason its origin could not be noted, in a sentence; null if it was. */
      unnoted: z.string().nullable(),
    }),
  }),
  'conversations.learned': () => ({
    about:
      'The entries of all memories that were learned in a conversation, as far as that is written down, and what became of them.',
    params: z.strictObject({ workspace, conversation }),
    result: z.strictObject({ learned: z.array(learnedSchema) }),
  }),
} as const;
