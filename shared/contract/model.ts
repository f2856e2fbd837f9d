import { z } from 'zod';
import {
  categorySchema,
  confidenceSchema,
  entryFieldsSchema,
  entryRefSchema,
  weighedFieldsSchema,
} from '../entries/entry.ts';
import { lossKinds } from '../entries/losses.ts';
import { measureNames } from '../entries/measure.ts';

/** What crosses the contract: plain JSON values, declared once. */

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Id of an open workspace within one engine; not a path. */
export const workspaceIdSchema = z.string().min(1).max(128);

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

export const entryViewSchema = weighedFieldsSchema.extend({
  /** Stays with the entry while the engine runs, through edits by anyone. */
  id: z.string(),
  mark: markSchema.nullable(),
  /** Only where the mark says that it is not what it was. */
  earlier: earlierSchema.optional(),
});
/** An entry as the interface shows it. */
export type EntryView = z.infer<typeof entryViewSchema>;

/** Where a part of a text is: 0-based UTF-16 offsets, and the 1-based line of its start. */
export const diagnosticSchema = z.strictObject({
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
  ]),
  severity: z.enum(['error', 'warning', 'quiet']),
  message: z.string(),
  from: z.int(),
  to: z.int(),
  line: z.int(),
  /** Id of a repair that `context.repair` can make. */
  repair: z.enum(['frontmatter']).nullable(),
});
export type Diagnostic = z.infer<typeof diagnosticSchema>;

/** Names a version of a file's text: its SHA-256 as 64 hexadecimal digits. */
export const textVersionSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Replaces `from` up to `to` (UTF-16 offsets into a known text, byte order mark included) by `insert`. */
export const editSchema = z.strictObject({ from: z.int().min(0), to: z.int().min(0), insert: z.string() });

export const changeSchema = z.strictObject({
  /** For `context.undo`. */
  id: z.string(),
  /** What it did, in a person's words: "Deleted “language”". */
  label: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

export const takeBackSchema = z.strictObject({
  /** What `context.undo` and `context.redo` take next, by the name of what was done; null if there is nothing. */
  undo: changeSchema.nullable(),
  redo: changeSchema.nullable(),
});
export type TakeBack = z.infer<typeof takeBackSchema>;

/** Lines a format does not understand: kept, shown, never dropped. */
export const notUnderstoodSchema = z.strictObject({ line: z.int(), text: z.string() });
export type NotUnderstood = z.infer<typeof notUnderstoodSchema>;

export const segmentNames = [...categorySchema.options, 'unsorted', 'overhead'] as const;
export const segmentSchema = z.strictObject({ name: z.enum(segmentNames), tokens: z.int(), entries: z.int() });

export const contextSummarySchema = z.strictObject({
  /**
   * `present`: read; `missing`: never was or nothing to show yet; `deleted`: it was here while open, entries are the
   * last ones seen; `unreadable`: `problem` says why, entries are the last ones seen. Beside any other status `problem`
   * has the code `not_recorded` and says why changes can't be recorded for now.
   */
  status: z.enum(['present', 'missing', 'deleted', 'unreadable']),
  problem: z.strictObject({ code: z.string(), message: z.string(), path: z.string().optional() }).nullable(),
  /** Which format reads it, and whether Contexture may write it. */
  format: z.enum(['context', 'markdown']),
  writable: z.boolean(),
  path: z.string(),
  /** The version of the text all this is read from; null if there is none yet. */
  version: textVersionSchema.nullable(),
  /** When the file was last written, in milliseconds since 1970; null if there is none. */
  modifiedAt: z.number().nullable(),
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
    /** Of the whole text. */
    total: z.int(),
    /** What the whole text weighs, entries and all, in the unit of theirs. */
    weight: z.int(),
    words: z.int(),
    limit: z.int(),
    /** In section order; they add up to `total`. */
    segments: z.array(segmentSchema),
  }),
  entryCount: z.int(),
  /** The first 100; `diagnosticCount` has them all. */
  diagnostics: z.array(diagnosticSchema),
  diagnosticCount: z.int(),
  /** The first 100 places. */
  notUnderstood: z.array(notUnderstoodSchema),
  marks: z.strictObject({ new: z.int(), changed: z.int(), superseded: z.int(), removed: z.int() }),
  takeBack: takeBackSchema,
  /** Day it is for the engine, `YYYY-MM-DD` in local time: `until` flags and ages are measured from it. */
  today: date,
});
/** Everything about the context file but its entries. */
export type ContextSummary = z.infer<typeof contextSummarySchema>;

/** One splice of the entry list, in file order, to be applied in turn. */
export const spliceSchema = z.strictObject({
  index: z.int().min(0),
  remove: z.int().min(0),
  insert: z.array(entryViewSchema),
});
export type Splice = z.infer<typeof spliceSchema>;

export const operationSchema = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('edit'),
    entry: entryRefSchema,
    value: z.string().optional(),
    /** Null turns it into prose. */
    key: z.string().nullable().optional(),
    /** Where it came from; a person's edit of value or key otherwise becomes `user_correction`. */
    source: z.string().optional(),
  }),
  z.strictObject({ op: z.literal('confidence'), entry: entryRefSchema, confidence: confidenceSchema }),
  z.strictObject({ op: z.literal('move'), entry: entryRefSchema, category: categorySchema }),
  z.strictObject({ op: z.literal('pin'), entry: entryRefSchema, pinned: z.boolean() }),
  z.strictObject({ op: z.literal('archive'), entry: entryRefSchema }),
  z.strictObject({ op: z.literal('delete'), entry: entryRefSchema }),
  z.strictObject({
    op: z.literal('add'),
    category: categorySchema,
    key: z.string().nullable(),
    value: z.string(),
    confidence: confidenceSchema.optional(),
    source: z.string().optional(),
  }),
]);
/** One thing a person does to one entry. */
export type Operation = z.infer<typeof operationSchema>;

export const contextUpdateSchema = z.strictObject({
  category: categorySchema,
  key: z.string(),
  value: z.string(),
  confidence: confidenceSchema,
  source: z.string(),
});
/** What an assistant asks to remember; same shape as the updates of older writers. */
export type ContextUpdate = z.infer<typeof contextUpdateSchema>;

/** An entry in short, for lists of consequences. */
export const entryBriefSchema = z.strictObject({
  category: categorySchema.nullable(),
  key: z.string().nullable(),
  value: z.string(),
  date: z.string().nullable(),
  confidence: confidenceSchema,
  raw: z.string(),
  tokens: z.int(),
});
export type EntryBrief = z.infer<typeof entryBriefSchema>;

/** Nobody reads more, and it is asked again while someone types: of a file far over its limit, all would be megabytes. */
export const mostNamedInWhatIf = 100;

/** What a set of operations would do, before anything is done. */
export const whatIfSchema = z.strictObject({
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  limit: z.int(),
  /** The first of what would have to leave for the result to fit, in the order it leaves. Empty when it fits. */
  wouldLeave: z.array(entryBriefSchema).max(mostNamedInWhatIf),
  /** How many would have to leave. */
  wouldLeaveCount: z.int(),
  /** True when it stays over the limit although everything that may leave has left. */
  staysOver: z.boolean(),
  /** Deleting: where else the same text stands. */
  alsoIn: z.array(z.strictObject({ raw: z.string(), archive: z.string() })),
});
export type WhatIf = z.infer<typeof whatIfSchema>;

export const changeResultSchema = z.strictObject({
  /** Null when nothing changed in meaning, and so nothing was written. */
  change: changeSchema.nullable(),
  revision: z.int(),
  /** What the size rule archived along with it. */
  archived: z.array(entryBriefSchema),
  /** Things worth saying: the same key in another category, for one. */
  notes: z.array(z.string()),
});
export type ChangeResult = z.infer<typeof changeResultSchema>;

export const draftOwnerSchema = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);

/** Text that was typed and not saved. */
export const draftSchema = z.strictObject({
  /** The version it was typed into; null where there was no file. */
  version: textVersionSchema.nullable(),
  /** When it was last kept, in milliseconds since 1970. */
  at: z.number(),
  /** Where others changed the same and the person has not chosen yet: the text that both began with, its lines ended by LF. */
  origin: z.string().nullable().default(null),
});
export type Draft = z.infer<typeof draftSchema>;

// archive -----------------------------------------------------------------------------------------------------------

const categoryCounts = { preference: z.int(), pattern: z.int(), fact: z.int(), insight: z.int() };

export const archiveNameSchema = z.string().min(1).max(255);

export const archiveFileSchema = z.strictObject({
  name: archiveNameSchema,
  /** Day of archival from the name or its frontmatter; null if neither says. */
  date: z.string().nullable(),
  reason: z.string().nullable(),
  entries: z.int(),
  bytes: z.int(),
  /** Why it can't be used, if so. */
  problem: z.string().nullable(),
});
export type ArchiveFile = z.infer<typeof archiveFileSchema>;

/** `2026`, `2026-03` or `undated`. */
export const archivePeriodSchema = z.string().regex(/^(\d{4}(-\d{2})?|undated)$/);

export const archiveLayoutSchema = z.strictObject({
  /** How many match in each file that has any, in list order, so that a list knows its length before it has the entries. */
  perFile: z.array(z.int()),
  /** How many match in each month, by section, latest first, whichever period is asked for; null for files without a date. */
  perMonth: z.array(z.strictObject({ month: z.string().nullable(), ...categoryCounts })),
});
export type ArchiveLayoutFacts = z.infer<typeof archiveLayoutSchema>;
export type ArchiveMonth = ArchiveLayoutFacts['perMonth'][number];

/** Names an archived entry by file and content. */
export const archivedRefSchema = z.strictObject({ file: archiveNameSchema, raw: z.string(), ordinal: z.int().min(0) });
export type ArchivedRef = z.infer<typeof archivedRefSchema>;

export const archivedEntrySchema = weighedFieldsSchema.extend({
  id: z.string(),
  file: archiveNameSchema,
  archivedDate: z.string().nullable(),
  /** True where the section is a guess, because the line is in the older form. */
  categoryGuessed: z.boolean(),
});
export type ArchivedEntry = z.infer<typeof archivedEntrySchema>;

export const restoreItemSchema = z.strictObject({
  entry: archivedRefSchema,
  /** Section to restore to; the entry's own if left out. */
  category: categorySchema.optional(),
  /** What to do where the same key is live: required then. */
  onTwin: z.enum(['replace', 'keep_both']).optional(),
});
export type RestoreItem = z.infer<typeof restoreItemSchema>;

export const restorePreviewSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      entry: archivedEntrySchema,
      /** Live entry with the same category and key, if any. */
      twin: entryBriefSchema.nullable(),
    }),
  ),
  whatIf: whatIfSchema,
});
export type RestorePreview = z.infer<typeof restorePreviewSchema>;

// history -----------------------------------------------------------------------------------------------------------

/** Names a version in a workspace's history: counts up as versions are kept, and stays when others are let go. */
export const historyPositionSchema = z.int().min(1);

/** Who made a version: a person at an interface of ours, an assistant through one, another program, the app itself. */
export const authorSchema = z.enum(['person', 'assistant', 'outside', 'app']);
export type Author = z.infer<typeof authorSchema>;

/** Who wrote a version, by name where it has one: an assistant's is what it calls itself. */
export const writerSchema = z.strictObject({ who: authorSchema, name: z.string().nullable() });
export type Writer = z.infer<typeof writerSchema>;

export const historyVersionSchema = z.strictObject({
  type: z.literal('version'),
  position: historyPositionSchema,
  /** Milliseconds since 1970, by the clock of that moment. */
  at: z.number(),
  who: authorSchema,
  /** What the assistant calls itself; null if it did not say, or it was not an assistant. */
  name: z.string().nullable(),
  /** What was done, in a person's words. */
  label: z.string(),
  /** The file, relative to the workspace, and what it is. */
  file: z.string(),
  kind: z.enum(['context', 'archive', 'settings']),
  version: textVersionSchema,
  /** The version before it; null where it was the first that was kept. */
  before: textVersionSchema.nullable(),
  /** Against the version before it; null for settings, and where that version could not be read. */
  counts: z.strictObject({ added: z.int(), changed: z.int(), removed: z.int() }).nullable(),
  /** False where its text is damaged or missing. */
  available: z.boolean(),
  /** Past the limit, but kept: what it holds the last copy of. Null where it is not past the limit. */
  lastCopyOf: z.array(z.string()).nullable(),
});
export type HistoryVersion = z.infer<typeof historyVersionSchema>;

export const historyNoteSchema = z.strictObject({
  type: z.literal('note'),
  position: historyPositionSchema,
  at: z.number(),
  /** What a start put right, in a person's words. */
  label: z.string(),
});
export type HistoryNote = z.infer<typeof historyNoteSchema>;
export const historyLineSchema = z.discriminatedUnion('type', [historyVersionSchema, historyNoteSchema]);
export type HistoryLine = z.infer<typeof historyLineSchema>;

export const historyEntrySchema = entryBriefSchema.extend({ ordinal: z.int().min(0) });
/** An entry as a version has it. */
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const historyChangesSchema = z.strictObject({
  version: historyVersionSchema,
  /** The version it is compared with; null where it was the first that was kept. */
  comparedWith: textVersionSchema.nullable(),
  /** At most 500 of each; the counts have them all. */
  added: z.array(historyEntrySchema),
  changed: z.array(z.strictObject({ before: historyEntrySchema, after: historyEntrySchema })),
  removed: z.array(
    historyEntrySchema.extend({
      /** Name of the archive that holds it; empty where the memory itself does again, null where nothing does. */
      standsIn: z.string().nullable(),
    }),
  ),
  counts: z.strictObject({ added: z.int(), changed: z.int(), removed: z.int() }),
});
export type HistoryChanges = z.infer<typeof historyChangesSchema>;

// cards: what others would have written over, or did --------------------------------------------------------------------

/** An update that would overwrite what the person corrected with less confidence: it waits for them to choose. */
export const heldCardSchema = z.strictObject({
  kind: z.literal('held'),
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** What the assistant calls itself; null if it did not say. */
  name: z.string().nullable(),
  theirs: contextUpdateSchema,
  /** The correction as it is now. */
  yours: entryBriefSchema,
});
export type HeldCard = z.infer<typeof heldCardSchema>;

export const lossSchema = z.strictObject({
  id: z.string(),
  /**
   * `dropped`: the entry is gone; `overwritten`: a correction of the person reads differently; `unmarked`: it reads the
   * same and is no longer marked as theirs; `lowered`: it is less sure than they were; `unpinned`: its pin is gone.
   */
  what: z.enum(lossKinds),
  yours: entryBriefSchema,
  /** What it reads as now; null where it is gone. */
  theirs: entryBriefSchema.nullable(),
});
export type Loss = z.infer<typeof lossSchema>;

/** What went missing when another program wrote the file, or an assistant through an interface of ours. */
export const lossesCardSchema = z.strictObject({
  kind: z.literal('losses'),
  id: z.string(),
  at: z.number(),
  /** What the assistant calls itself; null for another program. */
  by: z.string().nullable(),
  /** Name of the archive file it was lost from; null for the memory itself. */
  archive: z.string().nullable(),
  /** The version in the history that lost it. */
  position: historyPositionSchema,
  /** At most 200, the worst first; `count` has them all. */
  items: z.array(lossSchema),
  count: z.int(),
});
export type LossesCard = z.infer<typeof lossesCardSchema>;

export const cardSchema = z.discriminatedUnion('kind', [heldCardSchema, lossesCardSchema]);
export type Card = z.infer<typeof cardSchema>;

// sources -----------------------------------------------------------------------------------------------------------

/** A file an assistant reads before the memory. */
export const memoryFileSchema = z.strictObject({
  /** As the settings have it. */
  path: z.string(),
  name: z.string(),
  /** Where that is, links resolved where there is something. */
  place: z.string(),
  /** `repeated`: it stands on the list already, or is the memory itself; `unapproved`: outside the workspace. */
  state: z.enum(['read', 'empty', 'missing', 'unreadable', 'repeated', 'unapproved']),
  /** Whether it really lies outside the workspace, and so needs the person's approval. */
  outside: z.boolean(),
  /** Why it is not read, in a sentence; null where it is. */
  problem: z.string().nullable(),
  bytes: z.int().nullable(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number().nullable(),
  /** By the estimate of the memory's format; 0 where it is not read. */
  tokens: z.int(),
});
export type MemoryFile = z.infer<typeof memoryFileSchema>;

/** A part of the text an assistant starts with: its place in the whole, in UTF-16 units, and its tokens. */
export const assistantPartSchema = z.strictObject({
  /** `guidance`: what belongs in the memory and what does not, and the day. */
  kind: z.enum(['file', 'guidance', 'context']),
  name: z.string(),
  from: z.int(),
  to: z.int(),
  tokens: z.int(),
});

// erasing -------------------------------------------------------------------------------------------------------------

export const erasePlaces = [
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
export const erasePlaceSchema = z.enum(erasePlaces);
/** Where a text can stand. */
export type ErasePlace = z.infer<typeof erasePlaceSchema>;

export const eraseTargetSchema = z.union([
  z.strictObject({ text: z.string().min(1).max(100_000) }),
  /** What was erased before and is back: found by its fingerprint, in whichever form. */
  z.strictObject({ fingerprint: z.string().min(1).max(128) }),
]);
/** What is to be erased everywhere. */
export type EraseTarget = z.infer<typeof eraseTargetSchema>;

/** A file that holds the text and that Contexture can't or mustn't change, and why. */
export const notErasedSchema = z.strictObject({ path: z.string(), why: z.string() });
export type NotErased = z.infer<typeof notErasedSchema>;

const erasePlaceCountSchema = z.strictObject({
  place: erasePlaceSchema,
  /** Entries in memories; versions, changes that can be undone, drafts, lines or files elsewhere. */
  count: z.int().min(1),
});

export const erasePreviewSchema = z.strictObject({
  /** The text as it stands; in several forms where it was found by its fingerprint, in none where it is nowhere. */
  texts: z.array(z.string()),
  places: z.array(erasePlaceCountSchema),
  /** The first 100 entries it stands in. An entry that says nothing else goes whole. */
  entries: z.array(entryBriefSchema.extend({ archive: z.string().nullable(), whole: z.boolean() })),
  entryCount: z.int(),
  left: z.array(notErasedSchema),
});
export type ErasePreview = z.infer<typeof erasePreviewSchema>;

export const eraseOutcomeSchema = z.strictObject({
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
/** Something that was erased and is back. */
export type Returned = z.infer<typeof returnedSchema>;

// workspaces, settings, preferences -----------------------------------------------------------------------------------

export const workspaceSchema = z.strictObject({
  id: workspaceIdSchema,
  /** What people call it: the folder's name, or "Sample". */
  name: z.string(),
  /** Absolute path of the folder, or of the file for a memory in another format. */
  path: z.string(),
  contextPath: z.string(),
  /** A copy of the sample, to look around in. */
  sample: z.boolean(),
  writable: z.boolean(),
  /** Why it can only be read, in a sentence; null if it can be written. */
  readOnlyReason: z.string().nullable(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const memoryPlaceSchema = z.strictObject({
  name: z.string(),
  /** Which assistant keeps it there: "Contexture", "Claude Code", … */
  kind: z.string(),
  path: z.string(),
  /** Milliseconds since 1970; null if unknown. */
  modifiedAt: z.number().nullable(),
});
export type MemoryPlace = z.infer<typeof memoryPlaceSchema>;

export const folderItemSchema = z.strictObject({
  name: z.string(),
  path: z.string(),
  kind: z.enum(['folder', 'file']),
  /** A folder that holds a context file, or a markdown file. */
  opens: z.boolean(),
});

export const settingsSchema = z.strictObject({
  /** Tokens the context may hold, 100 to 1,000,000. */
  tokenLimit: z.int(),
  /** After someone else wrote over the limit: ask before archiving, or always archive. */
  overLimit: z.enum(['ask', 'always']),
  /** What the limit is measured in: the format’s estimate of words × 1.3, or what a real tokenizer counts. */
  measure: z.enum(measureNames),
  /** Days and megabytes (of 1,000,000 bytes, compressed) beyond which the history lets earlier versions go. */
  historyDays: z.int(),
  historyMegabytes: z.int(),
  /** Whether an assistant's update waits for the person where it would overwrite a correction with less confidence. */
  holdAgainstCorrections: z.boolean(),
  /** Files an assistant reads before the memory, in order: from the workspace (`./`), the home folder (`~/`) or anywhere. */
  memoryFiles: z.array(z.string()),
  /** Tokens all an assistant starts with may have, 100 to 100,000,000. */
  maxTokens: z.int(),
});
export type Settings = z.infer<typeof settingsSchema>;
export const settingsPatchSchema = z.strictObject({
  tokenLimit: z.int().min(100).max(1_000_000).optional(),
  overLimit: z.enum(['ask', 'always']).optional(),
  measure: z.enum(measureNames).optional(),
  historyDays: z.int().min(1).max(36_500).optional(),
  historyMegabytes: z.int().min(1).max(1_000_000).optional(),
  holdAgainstCorrections: z.boolean().optional(),
  memoryFiles: z.array(z.string().trim().min(1).max(4096)).max(200).optional(),
  maxTokens: z.int().min(100).max(100_000_000).optional(),
});

export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  reviewSort: z.enum(['file', 'newest', 'oldest', 'leaving', 'tokens', 'name']),
  /** Names of active filters, remembered between starts. */
  reviewFilters: z.strictObject({
    categories: z.array(z.enum([...categorySchema.options, 'unsorted'])),
    confidences: z.array(confidenceSchema),
    sources: z.array(z.enum(['corrected', 'assistant', 'unknown'])),
    age: z.enum(['week', 'month', 'year', 'older']).nullable(),
    marks: z.boolean(),
    pinned: z.boolean(),
  }),
  /** Names of groups the person folded. */
  foldedGroups: z.array(z.string()),
  /** Whether hidden folders are shown where one chooses what to open. Preferences kept by earlier versions lack it. */
  hiddenFolders: z.boolean().optional(),
  /** The person’s own template for a prompt with the memory in it. */
  promptTemplate: z.string().max(100_000).optional(),
});
/** A person's choices of how things look, kept for all workspaces and hosts. */
export type Preferences = z.infer<typeof preferencesSchema>;
