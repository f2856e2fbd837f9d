import { z } from 'zod';
import { categorySchema } from '../../entries/entry.ts';
import { authorSchema, nothing, workspaceIdSchema as workspace } from '../fields.ts';

const erasePlaces = [
  'context',
  'archive',
  'messages',
  'storages',
  'work',
  'history',
  'undo',
  'drafts',
  'marks',
  'cards',
  'settings',
  'recovered',
  'leftovers',
  'log',
  'conversations',
  'copies',
  'other',
] as const;

const erasePlaceSchema = z.enum(erasePlaces);
export type ErasePlace = z.infer<typeof erasePlaceSchema>;

const eraseTargetSchema = z.union([
  z.strictObject({ text: z.string().min(1).max(100_000) }),
  /** Erased text that is back: found by its fingerprint, in whichever form. */
  z.strictObject({ fingerprint: z.string().min(1).max(128) }),
]);
export type EraseTarget = z.infer<typeof eraseTargetSchema>;

/** File that holds the text and that Contexture can't or mustn't change, and why. */
const notErasedSchema = z.strictObject({
  path: z.string(),
  why: z.string(),
  /** Conversation with the text: its id, and the position of the first message that holds it. */
  conversation: z.strictObject({ id: z.string(), at: z.int() }).optional(),
});
export type NotErased = z.infer<typeof notErasedSchema>;

const erasePlaceCountSchema = z.strictObject({
  place: erasePlaceSchema,
  /** Lines in memories and settings; versions, changes that can be undone, drafts, lines or files elsewhere. */
  count: z.int().min(1),
});

/** Few, since nobody reads more, and the preview is repeated while someone types. */
export const maxErasedLines = 100;

/** Enough to see that it is spelled otherwise, and to choose one. */
export const maxSpellings = 5;

const lineOfFile = z.strictObject({
  place: erasePlaceSchema.extract(['context', 'archive', 'settings']),
  /** Name of the archive file, or of the topic file of the memory; null for others. */
  archive: z.string().nullable(),
  /** Line number in the file, from 1. */
  line: z.int().min(1),
  before: z.string(),
});

const erasedLineSchema = lineOfFile.extend({
  /** New text; null if the line goes. */
  after: z.string().nullable(),
});
export type ErasedLineOfFile = z.infer<typeof erasedLineSchema>;

const erasePreviewSchema = z.strictObject({
  /** Text as it is in the files; in several forms if found by its fingerprint, empty if it is nowhere. */
  texts: z.array(z.string()),
  places: z.array(erasePlaceCountSchema),
  /** First lines of the person’s files that change, before and after; `lineCount` counts all. */
  lines: z.array(erasedLineSchema).max(maxErasedLines),
  lineCount: z.int(),
  /** Lines in which it is syntax: a date, a flag, a section, a value of ours. It stays there unless that is chosen. */
  syntax: z.array(lineOfFile).max(maxErasedLines),
  syntaxCount: z.int(),
  left: z.array(notErasedSchema),
  /** Other spellings in the person’s files, such as in capitals: each stays unless erased separately. */
  otherSpellings: z.array(z.string()).max(maxSpellings),
  /** Places that a preview doesn’t wait for but erasing covers, in sentences. */
  later: z.array(z.string()),
});
export type ErasePreview = z.infer<typeof erasePreviewSchema>;

const eraseOutcomeSchema = z.strictObject({
  erased: z.array(erasePlaceCountSchema),
  left: z.array(notErasedSchema),
});
export type EraseOutcome = z.infer<typeof eraseOutcomeSchema>;

export const returnedSchema = z.strictObject({
  /** Id of the fingerprint, for `erase.preview`, `erase.carryOut` and `erase.keep`. */
  id: z.string(),
  /** Time a version was first seen that has it again, in milliseconds since 1970, and its author. */
  at: z.number(),
  who: authorSchema,
  name: z.string().nullable(),
  /** File, relative to the workspace, and the section of the entry it is in. */
  file: z.string(),
  category: categorySchema.nullable(),
});
export type ReturnedText = z.infer<typeof returnedSchema>;

/** True to erase it even if it is syntax, which takes dates, pins or sections with it. */
const syntax = z.boolean().default(false);

export const erasureMethods = {
  'erase.preview': () => ({
    about:
      'Every place with a text that must not be kept, and how each line will read. Writes nothing. `value_invalid` if it is too short.',
    params: z.strictObject({ workspace, target: eraseTargetSchema, syntax }),
    result: erasePreviewSchema,
  }),
  'erase.carryOut': () => ({
    about:
      'Erases a text for good from memory, archives, history and all our data. No undo; `cancelled` before it begins.',
    params: z.strictObject({
      workspace,
      target: eraseTargetSchema,
      syntax,
      /** Word the person typed as confirmation. */
      word: z.literal('erase'),
    }),
    result: eraseOutcomeSchema,
  }),
  'erase.returned': () => ({
    about: 'Erased texts that have come back, the latest first, and an erasure that was interrupted.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      returned: z.array(returnedSchema),
      interrupted: z.strictObject({ id: z.string(), at: z.number() }).nullable(),
    }),
  }),
  'erase.keep': () => ({
    about: 'Allows an erased text to come back: its fingerprint is forgotten.',
    params: z.strictObject({ workspace, id: z.string().min(1).max(128) }),
    result: nothing,
  }),
} as const;

export const erasureEvents = {
  /** The answer of `erase.returned` changed. */
  'erase.changed': z.strictObject({ workspace }),
  /** A text was erased everywhere: any view that still shows or remembers it must drop it. */
  'erase.done': z.strictObject({ workspace, texts: z.array(z.string()) }),
} as const;
