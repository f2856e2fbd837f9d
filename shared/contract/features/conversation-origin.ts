import { z } from 'zod';
import { categorySchema, entryRefSchema } from '../../entries/entry.ts';
import { measureNames } from '../../entries/measure.ts';
import { changeResultSchema } from '../changes.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';
import { previewedSchema } from './memory.ts';

/** From an entry of a memory to the conversation it was learned in, and back. */

const conversation = z.string().min(1).max(10_000);

/**
 * How a conversation is known to be the one. `remembered`: the person made the entry from it; `named`: the memory names it;
 * `written`: a tool of the assistant wrote the entry’s file with its text there, which is as good as a note of it.
 */
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
  /** Where in it; null where only the conversation is known. */
  at: z.int().nullable(),
  /** True if the place in it is concluded, or several conversations have the title that the entry names. */
  isInferred: z.boolean(),
});
export type Origin = z.infer<typeof originSchema>;

const unreadSchema = z.strictObject({ place: z.string().nullable(), assistant: z.string(), folder: z.string() });

const remembered = {
  workspace,
  conversation,
  /** Where in it. */
  at: z.int().min(0),
  /** What the entry is to say. */
  value: z.string(),
  /** What opens the memory it goes to; the one that is open where this is missing. */
  to: z.string().min(1).max(4096).optional(),
  /** Where the memory has sections. */
  category: categorySchema.default('fact'),
  /** A heading, where it has free ones. */
  section: z.string().optional(),
};

/** `there`: as it was learned; `corrected`: it says something else now; `archived`; `removed`: neither here nor there any more. */
const fateSchema = z.enum(['there', 'corrected', 'archived', 'removed']);
export type LearnedFate = z.infer<typeof fateSchema>;

const learnedSchema = z.strictObject({
  memory: z.strictObject({
    /** What opens it. */
    path: z.string(),
    name: z.string(),
  }),
  /** As in `conversations.origin`. */
  how: originKindSchema,
  /** As it was learned, or as it stands now where only the memory itself says where it was learned. */
  text: z.string(),
  /** Where in the conversation; null where only the conversation is known. */
  at: z.int().nullable(),
  fate: fateSchema,
  /** As it stands now; null where it is no longer there. */
  entry: z.strictObject({ ref: entryRefSchema, text: z.string() }).nullable(),
});
export type LearnedEntry = z.infer<typeof learnedSchema>;

export const conversationOriginMethods = {
  'conversations.origin': () => ({
    about: 'The conversations an entry was learned in, as far as that is recorded.',
    params: z.strictObject({ workspace, entry: entryRefSchema }),
    result: z.strictObject({
      origins: z.array(originSchema),
      /** What the memory names as the conversation, where that is in no place that may be read, or gone. */
      missing: z
        .strictObject({
          name: z.string(),
          /**
           * Whose it is, and where it lies or may lie, where the person has not let that be read; `place` is what
           * `conversations.approve` takes, null for a file or folder that has to be named again.
           */
          unread: unreadSchema.nullable(),
        })
        .nullable(),
      /** Where nothing is known: conversations of the memory’s program that the person has not been asked about yet. */
      askable: unreadSchema.nullable(),
    }),
  }),
  'conversations.rememberPreview': () => ({
    about: 'What making an entry of something that was said would do in a memory of choice. Writes nothing there.',
    params: z.strictObject(remembered),
    result: z.strictObject({
      /** What the memory is called. */
      name: z.string(),
      /** The first entries there that say the same or almost the same. */
      known: z.array(z.strictObject({ text: z.string(), isSame: z.boolean() })),
      /** Null where one says the same already, so that nothing would be added. */
      impact: previewedSchema.nullable(),
      /** What its limit is measured in. */
      measure: z.enum(measureNames),
      /** Its headings where they can be named; null where it has none. */
      headings: z.array(z.string()).nullable(),
      /** Whether it has the sections of categories. */
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
      /** Why it could not be noted where it came from, in a sentence; null where it was. */
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
