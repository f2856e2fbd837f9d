import { z } from 'zod';
import { categorySchema } from '../../entries/entry.ts';
import { authorSchema, nothing, workspaceIdSchema as workspace } from '../fields.ts';

/** What must not be kept. */

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
  /** What was erased before and is back: found by its fingerprint, in whichever form. */
  z.strictObject({ fingerprint: z.string().min(1).max(128) }),
]);
export type EraseTarget = z.infer<typeof eraseTargetSchema>;

/** A file that holds the text and that Contexture can't or mustn't change, and why. */
const notErasedSchema = z.strictObject({
  path: z.string(),
  why: z.string(),
  /** Where to look at it, for a conversation: its id, and the place of the first of its messages that hold the text. */
  conversation: z.strictObject({ id: z.string(), at: z.int() }).optional(),
});
export type NotErased = z.infer<typeof notErasedSchema>;

const erasePlaceCountSchema = z.strictObject({
  place: erasePlaceSchema,
  /** Lines in memories and settings; versions, changes that can be undone, drafts, lines or files elsewhere. */
  count: z.int().min(1),
});

/** Nobody reads more, and it is asked again while someone types. */
export const maxErasedLines = 100;

/** Enough to see that it is spelled otherwise, and to choose one. */
export const maxSpellings = 5;

const lineOfFile = z.strictObject({
  place: erasePlaceSchema.extract(['context', 'archive', 'settings']),
  /** Name of the archive file, or of the topic file of the memory; null for others. */
  archive: z.string().nullable(),
  /** Its number in the file, from 1. */
  line: z.int().min(1),
  /** As it stands. */
  before: z.string(),
});

const erasedLineSchema = lineOfFile.extend({
  /** As it will stand; null where it goes. */
  after: z.string().nullable(),
});
export type ErasedLineOfFile = z.infer<typeof erasedLineSchema>;

const erasePreviewSchema = z.strictObject({
  /** The text as it stands; in several forms where it was found by its fingerprint, in none where it is nowhere. */
  texts: z.array(z.string()),
  places: z.array(erasePlaceCountSchema),
  /** The first lines of the person’s files that change, as they are and as they will be, and how many there are. */
  lines: z.array(erasedLineSchema).max(maxErasedLines),
  lineCount: z.int(),
  /** Lines in which it is syntax: a date, a flag, a section, a value of ours. It stays there unless that is chosen. */
  syntax: z.array(lineOfFile).max(maxErasedLines),
  syntaxCount: z.int(),
  left: z.array(notErasedSchema),
  /** How else it is spelled in the person’s files, such as in other capitals: that stays unless it is erased by itself. */
  otherSpellings: z.array(z.string()).max(maxSpellings),
  /** What a preview doesn’t wait for and erasing looks at, in sentences. */
  later: z.array(z.string()),
});
export type ErasePreview = z.infer<typeof erasePreviewSchema>;

const eraseOutcomeSchema = z.strictObject({
  /** Where it stood and stands no more. */
  erased: z.array(erasePlaceCountSchema),
  left: z.array(notErasedSchema),
});
export type EraseOutcome = z.infer<typeof eraseOutcomeSchema>;

export const returnedSchema = z.strictObject({
  /** Of the fingerprint, for `erase.preview`, `erase.carryOut` and `erase.keep`. */
  id: z.string(),
  /** When a version was first seen that has it again, in milliseconds since 1970, and who wrote that. */
  at: z.number(),
  who: authorSchema,
  name: z.string().nullable(),
  /** The file, relative to the workspace, and the section of the entry it stands in. */
  file: z.string(),
  category: categorySchema.nullable(),
});
export type Returned = z.infer<typeof returnedSchema>;

/** Whether it goes where it is syntax too, and takes dates, pins or sections with it. */
const syntax = z.boolean().default(false);

export const erasureMethods = {
  'erase.preview': () => ({
    about:
      'Every place in which a text stands that must not be kept, and how each line will read. Writes nothing. `value_invalid` if it is too short.',
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
      /** What the person typed to say that they mean it. */
      word: z.literal('erase'),
    }),
    result: eraseOutcomeSchema,
  }),
  'erase.returned': () => ({
    about: 'What was erased and has come back, the latest first, and an erasure that was interrupted.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      returned: z.array(returnedSchema),
      interrupted: z.strictObject({ id: z.string(), at: z.number() }).nullable(),
    }),
  }),
  'erase.keep': () => ({
    about: 'Lets a text that was erased come back: its fingerprint is forgotten.',
    params: z.strictObject({ workspace, id: z.string().min(1).max(128) }),
    result: nothing,
  }),
} as const;

export const erasureEvents = {
  /** What `erase.returned` says changed. */
  'erase.changed': z.strictObject({ workspace }),
  /** A text was erased everywhere: whoever still has it in view or in mind forgets it. */
  'erase.done': z.strictObject({ workspace, texts: z.array(z.string()) }),
} as const;
