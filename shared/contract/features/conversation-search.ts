import { z } from 'zod';
import { nothing } from '../fields.ts';
import { conversationSchema, foundConversationSchema } from './conversations.ts';

/** Search for words in all conversations, by an index that is filled in the background. */

const idSchema = z.string().min(1).max(10_000);

const hitSchema = z.strictObject({
  /** Start of its item, as in `conversations.page`. */
  at: z.int(),
  author: z.enum(['person', 'assistant', 'tool', 'program']),
  /** Milliseconds since 1970; null if unknown. */
  time: z.number().nullable(),
  /** Part of the item that matches, and for a call the tool. */
  part: z.enum(['text', 'thinking', 'call', 'result', 'other']),
  tool: z.string().nullable(),
  /** Passage of the item, on one line, and the matching parts of it. */
  passage: z.strictObject({
    text: z.string(),
    marks: z.array(z.strictObject({ from: z.int(), to: z.int() })),
  }),
});
export type ConversationHit = z.infer<typeof hitSchema>;

const foundSchema = z.strictObject({
  conversation: foundConversationSchema.extend({ parent: conversationSchema.shape.parent }),
  hits: z.array(hitSchema).min(1),
  /** True if it may have further hits. */
  more: z.boolean(),
});
export type FoundInConversation = z.infer<typeof foundSchema>;

/** Place where a search continues: the conversation, its time of change, and the position in it. */
export const searchedPlaceSchema = z.strictObject({ id: idSchema, changedAt: z.number(), at: z.int().min(0) });
export type SearchPlace = z.infer<typeof searchedPlaceSchema>;

/** Reason for reading conversations: no index on this computer, matches within words, or not indexed yet. */
const byScanSchema = z.enum(['unavailable', 'anywhere', 'unread']);
export type ByScan = z.infer<typeof byScanSchema>;

const indexSchema = z.strictObject({
  /** `elsewhere`: another window fills it. */
  state: z.enum(['reading', 'elsewhere', 'paused', 'complete', 'unavailable']),
  /** Bytes of conversations: those read so far, and all. */
  done: z.int(),
  total: z.int(),
  /** Reason there is no index, or something could not be read, in a sentence. */
  problem: z.string().nullable(),
});
export type ConversationIndexState = z.infer<typeof indexSchema>;

export const conversationSearchMethods = {
  'conversations.search': () => ({
    about:
      'Conversations with messages that have all the words, the latest first. A word of three letters or more also begins longer ones; “words in quotes” follow each other. A page may end before it is full: it says where to go on.',
    params: z.strictObject({
      text: z.string().max(1_000),
      /** `anywhere` also matches within words and in long output of tools. It reads the conversations: slower. */
      match: z.enum(['words', 'anywhere']).default('words'),
      conversation: idSchema.optional(),
      assistant: z.string().max(1_000).optional(),
      /** Path of the folder it took place in. */
      project: z.string().max(10_000).optional(),
      /** Time last written, in milliseconds since 1970: at or after `since`, and before `until`. */
      since: z.number().optional(),
      until: z.number().optional(),
      from: searchedPlaceSchema.optional(),
      each: z.int().min(1).max(100).default(3),
      limit: z.int().min(1).max(100).default(20),
    }),
    result: z.strictObject({
      found: z.array(foundSchema),
      next: searchedPlaceSchema.nullable(),
      /** Conversations, on all pages up to this one. */
      searched: z.strictObject({ done: z.int(), total: z.int() }),
      byScan: byScanSchema.nullable(),
      /** Conversations that could not be searched for this page, and why. */
      unread: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
    }),
  }),
  'conversations.index': () => ({
    about:
      'Progress of the index of conversations. Starts reading what is missing in the background, unless that is paused.',
    params: nothing,
    result: indexSchema,
  }),
  'conversations.pauseIndex': () => ({
    about: 'Stops reading conversations into the index, or goes on with it; holds for all windows and the next start.',
    params: z.strictObject({ paused: z.boolean() }),
    result: indexSchema,
  }),
} as const;

export const conversationSearchEvents = {
  /** The answer of `conversations.index` changed; at most a few times a second. */
  'conversations.indexing': indexSchema,
} as const;
