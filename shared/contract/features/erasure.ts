import { z } from 'zod';
import { categorySchema } from '../../entries/entry.ts';
import { authorSchema, nothing, workspaceIdSchema as workspace } from '../fields.ts';
import { entryBriefSchema } from './memory.ts';

/** What must not be kept. */

const erasePlaces = [
  'context',
  'archive',
  'history',
  'undo',
  'drafts',
  'marks',
  'cards',
  'settings',
  'recovered',
  'leftovers',
  'log',
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
const notErasedSchema = z.strictObject({ path: z.string(), why: z.string() });
export type NotErased = z.infer<typeof notErasedSchema>;

const erasePlaceCountSchema = z.strictObject({
  place: erasePlaceSchema,
  /** Entries in memories; versions, changes that can be undone, drafts, lines or files elsewhere. */
  count: z.int().min(1),
});

const erasePreviewSchema = z.strictObject({
  /** The text as it stands; in several forms where it was found by its fingerprint, in none where it is nowhere. */
  texts: z.array(z.string()),
  places: z.array(erasePlaceCountSchema),
  /** The first 100 entries it stands in. An entry that says nothing else goes whole. */
  entries: z.array(entryBriefSchema.extend({ archive: z.string().nullable(), whole: z.boolean() })),
  entryCount: z.int(),
  left: z.array(notErasedSchema),
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

export const erasureMethods = {
  'erase.preview': () => ({
    about:
      'Every place in which a text stands that must not be kept. Writes nothing. `value_invalid` if it is too short.',
    params: z.strictObject({ workspace, target: eraseTargetSchema }),
    result: erasePreviewSchema,
  }),
  'erase.carryOut': () => ({
    about:
      'Erases a text for good from memory, archives, history and all our data. No undo; `cancelled` before it begins.',
    params: z.strictObject({
      workspace,
      target: eraseTargetSchema,
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
