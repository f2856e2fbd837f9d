import { z } from 'zod';
import { conversationFormatIds } from '../../programs/program-ids.ts';
import { nothing, page } from '../fields.ts';

/** Conversations that assistants keep on this computer, each read in place and never written. */

/** Place where an assistant keeps its conversations, and the person's answer to reading there. */
const conversationPlaceSchema = z.strictObject({
  /** Id for `conversations.approve`. */
  id: z.string(),
  assistant: z.string(),
  /** A file if the person named one. */
  folder: z.string(),
  /** `absent`: there is no such folder; `waiting`: the person was not asked yet. */
  state: z.enum(['absent', 'waiting', 'approved', 'declined']),
});
export type ConversationPlace = z.infer<typeof conversationPlaceSchema>;

const usageSchema = z.strictObject({
  /** Tokens read uncached, read from the cache, written to it, and written as the answer. */
  input: z.int(),
  cacheRead: z.int(),
  cacheWrite: z.int(),
  output: z.int(),
});
export type Usage = z.infer<typeof usageSchema>;

const blockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('thinking'), text: z.string() }),
  /** Call of a tool. `input` is JSON as it was written, or plain text. */
  z.strictObject({ kind: z.literal('call'), id: z.string().nullable(), name: z.string(), input: z.string() }),
  z.strictObject({ kind: z.literal('result'), id: z.string().nullable(), text: z.string(), isError: z.boolean() }),
  /** Block without a view of its own: an image, an unknown kind. */
  z.strictObject({ kind: z.literal('other'), type: z.string(), text: z.string() }),
]);
export type Block = z.infer<typeof blockSchema>;

/** Reason an item is in a conversation without being part of its course. */
const itemMarkSchema = z.enum([
  /** Said by or to a sub-agent, in the file of the conversation that called it. */
  'side',
  /** Left branch: later items took its place. */
  'rewound',
  /** Summary by the program of the messages a compaction removed. */
  'summary',
  /** Inserted by the program, whoever seems to say it. */
  'injected',
  /** Reason there is no answer. */
  'error',
  /** Sent while the assistant worked. It may go: a later message may repeat it, or it was taken back. */
  'queued',
]);
export type ItemMark = z.infer<typeof itemMarkSchema>;

const leftTextSchema = z.strictObject({
  /** Fingerprint of the beginning of the text, as in the outline. */
  print: z.int(),
  /** Estimated tokens: fewer than the original's if its middle was cut out. */
  tokens: z.int(),
});

const itemSchema = z.strictObject({
  /** Position: grows along the conversation, stays when something is added. Bytes if the file is read by lines. */
  at: z.int(),
  /** `rewind`: the last `turns` messages of a person were taken back, and all that followed them. */
  kind: z.enum(['message', 'compaction', 'rewind']),
  /** Speaker: `program` for items the assistant’s program inserted by itself. */
  author: z.enum(['person', 'assistant', 'tool', 'program']),
  /** Id the program gave it, or null. */
  id: z.string().nullable(),
  /** Id of the item it answers, if known: two questions after the same item mean a rewind between them. */
  parent: z.string().nullable(),
  /** Milliseconds since 1970; null if unknown. */
  time: z.number().nullable(),
  model: z.string().nullable(),
  blocks: z.array(blockSchema),
  usage: usageSchema.nullable(),
  marks: z.array(itemMarkSchema),
  /** Details of a compaction: its trigger, and the tokens before and after it, if known. */
  compaction: z
    .strictObject({
      trigger: z.string().nullable(),
      before: z.int().nullable(),
      after: z.int().nullable(),
      /** Id of the first item before it that the model still sees; null if it sees none of them. */
      keptFrom: z.string().nullable(),
      /** Texts from before it that the model still sees; null if its program does not list them. */
      left: z.array(leftTextSchema).nullable(),
      /** Tokens of the person's latest messages that the model still sees, if its program lists nothing. */
      keepsOfPerson: z.int().optional(),
    })
    .nullable(),
  /** Turns a rewind took back. */
  turns: z.int().nullable(),
});
export type ConversationItem = z.infer<typeof itemSchema>;

const pageItemSchema = itemSchema.extend({
  /** Blocks that continue, by index, and the number of characters missing; `conversations.block` gives them. */
  cuts: z.array(z.strictObject({ block: z.int(), missing: z.int() })),
});
export type PageItem = z.infer<typeof pageItemSchema>;

const outlineItemSchema = itemSchema
  .pick({ at: true, kind: true, author: true, id: true, parent: true, time: true, usage: true, marks: true })
  .extend({
    compaction: itemSchema.shape.compaction,
    turns: itemSchema.shape.turns,
    /** Estimated tokens of all its blocks, thinking and results included. */
    tokens: z.int(),
    prints: z.array(z.int()),
    /** Beginning of a person's message, on one line; null for anything else. */
    begins: z.string().nullable(),
  });
export type OutlineItem = z.infer<typeof outlineItemSchema>;

export const conversationSchema = z.strictObject({
  /** Id for the other calls. */
  id: z.string(),
  format: z.enum(conversationFormatIds),
  assistant: z.string(),
  /** Folder it took place in; null if unknown. */
  project: z.strictObject({ name: z.string(), path: z.string().nullable() }).nullable(),
  /** Title or first words; null if there are none. */
  title: z.string().nullable(),
  /** Milliseconds since 1970; null if unknown. */
  startedAt: z.number().nullable(),
  changedAt: z.number(),
  /** Time of its last message, judging by its end; null if unknown. */
  lastSaidAt: z.number().nullable(),
  bytes: z.int(),
  path: z.string(),
  /** Conversation this one is listed below: it called this sub-agent, or holds all of this copy. Null for any other. */
  parent: z.string().nullable(),
  /** Sub-agents with their own conversations below it. */
  subagents: z.int(),
  /** Copies below it: all their messages are in it. */
  copies: z.int(),
  /** Facts from its beginning, end, name and the index: compacted, branched off another, set aside by its program. */
  marks: z.array(z.enum(['compacted', 'branch', 'reset', 'deleted', 'copy'])),
  /** Time its program will delete it, by that program’s own setting; null if never. */
  deletedAt: z.number().nullable(),
  /** Conversation this superseded version belongs to, and the time it was kept. Null for any other. */
  earlier: z.strictObject({ of: z.string(), keptAt: z.number() }).nullable(),
  /** Reason it could not be read, in a sentence; null if it was. */
  problem: z.string().nullable(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** Conversation as a search names it. */
export const foundConversationSchema = conversationSchema.pick({
  id: true,
  assistant: true,
  project: true,
  title: true,
  startedAt: true,
  lastSaidAt: true,
  changedAt: true,
});

const id = z.string().min(1).max(10_000);

export const conversationsMethods = {
  'conversations.places': () => ({
    about: 'Places where assistants store their conversations on this computer, and which of them may be read.',
    params: nothing,
    result: z.strictObject({ places: z.array(conversationPlaceSchema) }),
  }),
  'conversations.approve': () => ({
    about: 'Allows or forbids reading a place.',
    params: z.strictObject({ place: z.string(), approved: z.boolean() }),
    result: z.strictObject({ places: z.array(conversationPlaceSchema) }),
  }),
  'conversations.addPlace': () => ({
    about:
      'Allows reading a file or folder the person names: the export of an account, or chats that no program stores in a place of its own.',
    params: z.strictObject({ path: z.string().min(1).max(4096) }),
    result: z.strictObject({ places: z.array(conversationPlaceSchema) }),
  }),
  'conversations.list': () => ({
    about:
      'Conversations in all approved places, or those below one, of its sub-agents and copies, the latest first. Without a revision it looks for them again; further pages name the revision of the first.',
    params: z.strictObject({
      revision: z.int().optional(),
      /** Conversation whose sub-agents and copies to list. */
      parent: id.optional(),
      offset: page.offset,
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({ revision: z.int(), total: z.int(), conversations: z.array(conversationSchema) }),
  }),
  'conversations.about': () => ({
    about: 'One conversation as the list has it, also one of a sub-agent.',
    params: z.strictObject({ id }),
    result: conversationSchema,
  }),
  'conversations.page': () => ({
    about:
      'Items of a conversation from a place on, in either direction; its end if no place is named. Fewer items if they are long. To go on after the last one of a conversation that grows, ask from that one on: it may have grown, too. If any is marked `queued`, ask from the one before the first of those.',
    params: z.strictObject({
      id,
      /** Position to list items from, or before; the last ones if left out. */
      from: z.int().min(0).optional(),
      direction: z.enum(['forward', 'back']).default('back'),
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({
      items: z.array(pageItemSchema),
      /** Position where the page before this one ends: null at the beginning. */
      before: z.int().nullable(),
      /** Position where the page after this one begins: null at the end, as it was then. */
      after: z.int().nullable(),
      /** Lines that could not be read as what they should be. */
      unread: z.int(),
      /** Lines of unknown kinds, which are not shown. */
      unknown: z.int(),
    }),
  }),
  'conversations.block': () => ({
    about: 'A block of an item from a character on, where a page has cut it.',
    params: z.strictObject({ id, at: z.int().min(0), block: z.int().min(0), from: z.int().min(0).default(0) }),
    result: z.strictObject({
      text: z.string(),
      /** Character to continue with; null at the end. */
      next: z.int().nullable(),
    }),
  }),
  'conversations.find': () => ({
    about:
      'Finds a text in a conversation, in any case, also in long output of tools. Reads it piece by piece: each answer says where to go on.',
    params: z.strictObject({
      id,
      text: z.string().min(1).max(1_000),
      /** Position to search from, or before; everything from the beginning or the end if left out. */
      from: z.int().min(0).optional(),
      direction: z.enum(['forward', 'back']).default('forward'),
    }),
    result: z.strictObject({
      /** Positions of matching items, in order, and the matching blocks of each. */
      hits: z.array(z.strictObject({ at: z.int(), blocks: z.array(z.int()).min(1) })),
      looked: z.int(),
      /** `from` to continue with in the same direction; null if nothing is left. */
      next: z.int().nullable(),
    }),
  }),
  'conversations.outline': () => ({
    about: 'Outline of a conversation, slice by slice from its beginning: whose turn it was, when, and how long.',
    params: z.strictObject({
      id,
      from: z.int().min(0).default(0),
      limit: z.int().min(1).max(5000).default(2000),
    }),
    result: z.strictObject({
      items: z.array(outlineItemSchema),
      /** Start of the next slice; null at the end, as it was then. */
      next: z.int().nullable(),
      /** End of the file, in the same unit. */
      end: z.int(),
      /** Lines not shown: `unread` for broken ones, `unknown` for unknown kinds. Positions if read by lines. */
      unread: z.array(z.int()),
      unknown: z.array(z.int()),
    }),
  }),
  'conversations.lines': () => ({
    about: 'Lines of which nothing is shown, as they are, by their names in `conversations.outline`.',
    params: z.strictObject({ id, places: z.array(z.int().min(0)).max(50) }),
    result: z.strictObject({
      lines: z.array(
        z.strictObject({
          at: z.int(),
          /** Beginning of the line; empty if the line is too long to be read. */
          text: z.string(),
          /** Number of characters that follow. */
          missing: z.int(),
        }),
      ),
    }),
  }),
  'conversations.watch': () => ({
    about: 'Sends `conversations.changed` also when conversations come, go or grow, while any caller has it on.',
    params: z.strictObject({ on: z.boolean() }),
    result: nothing,
  }),
  'conversations.follow': () => ({
    about: 'Starts or stops sending the caller `conversations.followed` when a conversation grows.',
    params: z.strictObject({ id, on: z.boolean() }),
    result: nothing,
  }),
} as const;

export const conversationsEvents = {
  'conversations.changed': z.strictObject({}),
  'conversations.followed': z.strictObject({ id: z.string(), change: z.enum(['grown', 'replaced', 'gone']) }),
} as const;
