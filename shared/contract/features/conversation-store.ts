import { z } from 'zod';
import { providerSchema } from '../../conversations/compaction/budget.ts';
import { presets } from '../../conversations/compaction/compaction.ts';
import { inGivenOrder, messageSchema, roles } from '../../conversations/message.ts';
import { changeResultSchema } from '../changes.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';

/** Conversations that an agent program keeps here, as its context manager. Others are in `conversations.ts`. */

/** File of a conversation, without `.jsonl`: in small letters, as some disks know no others, and not reserved. */
export const conversationNameSchema = z
  .string()
  .regex(/^(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9][a-z0-9_-]{0,99}$/, {
    error: 'a conversation is named in small letters, digits, - and _, up to 100 of them',
  });

/** Added message: one of the five roles, a text or blocks as content, and any other fields its program keeps. */
export const addedMessageSchema = inGivenOrder(
  z.looseObject({
    role: z.enum(roles),
    content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
  }),
  {
    required: ['role'],
    properties: {
      role: { type: 'string', enum: roles },
      content: {
        anyOf: [
          { type: 'string' },
          { type: 'array', items: { type: 'object', required: ['type'], properties: { type: { type: 'string' } } } },
          { type: 'null' },
        ],
      },
    },
  },
);

/** Reason a line is no message, `too_long` if it is longer than any that is added here. */
const lineProblemSchema = z.enum(['not_json', 'not_a_message', 'too_long']);
export type StoredLineProblem = z.infer<typeof lineProblemSchema>;

/** Notice from loading memory files. */
const loadedSchema = z.strictObject({
  /** `info`: loaded; `warning`: missing, or not approved; `error`: not readable; `debug`: empty, or listed twice. */
  level: z.enum(['info', 'warning', 'error', 'debug']),
  file: z.string(),
  message: z.string(),
});
export type LoadNotice = z.infer<typeof loadedSchema>;

const conversation = conversationNameSchema;

export const conversationStoreMethods = {
  'conversationStore.list': () => ({
    about: 'Conversations stored in a workspace, the latest first.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      conversations: z.array(
        z.strictObject({ name: z.string(), bytes: z.int(), changedAt: z.number(), path: z.string() }),
      ),
    }),
  }),
  'conversationStore.initialize': () => ({
    about:
      'Begins a conversation with the memory files of the settings, each as a system message. One that has begun stays as it is. `over_limit` if they have more tokens than there may be.',
    params: z.strictObject({ workspace, conversation }),
    result: z.strictObject({
      /** True if it began now; `messages` says with how many. */
      began: z.boolean(),
      messages: z.int(),
      notices: z.array(loadedSchema),
      /** Tokens of the loaded files, and their limit. */
      tokens: z.strictObject({ total: z.int(), limit: z.int() }),
    }),
  }),
  'conversationStore.add': () => ({
    about: 'Adds messages to a conversation, in order, all in one write; it is made where there is none.',
    params: z.strictObject({ workspace, conversation, messages: z.array(addedMessageSchema).min(1).max(1000) }),
    /** Range in the file, in bytes. */
    result: z.strictObject({ from: z.int(), to: z.int() }),
  }),
  'conversationStore.messages': () => ({
    about: 'A page of the messages as they were added, nothing left out.',
    params: z.strictObject({
      workspace,
      conversation,
      /** Start of a line, in bytes: 0, or `next` of the page before. */
      from: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(200),
    }),
    result: z.strictObject({
      messages: z.array(z.strictObject({ at: z.int(), message: messageSchema })),
      /** Lines among them that are no messages: they stay where they are. */
      problems: z.array(z.strictObject({ at: z.int(), problem: lineProblemSchema })),
      /** Null at the end of the file, as it was then. */
      next: z.int().nullable(),
    }),
  }),
  'conversationStore.forRequest': () => ({
    about:
      'A page of the messages for a request to a model, within a budget: the one that is named, else what the provider’s window leaves, else max_tokens of the settings. The conversation itself stays as it is.',
    params: z.strictObject({
      workspace,
      conversation,
      tokenBudget: z.int().min(0).optional(),
      provider: providerSchema.optional(),
      preset: z.enum(presets).default('seed'),
      /** `upTo` of the first page, so that all pages show one state of the conversation. */
      upTo: z.int().min(0).optional(),
      offset: z.int().min(0).default(0),
    }),
    result: z.strictObject({
      messages: z.array(messageSchema),
      /** Messages on all pages. */
      total: z.int(),
      /** Offset of the next page; null at the end. */
      next: z.int().nullable(),
      upTo: z.int(),
      budget: z.int(),
      /** Tokens of all messages of the conversation, and of those for the request. */
      before: z.int(),
      after: z.int(),
      /** True if these are within the budget. */
      fits: z.boolean(),
      /** Results among them without their call, which programs refuse. */
      orphans: z.int(),
    }),
  }),
  'conversationStore.clear': () => ({
    about: 'Removes all messages from a conversation. The history keeps them, and it can be undone.',
    params: z.strictObject({
      workspace,
      conversation,
      /** Expected size in bytes: `text_conflict` if it has changed. */
      over: z.int().min(0).optional(),
      /** Assistant that does so; a person if left out. */
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema,
  }),
} as const;
