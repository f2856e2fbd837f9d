import { z } from 'zod';
import { categorySchema, entryFieldsSchema, entryRefSchema, weighedFieldsSchema } from '../../entries/entry.ts';
import { measureNames } from '../../entries/measure.ts';
import { boundSchema, capabilitiesSchema, formatIds } from '../capabilities.ts';
import {
  changeResultSchema,
  changeSchema,
  contextUpdateSchema,
  impactSchema,
  operationSchema,
  repairPreviewSchema,
} from '../changes.ts';
import {
  calendarDay,
  nothing,
  page,
  textVersionSchema,
  workspaceIdSchema as workspace,
  writerSchema,
} from '../fields.ts';

/** The active context: its entries, what is known of them, and what can be done to them. */

/** What others did to an entry since the person last looked; `superseded`: it replaced what they had corrected. */
export const markSchema = z.enum(['new', 'changed', 'superseded']);
export type Mark = z.infer<typeof markSchema>;

/** What an entry said when the person last looked. */
export const earlierSchema = entryFieldsSchema
  .pick({ category: true, key: true, value: true, confidence: true })
  .extend({
    pinned: z.literal(true).optional(),
    corrected: z.literal(true).optional(),
  });
export type Earlier = z.infer<typeof earlierSchema>;

const entryViewSchema = weighedFieldsSchema.extend({
  /** Stays with the entry while the engine runs, through edits by anyone. */
  id: z.string(),
  mark: markSchema.nullable(),
  /** Only where the mark says that it is not what it was. */
  earlier: earlierSchema.optional(),
});
export type EntryView = z.infer<typeof entryViewSchema>;

/** `conflict`: both versions of what git could not merge, entry by entry; `form`: as the assistant's own program writes it. */
export const repairs = ['frontmatter', 'conflict', 'form'] as const;
export type Repair = (typeof repairs)[number];

/** Where a part of a text is: 0-based UTF-16 offsets, and the 1-based line of its start. */
const diagnosticSchema = z.strictObject({
  code: z.enum([
    'frontmatter_missing',
    'frontmatter_unclosed',
    'frontmatter_broken',
    'frontmatter_value_missing',
    'frontmatter_value_invalid',
    'estimate_differs',
    'date_impossible',
    'confidence_unknown',
    'value_empty',
    'unclosed_block',
    /** Git left two versions of lines here, below the frontmatter or in it. */
    'conflict_markers',
    'frontmatter_conflict',
    /** The assistant's own program would not edit the file as it is, or because of this entry. */
    'form_differs',
    'entry_too_long',
  ]),
  severity: z.enum(['error', 'warning', 'quiet']),
  message: z.string(),
  from: z.int(),
  to: z.int(),
  line: z.int(),
  /** Id of a repair that `context.repair` can make. */
  repair: z.enum(repairs).nullable(),
});
export type Diagnostic = z.infer<typeof diagnosticSchema>;

const undoRedoSchema = z.strictObject({
  /** What `context.undo` and `context.redo` take next, by the name of what was done; null if there is nothing. */
  undo: changeSchema.nullable(),
  redo: changeSchema.nullable(),
});
/** @prop at in milliseconds since 1970; null where nobody noted it */
const undoableSchema = changeSchema.extend({ at: z.number().nullable() });
export type Undoable = z.infer<typeof undoableSchema>;
export type UndoRedo = z.infer<typeof undoRedoSchema>;

/** Lines a format does not understand: kept, shown, never dropped. `line` is the first, counted from 1. */
const notUnderstoodSchema = z.strictObject({ line: z.int(), text: z.string() });
export type NotUnderstood = z.infer<typeof notUnderstoodSchema>;
/** The same, or a heading without an entry; at most 2,000 characters, so that a long block is several. */
const otherLineSchema = notUnderstoodSchema;
export type OtherLine = z.infer<typeof otherLineSchema>;

export const segmentNames = [...categorySchema.options, 'unsorted', 'overhead'] as const;

const segmentSchema = z.strictObject({ name: z.enum(segmentNames), tokens: z.int(), entries: z.int() });

/** A link of the workspace that leads out of it, by its path below the root, and where that really is. */
const linkOutSchema = z.strictObject({ name: z.string(), place: z.string() });
export type LinkOut = z.infer<typeof linkOutSchema>;

const contextSummarySchema = z.strictObject({
  /**
   * `present`: read; `missing`: never was or nothing to show yet; `deleted`: it was here while open, entries are the
   * last ones seen; `unreadable`: `problem` says why, entries are the last ones seen or, if it is
   * `marked`, those of a file that is not UTF-8, with U+FFFD for what is not. Beside any other status `problem`
   * has the code `not_recorded` and says why changes can't be recorded for now.
   */
  status: z.enum(['present', 'missing', 'deleted', 'unreadable']),
  problem: z
    .strictObject({
      code: z.string(),
      message: z.string(),
      path: z.string().optional(),
      marked: z.literal(true).optional(),
    })
    .nullable(),
  /** Which format reads it, what that can do, and whether Contexture may write this file now. */
  format: z.enum(formatIds),
  capabilities: capabilitiesSchema,
  writable: z.boolean(),
  /** Links whose place the person has not approved: while there are any, nothing is written. */
  linksOut: z.array(linkOutSchema),
  path: z.string(),
  /** The version of the text all this is read from; null if there is none yet. */
  version: textVersionSchema.nullable(),
  /** When the file was last written, in milliseconds since 1970; null if there is none. */
  modifiedAt: z.number().nullable(),
  /**
   * Where the status is `missing`: when the version was kept that `context.putBack` would put back, in milliseconds since
   * 1970; null if the history has none.
   */
  keptAt: z.number().nullable(),
  frontmatter: z.strictObject({
    lastUpdated: z.string().nullable(),
    version: z.int().nullable(),
    storedEstimate: z.int().nullable(),
  }),
  tokens: z.strictObject({
    /** What is measured by, and all below with it: `trunc(words × 1.3)`, or what a real tokenizer counts. */
    measure: z.enum(measureNames),
    /** Why it is the estimate although the settings ask for the count; null where it is what they ask for. */
    problem: z.string().nullable(),
    /** Of the whole text, but for what is left out. */
    total: z.int(),
    /** What the whole text weighs, entries and all, in the unit of theirs. */
    weight: z.int(),
    words: z.int(),
    limit: z.int(),
    /** What is about someone else, which all above is without; null where it counts like all else. */
    leftOut: z.strictObject({ entries: z.int(), tokens: z.int() }).nullable(),
    /** In section order; they add up to `total`. */
    segments: z.array(segmentSchema),
  }),
  entryCount: z.int(),
  /** What the assistant reads of it; null where it reads all, however long. */
  loaded: z
    .strictObject({
      fills: z.array(boundSchema.extend({ used: z.int() })),
      /** The first line it does not read whole, from 1; null where it reads all. */
      cutLine: z.int().nullable(),
      /** How many entries it reads whole: those after are cut off, in file order. */
      entries: z.int(),
    })
    .nullable(),
  /** The first 100; `diagnosticCount` has them all. */
  diagnostics: z.array(diagnosticSchema),
  diagnosticCount: z.int(),
  /** What the file says beside its entries: the first 100; `otherLineCount` has them all. See `context.otherLines`. */
  otherLines: z.array(otherLineSchema),
  otherLineCount: z.int(),
  marks: z.strictObject({ new: z.int(), changed: z.int(), superseded: z.int(), removed: z.int() }),
  undoRedo: undoRedoSchema,
  /** Day it is for the engine, `YYYY-MM-DD` in local time: `until` flags and ages are measured from it. */
  today: calendarDay,
});
export type ContextSummary = z.infer<typeof contextSummarySchema>;

/** One splice of the entry list, in file order, to be applied in turn. */
const spliceSchema = z.strictObject({
  index: z.int().min(0),
  remove: z.int().min(0),
  insert: z.array(entryViewSchema),
});
export type Splice = z.infer<typeof spliceSchema>;

const undoParams = () =>
  z.strictObject({
    workspace,
    /** To redo: the change that undid it. */
    change: z.string().optional(),
    /** What to do where the key is there again and reads otherwise; without it, `key_exists` is the answer. */
    onDuplicate: z.enum(['replace', 'keep_both']).optional(),
  });

export const previewedSchema = impactSchema.extend({
  /** What looks like secrets in what would be written and was not there before, in words: “a GitHub token”. */
  secrets: z.array(z.string()),
});
export type Previewed = z.infer<typeof previewedSchema>;

export const memoryMethods = {
  'context.read': () => ({
    about: 'The context file: its summary and the first page of entries.',
    params: z.strictObject({
      workspace,
      limit: page.limit,
      /** Whether the file is looked at first, instead of trusting that the last look was after its last change. */
      fresh: z.boolean().optional(),
    }),
    result: z.strictObject({ revision: z.int(), summary: contextSummarySchema, entries: z.array(entryViewSchema) }),
  }),
  'context.entries': () => ({
    about: 'A further page of the entries of a revision; `revision_gone` if the file has changed since.',
    params: z.strictObject({ workspace, revision: z.int(), ...page }),
    result: z.strictObject({ entries: z.array(entryViewSchema), total: z.int() }),
  }),
  'context.otherLines': () => ({
    about:
      'What the file says beside its entries, in file order: lines that are not understood, headings that name no section. `revision_gone` if the file has changed since.',
    params: z.strictObject({ workspace, revision: z.int(), ...page }),
    result: z.strictObject({ lines: z.array(otherLineSchema), total: z.int() }),
  }),
  'context.preview': () => ({
    about: 'What operations would do: tokens after, what would have to leave. Writes nothing.',
    params: z.strictObject({ workspace, operations: z.array(operationSchema).min(1).max(10_000) }),
    result: previewedSchema,
  }),
  'context.change': () => ({
    about: 'Carries out operations on entries as one step that can be undone as one; a person’s, or an assistant’s.',
    params: z.strictObject({
      workspace,
      operations: z.array(operationSchema).min(1).max(10_000),
      /** What the assistant calls itself, where it is one: its name is the source, and the limit is kept to. */
      assistant: z.string().min(1).max(80).optional(),
    }),
    result: changeResultSchema.extend({
      /** Of an assistant's: what waits for the person, because it would write over what they corrected, confirmed or pinned. */
      held: z.array(contextUpdateSchema).optional(),
    }),
  }),
  'context.apply': () => ({
    about:
      'Applies an assistant’s updates, archiving the oldest insights if the limit needs it. Invalid ones refuse all; what would overwrite what the person corrected, confirmed or pinned is held for them, unless it is surer by two steps.',
    params: z.strictObject({
      workspace,
      updates: z.array(z.json()).max(100_000),
      /** What the assistant calls itself, for the history. */
      assistant: z.string().min(1).max(80).optional(),
    }),
    result: changeResultSchema.extend({
      /** Those of the updates that wait for the person. */
      held: z.array(contextUpdateSchema),
    }),
  }),
  'context.archiveOverflow': () => ({
    about: 'Archives what the size rule names, when the context is over its limit.',
    params: z.strictObject({ workspace }),
    result: changeResultSchema,
  }),
  'context.archiveAll': () => ({
    about:
      'Archives every entry, or deletes it where the form has no archive; where an assistant does so, all but what the person corrected, confirmed or pinned.',
    params: z.strictObject({ workspace, assistant: z.string().min(1).max(80).optional() }),
    result: changeResultSchema,
  }),
  'context.undo': () => ({
    about:
      'Undoes one change, as a new change, whatever was done after it. If none is named, the person’s latest; if there is none, the latest of an assistant.',
    params: undoParams(),
    result: changeResultSchema,
  }),
  'context.undoable': () => ({
    about: 'What the person did and can undo, in the order in which it is undone.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({ changes: z.array(undoableSchema) }),
  }),
  'context.redo': () => ({
    about: 'Redoes what was undone; the latest if none is named.',
    params: undoParams(),
    result: changeResultSchema,
  }),
  'context.previewRepair': () => ({
    about: 'What a repair would change: entries and lines. Writes nothing.',
    params: z.strictObject({ workspace, repair: z.enum(repairs) }),
    result: repairPreviewSchema,
  }),
  'context.repair': () => ({
    about: 'Makes a repair a diagnostic offers.',
    params: z.strictObject({ workspace, repair: z.enum(repairs) }),
    result: changeResultSchema,
  }),
  'context.putBack': () => ({
    about: 'Writes a deleted context file again as it was last read.',
    params: z.strictObject({ workspace }),
    result: changeResultSchema,
  }),
  'context.markSeen': () => ({
    about: 'Says the person has looked: at everything, or at some entries as they read now. What was seen has no mark.',
    params: z.strictObject({
      workspace,
      /** One that reads differently by now has not been seen, and keeps its mark. */
      entries: z.array(entryRefSchema).max(10_000).optional(),
      /** How many of those removed the person was told of, where entries are named. */
      removed: z.int().min(0).default(0),
    }),
    result: nothing,
  }),
} as const;

export const memoryEvents = {
  /** The context file or what is known about it changed. Entries follow by applying the splices to revision `from`. */
  'context.changed': z.strictObject({
    workspace,
    from: z.int(),
    revision: z.int(),
    splices: z.array(spliceSchema),
    summary: contextSummarySchema,
    /** Who: someone at an interface of this engine, with the change made; or others, another process of ours included. */
    by: z.discriminatedUnion('who', [
      z.strictObject({ who: z.literal('interface'), change: changeSchema.nullable() }),
      z.strictObject({
        who: z.literal('outside'),
        /** Who they are, each once, by what the history says; empty where no version was written. */
        writers: z.array(writerSchema),
        added: z.int(),
        changed: z.int(),
        removed: z.int(),
      }),
    ]),
  }),
} as const;
