import { z } from 'zod';
import { nothing, page } from '../fields.ts';

/** Conversations that assistants keep on this computer, each read where it is; nothing is ever written there. */

export const conversationFormatIds = ['claude'] as const;
export type ConversationFormatId = (typeof conversationFormatIds)[number];

/** Where an assistant keeps its conversations, and whether the person lets Contexture read them there. */
const conversationPlaceSchema = z.strictObject({
  /** Names the place in `conversations.approve`. */
  id: z.string(),
  assistant: z.string(),
  folder: z.string(),
  /** `absent`: there is no such folder; `waiting`: nobody was asked yet. */
  state: z.enum(['absent', 'waiting', 'approved', 'declined']),
});
export type ConversationPlace = z.infer<typeof conversationPlaceSchema>;

const usageSchema = z.strictObject({
  /** Tokens that were read anew, read from the cache, written to it, and written as the answer. */
  input: z.int(),
  cacheRead: z.int(),
  cacheWrite: z.int(),
  output: z.int(),
});
export type Usage = z.infer<typeof usageSchema>;

const blockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('thinking'), text: z.string() }),
  /** A tool that is called. `input` is JSON as it was written, or plain text. */
  z.strictObject({ kind: z.literal('call'), id: z.string().nullable(), name: z.string(), input: z.string() }),
  z.strictObject({ kind: z.literal('result'), id: z.string().nullable(), text: z.string(), isError: z.boolean() }),
  /** Anything that is not shown as such: an image, a kind nobody knows. */
  z.strictObject({ kind: z.literal('other'), type: z.string(), text: z.string() }),
]);
export type Block = z.infer<typeof blockSchema>;

/** Why something stands in a conversation without being part of what was said on its way. */
const itemMarkSchema = z.enum(['side', 'rewound', 'summary', 'injected']);
export type ItemMark = z.infer<typeof itemMarkSchema>;

const itemSchema = z.strictObject({
  /** Its place: grows along the conversation, stays when something is added. Bytes where the file is read by lines. */
  at: z.int(),
  kind: z.enum(['message', 'compaction']),
  /** Who said it: `program` for what the assistant’s program put in by itself. */
  author: z.enum(['person', 'assistant', 'tool', 'program']),
  /** The program’s own id of it; null where it has none. */
  id: z.string().nullable(),
  /** Milliseconds since 1970; null if unknown. */
  time: z.number().nullable(),
  model: z.string().nullable(),
  blocks: z.array(blockSchema),
  usage: usageSchema.nullable(),
  marks: z.array(itemMarkSchema),
  /** Of a compaction: what set it off, and the tokens before and after it, as far as they are known. */
  compaction: z
    .strictObject({ trigger: z.string().nullable(), before: z.int().nullable(), after: z.int().nullable() })
    .nullable(),
});
export type ConversationItem = z.infer<typeof itemSchema>;

const conversationSchema = z.strictObject({
  /** Names it in the other calls. */
  id: z.string(),
  format: z.enum(conversationFormatIds),
  assistant: z.string(),
  /** The folder it took place in; null if unknown. */
  project: z.strictObject({ name: z.string(), path: z.string().nullable() }).nullable(),
  /** What it is called, or how it began; null where nothing says. */
  title: z.string().nullable(),
  /** Milliseconds since 1970; null if unknown. */
  startedAt: z.number().nullable(),
  changedAt: z.number(),
  bytes: z.int(),
  path: z.string(),
  /** Why it could not be read, in a sentence; null where it was. */
  problem: z.string().nullable(),
});
export type Conversation = z.infer<typeof conversationSchema>;

const id = z.string().min(1).max(10_000);

export const conversationsMethods = {
  'conversations.places': () => ({
    about: 'Where assistants keep their conversations on this computer, and which of these places may be read.',
    params: nothing,
    result: z.strictObject({ places: z.array(conversationPlaceSchema) }),
  }),
  'conversations.approve': () => ({
    about: 'Lets a place be read, or no longer.',
    params: z.strictObject({ place: z.string(), approved: z.boolean() }),
    result: z.strictObject({ places: z.array(conversationPlaceSchema) }),
  }),
  'conversations.list': () => ({
    about:
      'Conversations in all approved places, the latest first. Without a revision it looks for them anew; further pages name the revision of the first.',
    params: z.strictObject({
      revision: z.int().optional(),
      offset: page.offset,
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({ revision: z.int(), total: z.int(), conversations: z.array(conversationSchema) }),
  }),
  'conversations.page': () => ({
    about: 'What a conversation says from some place on, in either direction; the end of it where no place is named.',
    params: z.strictObject({
      id,
      /** Items from here on, or those before it; the last ones where it is missing. */
      from: z.int().min(0).optional(),
      direction: z.enum(['forward', 'back']).default('back'),
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({
      items: z.array(itemSchema),
      /** Where the page before this one ends: null at the beginning. */
      before: z.int().nullable(),
      /** Where the page after this one begins: null at the end, as it was then. */
      after: z.int().nullable(),
      /** Lines that could not be read as what they should be. */
      unread: z.int(),
    }),
  }),
} as const;

export const conversationsEvents = {
  'conversations.changed': z.strictObject({}),
} as const;
