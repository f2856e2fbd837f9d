import { z } from 'zod';
import { nothing, page } from '../fields.ts';

/** Conversations that assistants keep on this computer, each read where it is; nothing is ever written there. */

export const conversationFormatIds = [
  'claude',
  'codex',
  'gemini',
  'openclaw',
  'hermes',
  'chatgpt',
  'amplifier',
  'laragent',
  'own',
] as const;
export type ConversationFormatId = (typeof conversationFormatIds)[number];

/** Where an assistant keeps its conversations, and whether the person lets Contexture read them there. */
const conversationPlaceSchema = z.strictObject({
  /** Names the place in `conversations.approve`. */
  id: z.string(),
  assistant: z.string(),
  /** A file where the person named one. */
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
const itemMarkSchema = z.enum([
  /** Said by or to a sub-agent, in the file of the conversation that called it. */
  'side',
  /** On a branch that was left: what comes later took its place. */
  'rewound',
  /** The program’s summary of what a compaction took away. */
  'summary',
  /** Put in by the program, not by who seems to say it. */
  'injected',
  /** Not an answer, but why there is none. */
  'error',
  /** Sent while the assistant worked. It may go: a later message may repeat it, or it was taken back. */
  'queued',
]);
export type ItemMark = z.infer<typeof itemMarkSchema>;

const leftTextSchema = z.strictObject({
  /** A fingerprint of how the text begins, by which the outline has it, too. */
  print: z.int(),
  /** By the estimate: fewer than those of the text that it was, where the middle of it was cut out. */
  tokens: z.int(),
});

const itemSchema = z.strictObject({
  /** Its place: grows along the conversation, stays when something is added. Bytes where the file is read by lines. */
  at: z.int(),
  /** `rewind`: the messages of a person that `turns` counts were taken back, and all that followed them. */
  kind: z.enum(['message', 'compaction', 'rewind']),
  /** Who said it: `program` for what the assistant’s program put in by itself. */
  author: z.enum(['person', 'assistant', 'tool', 'program']),
  /** The program’s own id of it; null where it has none. */
  id: z.string().nullable(),
  /** That of what it was said after, where the program keeps it: two questions after the same are a rewind between them. */
  parent: z.string().nullable(),
  /** Milliseconds since 1970; null if unknown. */
  time: z.number().nullable(),
  model: z.string().nullable(),
  blocks: z.array(blockSchema),
  usage: usageSchema.nullable(),
  marks: z.array(itemMarkSchema),
  /** Of a compaction: what set it off, and the tokens before and after it, as far as they are known. */
  compaction: z
    .strictObject({
      trigger: z.string().nullable(),
      before: z.int().nullable(),
      after: z.int().nullable(),
      /** The id of the first item before it that the model goes on seeing; null where it sees none of them. */
      keptFrom: z.string().nullable(),
      /** The texts of what came before it that the model goes on seeing; null where its program does not list them. */
      left: z.array(leftTextSchema).nullable(),
      /**
       * So many tokens of what the person said last the model goes on seeing, of a message that is longer than the rest of them only a
       * part: where its program lists nothing, but is known to do that.
       */
      keepsOfPerson: z.int().optional(),
    })
    .nullable(),
  /** Of a rewind. */
  turns: z.int().nullable(),
});
export type ConversationItem = z.infer<typeof itemSchema>;

/** One of a page, with its longest blocks cut. */
const pageItemSchema = itemSchema.extend({
  /** Which blocks go on, by their index, and how many characters of each are missing; `conversations.block` gives them. */
  cuts: z.array(z.strictObject({ block: z.int(), missing: z.int() })),
});
export type PageItem = z.infer<typeof pageItemSchema>;

const outlineItemSchema = itemSchema
  .pick({ at: true, kind: true, author: true, id: true, parent: true, time: true, usage: true, marks: true })
  .extend({
    compaction: itemSchema.shape.compaction,
    turns: itemSchema.shape.turns,
    /** By the estimate: all its blocks, thinking and results with them. */
    tokens: z.int(),
    /** Of each of its texts, a fingerprint of how it begins. */
    prints: z.array(z.int()),
    /** How a message of a person begins, on one line; null of anything else. */
    begins: z.string().nullable(),
  });
export type OutlineItem = z.infer<typeof outlineItemSchema>;

export const conversationSchema = z.strictObject({
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
  /** When it was last written. */
  changedAt: z.number(),
  /** When something was last said in it, as far as its end says; null if unknown. */
  lastSaidAt: z.number().nullable(),
  bytes: z.int(),
  path: z.string(),
  /** The conversation below which this one is listed: it called this sub-agent, or holds all of this copy. Null of any other. */
  parent: z.string().nullable(),
  /** How many sub-agents have conversations of their own below it. */
  subagents: z.int(),
  /** How many conversations below it are copies: all they say is in it, too. */
  copies: z.int(),
  /** Facts by its beginning, its end, its name and the index: it was compacted, it branched off another one, its program set it aside. */
  marks: z.array(z.enum(['compacted', 'branch', 'reset', 'deleted', 'copy'])),
  /** When its program will delete it, by that program’s own setting; null where it never does. */
  deletedAt: z.number().nullable(),
  /** Of a version that was kept before its program rewrote it: the conversation it is of, and when it was kept. Null of any other. */
  earlier: z.strictObject({ of: z.string(), keptAt: z.number() }).nullable(),
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
  'conversations.addPlace': () => ({
    about:
      'Lets a file or folder be read that the person names: the export of an account, or chats that no program keeps in a place of its own.',
    params: z.strictObject({ path: z.string().min(1).max(4096) }),
    result: z.strictObject({ places: z.array(conversationPlaceSchema) }),
  }),
  'conversations.list': () => ({
    about:
      'Conversations in all approved places, or those below one, of its sub-agents and copies, the latest first. Without a revision it looks for them anew; further pages name the revision of the first.',
    params: z.strictObject({
      revision: z.int().optional(),
      /** Those below this one. */
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
      'What a conversation says from some place on, in either direction; the end of it where no place is named. Fewer items where they are long. To go on after the last one of a conversation that grows, ask from that one on: it may have grown, too. Where any is marked `queued`, ask from the one before the first of those.',
    params: z.strictObject({
      id,
      /** Items from here on, or those before it; the last ones where it is missing. */
      from: z.int().min(0).optional(),
      direction: z.enum(['forward', 'back']).default('back'),
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({
      items: z.array(pageItemSchema),
      /** Where the page before this one ends: null at the beginning. */
      before: z.int().nullable(),
      /** Where the page after this one begins: null at the end, as it was then. */
      after: z.int().nullable(),
      /** Lines that could not be read as what they should be. */
      unread: z.int(),
      /** Lines of kinds that are not known, of which nothing is shown. */
      unknown: z.int(),
    }),
  }),
  'conversations.block': () => ({
    about: 'A block of an item from a character on, where a page has cut it.',
    params: z.strictObject({ id, at: z.int().min(0), block: z.int().min(0), from: z.int().min(0).default(0) }),
    result: z.strictObject({
      text: z.string(),
      /** The character to go on with; null at the end. */
      next: z.int().nullable(),
    }),
  }),
  'conversations.find': () => ({
    about:
      'Where in a conversation a text is said, in any case, also in long output of tools. It is read piece by piece: each answer says where to go on.',
    params: z.strictObject({
      id,
      text: z.string().min(1).max(1_000),
      /** Items from here on, or those before it; all of them, from the beginning or the end, where it is missing. */
      from: z.int().min(0).optional(),
      direction: z.enum(['forward', 'back']).default('forward'),
    }),
    result: z.strictObject({
      /** Where items begin that have it, in their order, and which of their blocks do. */
      hits: z.array(z.strictObject({ at: z.int(), blocks: z.array(z.int()).min(1) })),
      /** How many items were looked at. */
      looked: z.int(),
      /** What to name as `from` to go on in the same direction; null where nothing is left. */
      next: z.int().nullable(),
    }),
  }),
  'conversations.outline': () => ({
    about:
      'What happened in a conversation, briefly, slice by slice from its beginning: whose turn it was, when, and how long.',
    params: z.strictObject({
      id,
      from: z.int().min(0).default(0),
      limit: z.int().min(1).max(5000).default(2000),
    }),
    result: z.strictObject({
      items: z.array(outlineItemSchema),
      /** Where the next slice begins; null at the end, as it was then. */
      next: z.int().nullable(),
      /** How far it goes, in the same unit. */
      end: z.int(),
      /**
       * Names of lines in this slice of which nothing is shown: those that could not be read as what they should be, and those of
       * kinds that are not known. Where the file is read by lines, their places.
       */
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
          /** Its beginning; empty of a line that is too long to be read. */
          text: z.string(),
          /** How many characters follow. */
          missing: z.int(),
        }),
      ),
    }),
  }),
  'conversations.watch': () => ({
    about: 'Has `conversations.changed` told also when conversations come, go or grow, while anyone asks for it.',
    params: z.strictObject({ on: z.boolean() }),
    result: nothing,
  }),
  'conversations.follow': () => ({
    about: 'Has the caller told when a conversation grows, by `conversations.followed`; or no longer.',
    params: z.strictObject({ id, on: z.boolean() }),
    result: nothing,
  }),
} as const;

export const conversationsEvents = {
  /** Which conversations are there, or may be read, is another matter now. */
  'conversations.changed': z.strictObject({}),
  /** One that somebody follows was added to, is another file now (or is cut short), or went away. */
  'conversations.followed': z.strictObject({ id: z.string(), change: z.enum(['grown', 'replaced', 'gone']) }),
} as const;
