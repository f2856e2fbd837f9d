import { z } from 'zod';
import { categorySchema, confidenceSchema } from '../../entries/entry.ts';
import { changeResultSchema } from '../changes.ts';
import { editSchema, nothing, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';
import { entryViewSchema } from './memory.ts';

/** The file as text: read in pieces, saved as edits of a version, kept while it is typed. */

const draftOwnerSchema = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);

export const draftSchema = z.strictObject({
  /** Version it was typed into; null if there was no file. */
  version: textVersionSchema.nullable(),
  /** Time it was last kept, in milliseconds since 1970. */
  at: z.number(),
  /** Common text of both sides if others changed the same and the person has not chosen yet, with LF line ends. */
  origin: z.string().nullable().default(null),
});
export type Draft = z.infer<typeof draftSchema>;

/** Values typed into forms and not saved yet. A form is left out while it has none. */
export const formsSchema = z.strictObject({
  /** Text of an entry in Review, and the entry as it was when editing began. */
  edit: z.strictObject({ base: entryViewSchema, draft: z.string() }).optional(),
  add: z
    .strictObject({
      /** True while its dialog is open. */
      isOpen: z.boolean(),
      value: z.string(),
      key: z.string(),
      category: categorySchema,
      /** Heading to place it under, if there are headings; null while it follows the current entry. */
      heading: z.string().nullable(),
      /** Null while it follows the section. */
      confidence: confidenceSchema.nullable(),
    })
    .optional(),
  topics: z
    .array(
      z.strictObject({
        file: z.string(),
        title: z.string(),
        version: textVersionSchema,
        base: z.string(),
        text: z.string(),
      }),
    )
    .optional(),
});
export type TypedForms = z.infer<typeof formsSchema>;

export const textMethods = {
  'text.read': () => ({
    about: 'A piece of the file’s text, byte order mark and line ends included, or of an earlier version that is kept.',
    params: z.strictObject({ workspace, version: textVersionSchema.optional(), from: z.int().min(0).default(0) }),
    /** Without a file, the version is null and the text empty. `total` is in UTF-16 units. */
    result: z.strictObject({ version: textVersionSchema.nullable(), text: z.string(), total: z.int() }),
  }),
  'text.save': () => ({
    about:
      'Saves what was typed into a version; what others wrote since is merged in, `text_conflict` if that can’t be.',
    params: z.strictObject({
      workspace,
      /** Version the edits were made to; null if there was no file. */
      version: textVersionSchema.nullable(),
      edits: z.array(editSchema).max(100_000),
    }),
    result: changeResultSchema,
  }),
  'text.keepDraft': () => ({
    about: 'Keeps what was typed and is not saved yet over a crash, as edits to a version.',
    params: z.strictObject({
      workspace,
      /** Id of the editor: a window or tab, while it is open. */
      owner: draftOwnerSchema,
      version: textVersionSchema.nullable(),
      edits: z.array(editSchema).max(100_000),
      /** See the draft's. */
      origin: z.string().nullable().default(null),
    }),
    result: z.strictObject({
      /** Possible secrets in it that are not in the version, in words. */
      secrets: z.array(z.string()),
    }),
  }),
  'text.claimDraft': () => ({
    about:
      'A piece of the draft of an owner, or else of the latest one whose owner is gone, which is theirs from now on.',
    params: z.strictObject({ workspace, owner: draftOwnerSchema, from: z.int().min(0).default(0) }),
    result: z.strictObject({
      draft: draftSchema.extend({ text: z.string(), total: z.int() }).nullable(),
    }),
  }),
  'text.discardDraft': () => ({
    about: 'Throws an owner’s draft away.',
    params: z.strictObject({ workspace, owner: draftOwnerSchema }),
    result: nothing,
  }),
  'text.keepFields': () => ({
    about: 'Keeps what was typed into forms of a page and is not saved yet over a crash; nothing throws it away.',
    params: z.strictObject({ workspace, owner: draftOwnerSchema, forms: formsSchema }),
    result: nothing,
  }),
  'text.claimFields': () => ({
    about: 'What was typed into forms of an owner, or else of the latest one who is gone, which is theirs from now on.',
    params: z.strictObject({ workspace, owner: draftOwnerSchema }),
    result: z.strictObject({ forms: formsSchema }),
  }),
} as const;
