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

/** The active context: its entries, their state, and the changes to them. */

/** Change by others to an entry since the person last looked; `superseded`: it replaced a correction of theirs. */
export const markSchema = z.enum(['new', 'changed', 'superseded']);
export type Mark = z.infer<typeof markSchema>;

/** Entry as the person last saw it. */
export const earlierSchema = entryFieldsSchema
  .pick({ category: true, key: true, value: true, confidence: true })
  .extend({
    pinned: z.literal(true).optional(),
    corrected: z.literal(true).optional(),
  });
export type Earlier = z.infer<typeof earlierSchema>;

export const entryViewSchema = weighedFieldsSchema.extend({
  /** Id that stays with the entry while the engine runs, through edits by anyone. */
  id: z.string(),
  mark: markSchema.nullable(),
  /** Previous text, if the mark says that it changed. */
  earlier: earlierSchema.optional(),
});
export type EntryView = z.infer<typeof entryViewSchema>;

/** `conflict`: both versions git could not merge, entry by entry; `form`: as the assistant's own program writes it. */
export const repairs = ['frontmatter', 'conflict', 'form'] as const;
export type Repair = (typeof repairs)[number];

/** Range in a text: 0-based UTF-16 offsets, and the 1-based line of its start. */
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
    /** Two versions of lines that git left, below the frontmatter or in it. */
    'conflict_markers',
    'frontmatter_conflict',
    /** The assistant's own program would refuse to edit the file as it is, or because of this entry. */
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
  /** Change that `context.undo` or `context.redo` takes next, by its name; null if there is none. */
  undo: changeSchema.nullable(),
  redo: changeSchema.nullable(),
});
/** @prop at in milliseconds since 1970; null if not recorded */
const undoableSchema = changeSchema.extend({ at: z.number().nullable() });
export type Undoable = z.infer<typeof undoableSchema>;
export type UndoRedo = z.infer<typeof undoRedoSchema>;

/** Line a format does not understand: kept, shown, never dropped. `line` is the first, counted from 1. */
const notUnderstoodSchema = z.strictObject({ line: z.int(), text: z.string() });
export type NotUnderstood = z.infer<typeof notUnderstoodSchema>;
/** Line not understood, or a heading without an entry; at most 2,000 characters, so that a long block is several. */
const otherLineSchema = notUnderstoodSchema;
export type OtherLine = z.infer<typeof otherLineSchema>;

export const segmentNames = [...categorySchema.options, 'unsorted', 'overhead'] as const;

const segmentSchema = z.strictObject({ name: z.enum(segmentNames), tokens: z.int(), entries: z.int() });

/** Link of the workspace that leads out of it: its path below the root, and its real place. */
const linkOutSchema = z.strictObject({ name: z.string(), place: z.string() });
export type LinkOut = z.infer<typeof linkOutSchema>;

const contextSummarySchema = z.strictObject({
  /**
   * `present`: read; `missing`: never existed or nothing to show yet; `deleted`: it went while open, entries are the
   * last ones seen; `unreadable`: `problem` says why, entries are the last ones seen or, if it is `marked`, those of a
   * file that is not UTF-8, with U+FFFD for invalid bytes. With any other status `problem` has the code `not_recorded`
   * and says why changes can't be recorded for now.
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
  /** Format that reads it, and its capabilities; `writable` is true if Contexture may write this file now. */
  format: z.enum(formatIds),
  capabilities: capabilitiesSchema,
  writable: z.boolean(),
  /** Links whose place the person has not approved: while there are any, nothing is written. */
  linksOut: z.array(linkOutSchema),
  path: z.string(),
  /** Version of the text all this is read from; null if there is none yet. */
  version: textVersionSchema.nullable(),
  /** Time the file was last written, in milliseconds since 1970; null if there is none. */
  modifiedAt: z.number().nullable(),
  /** If `missing`: the time of the version that `context.putBack` would restore, in ms since 1970; or null. */
  keptAt: z.number().nullable(),
  frontmatter: z.strictObject({
    lastUpdated: z.string().nullable(),
    version: z.int().nullable(),
    storedEstimate: z.int().nullable(),
  }),
  tokens: z.strictObject({
    /** Measure for all below: `trunc(words × 1.3)`, or the count of a real tokenizer. */
    measure: z.enum(measureNames),
    /** Reason for estimating although the settings ask for the count; null if the settings are met. */
    problem: z.string().nullable(),
    /** Tokens of the whole text, without the part left out. */
    total: z.int(),
    /** Weight of the whole text, entries and all, in the unit of the entries. */
    weight: z.int(),
    words: z.int(),
    limit: z.int(),
    /** Entries about someone else, which no number above includes; null if they count like the others. */
    leftOut: z.strictObject({ entries: z.int(), tokens: z.int() }).nullable(),
    /** Segments in section order; they add up to `total`. */
    segments: z.array(segmentSchema),
  }),
  entryCount: z.int(),
  /** Part the assistant reads; null if it reads all, however long. */
  loaded: z
    .strictObject({
      fills: z.array(boundSchema.extend({ used: z.int() })),
      /** First line it does not read whole, from 1; null if it reads all. */
      cutLine: z.int().nullable(),
      /** Number of entries it reads whole: those after are cut off, in file order. */
      entries: z.int(),
    })
    .nullable(),
  /** First 100; `diagnosticCount` counts all. */
  diagnostics: z.array(diagnosticSchema),
  diagnosticCount: z.int(),
  /** Lines outside entries: the first 100; `otherLineCount` counts all. See `context.otherLines`. */
  otherLines: z.array(otherLineSchema),
  otherLineCount: z.int(),
  marks: z.strictObject({ new: z.int(), changed: z.int(), superseded: z.int(), removed: z.int() }),
  undoRedo: undoRedoSchema,
  /** Today for the engine, `YYYY-MM-DD` in local time: `until` flags and ages are measured from it. */
  today: calendarDay,
});
export type ContextSummary = z.infer<typeof contextSummarySchema>;

/** Splice of the entry list, in file order, to be applied in turn. */
const spliceSchema = z.strictObject({
  index: z.int().min(0),
  remove: z.int().min(0),
  insert: z.array(entryViewSchema),
});
export type Splice = z.infer<typeof spliceSchema>;

const undoParams = () =>
  z.strictObject({
    workspace,
    /** Change to redo: the one that undid it. */
    change: z.string().optional(),
    /** Action if the key exists again with other text; without it, the answer is `key_exists`. */
    onDuplicate: z.enum(['replace', 'keep_both']).optional(),
  });

export const previewedSchema = impactSchema.extend({
  /** Possible secrets in the new text that were not there before, in words: “a GitHub token”. */
  secrets: z.array(z.string()),
});
export type PreviewedChange = z.infer<typeof previewedSchema>;

export const memoryMethods = {
  'context.read': () => ({
    about: 'The memory file: its summary and the first page of entries.',
    params: z.strictObject({
      workspace,
      limit: page.limit,
      /** True to check the file first, instead of trusting that the last check was after its last change. */
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
      'Text of the file beside its entries, in file order: lines that are not understood, headings that name no section. `revision_gone` if the file has changed since.',
    params: z.strictObject({ workspace, revision: z.int(), ...page }),
    result: z.strictObject({ lines: z.array(otherLineSchema), total: z.int() }),
  }),
  'context.preview': () => ({
    about: 'Previews operations: tokens after, what would be archived. Writes nothing.',
    params: z.strictObject({ workspace, operations: z.array(operationSchema).min(1).max(10_000) }),
    result: previewedSchema,
  }),
  'context.change': () => ({
    about: 'Carries out operations on entries as one step that can be undone as one; a person’s, or an assistant’s.',
    params: z.strictObject({
      workspace,
      operations: z.array(operationSchema).min(1).max(10_000),
      /** Name an assistant gives itself, if one calls: it becomes the source, and the limit is enforced. */
      assistant: z.string().min(1).max(80).optional(),
    }),
    result: changeResultSchema.extend({
      /** Updates held for the person: they would overwrite text that was corrected, confirmed or pinned. */
      held: z.array(contextUpdateSchema).optional(),
    }),
  }),
  'context.apply': () => ({
    about:
      'Applies an assistant’s updates, archiving entries if the limit needs it. Invalid ones refuse all; what would overwrite what the person corrected, confirmed or pinned is held for them, unless it is surer by two steps.',
    params: z.strictObject({
      workspace,
      updates: z.array(z.json()).max(100_000),
      /** Name the assistant gives itself, for the history. */
      assistant: z.string().min(1).max(80).optional(),
    }),
    result: changeResultSchema.extend({
      held: z.array(contextUpdateSchema),
    }),
  }),
  'context.archiveOverflow': () => ({
    about: 'Archives what the size rule names, when the memory is over its limit.',
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
    about: 'Changes the person made and can undo, in the order in which they are undone.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({ changes: z.array(undoableSchema) }),
  }),
  'context.redo': () => ({
    about: 'Redoes what was undone; the latest if none is named.',
    params: undoParams(),
    result: changeResultSchema,
  }),
  'context.previewRepair': () => ({
    about: 'Previews a repair: the entries and lines it would change. Writes nothing.',
    params: z.strictObject({ workspace, repair: z.enum(repairs) }),
    result: repairPreviewSchema,
  }),
  'context.repair': () => ({
    about: 'Makes a repair a diagnostic offers.',
    params: z.strictObject({ workspace, repair: z.enum(repairs) }),
    result: changeResultSchema,
  }),
  'context.putBack': () => ({
    about: 'Writes a deleted memory file again as it was last read.',
    params: z.strictObject({ workspace }),
    result: changeResultSchema,
  }),
  'context.markSeen': () => ({
    about: 'Says the person has looked: at everything, or at some entries as they read now. What was seen has no mark.',
    params: z.strictObject({
      workspace,
      /** Entries the person has seen. One that reads differently by now keeps its mark. */
      entries: z.array(entryRefSchema).max(10_000).optional(),
      /** Number of removed entries the person was shown, if entries are named. */
      removed: z.int().min(0).default(0),
    }),
    result: nothing,
  }),
} as const;

export const memoryEvents = {
  /** The context file or its state changed. Entries follow by applying the splices to revision `from`. */
  'context.changed': z.strictObject({
    workspace,
    from: z.int(),
    revision: z.int(),
    splices: z.array(spliceSchema),
    summary: contextSummarySchema,
    /** Author: someone at an interface of this engine, with the change; or others, as another process of ours. */
    by: z.discriminatedUnion('who', [
      z.strictObject({ who: z.literal('interface'), change: changeSchema.nullable() }),
      z.strictObject({
        who: z.literal('outside'),
        /** Writers by the history, each once; empty if no version was written. */
        writers: z.array(writerSchema),
        added: z.int(),
        changed: z.int(),
        removed: z.int(),
      }),
    ]),
  }),
} as const;
