import { z } from 'zod';
import { categorySchema, entryRefSchema } from '../entries/entry.ts';
import * as m from './model.ts';
import { progressSchema } from './wire/protocol.ts';

const workspace = m.workspaceIdSchema;
const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(200) };
const nothing = z.strictObject({});

type Declared = { readonly params: z.ZodType; readonly result: z.ZodType; readonly about: string };

/**
 * Every call an interface can make, in one place. `about` is what `contexture methods` prints. Parameters and results
 * are validated on arrival on both sides.
 */
const declared = {
  'app.start': () => ({
    about: 'What an interface needs before anything else: what is open already, what was open before, the preferences.',
    params: nothing,
    result: z.strictObject({
      version: z.string(),
      /** The workspace this host was started with. */
      workspace: m.workspaceSchema.nullable(),
      /** Why the workspace this host was started with could not be opened, and whether it could begin empty there. */
      problem: z
        .strictObject({ code: z.string(), message: z.string(), path: z.string(), startEmpty: z.boolean() })
        .nullable(),
      recent: z.array(m.memoryPlaceSchema),
      preferences: m.preferencesSchema,
      today: z.string(),
      /** What only some hosts can do: ask with the system's own dialog, show a file in the file manager. */
      abilities: z.strictObject({ choose: z.boolean(), reveal: z.boolean() }),
    }),
  }),
  'app.mayClose': () => ({
    about: 'Answers `app.closing`: false keeps the window open; true, then or later, lets go on what was asked for.',
    params: z.strictObject({ may: z.boolean() }),
    result: nothing,
  }),
  'preferences.write': () => ({
    about: 'Changes how things look for this person; what is left out stays.',
    params: z.strictObject({ values: m.preferencesSchema.partial() }),
    result: m.preferencesSchema,
  }),

  'workspaces.found': () => ({
    about: 'Memories in the places where assistants are known to keep them. Reads no content.',
    params: nothing,
    result: z.strictObject({ places: z.array(m.memoryPlaceSchema) }),
  }),
  'workspaces.browse': () => ({
    about: 'The folders and markdown files in a folder, to choose one to open. The home folder if none is named.',
    params: z.strictObject({ folder: z.string().optional(), hidden: z.boolean().default(false) }),
    result: z.strictObject({
      folder: z.string(),
      parent: z.string().nullable(),
      opens: z.boolean(),
      /** How many were left out because they are hidden. */
      hidden: z.int(),
      items: z.array(m.folderItemSchema),
    }),
  }),
  'workspaces.open': () => ({
    about: 'Opens a workspace folder, its context file, or another markdown memory (read-only).',
    params: z.strictObject({
      path: z.string().min(1),
      /** Also a folder that holds no memory yet: it starts empty, and nothing is written until something is added. */
      startEmpty: z.boolean().default(false),
    }),
    result: m.workspaceSchema,
  }),
  'workspaces.choose': () => ({
    about: 'Asks the person for a file or a folder with the system’s own dialog; `unavailable` where there is none.',
    params: z.strictObject({ kind: z.enum(['file', 'folder']) }),
    /** Null where the person chose nothing. */
    result: z.strictObject({ path: z.string().nullable() }),
  }),
  'workspaces.reveal': () => ({
    about:
      'Shows the context file, an archive file or a memory file in the file manager; `unavailable` where there is none.',
    params: z.strictObject({ workspace, archive: m.archiveNameSchema.optional(), source: z.string().optional() }),
    result: nothing,
  }),
  'workspaces.openSample': () => ({
    about: 'Opens a copy of the sample; `fresh` throws away what was tried in it before.',
    params: z.strictObject({ fresh: z.boolean().default(false) }),
    result: m.workspaceSchema,
  }),
  'workspaces.recent': () => ({
    about: 'Workspaces opened before, the latest first.',
    params: nothing,
    result: z.strictObject({ places: z.array(m.memoryPlaceSchema) }),
  }),
  'workspaces.forget': () => ({
    about: 'Takes a workspace off the recent list. Its files stay.',
    params: z.strictObject({ path: z.string() }),
    result: nothing,
  }),
  'workspaces.attend': () => ({
    about: 'Says whether the caller is looking at a workspace, so that it is checked every two seconds only then.',
    params: z.strictObject({ workspace, visible: z.boolean() }),
    result: nothing,
  }),

  'context.read': () => ({
    about: 'The context file: its summary and the first page of entries.',
    params: z.strictObject({ workspace, limit: page.limit }),
    result: z.strictObject({ revision: z.int(), summary: m.contextSummarySchema, entries: z.array(m.entryViewSchema) }),
  }),
  'context.entries': () => ({
    about: 'A further page of the entries of a revision; `revision_gone` if the file has changed since.',
    params: z.strictObject({ workspace, revision: z.int(), ...page }),
    result: z.strictObject({ entries: z.array(m.entryViewSchema), total: z.int() }),
  }),
  'context.preview': () => ({
    about: 'What operations would do: tokens after, what would have to leave. Writes nothing.',
    params: z.strictObject({ workspace, operations: z.array(m.operationSchema).min(1).max(10_000) }),
    result: m.whatIfSchema,
  }),
  'context.change': () => ({
    about: 'Carries out operations on entries as one step that can be undone as one; a person’s, or an assistant’s.',
    params: z.strictObject({
      workspace,
      operations: z.array(m.operationSchema).min(1).max(10_000),
      /** What the assistant calls itself, where it is one: its name is the source, and the limit is kept to. */
      assistant: z.string().min(1).max(80).optional(),
    }),
    result: m.changeResultSchema.extend({
      /** Of an assistant's: what waits for the person, because it would write over what they corrected. */
      held: z.array(m.contextUpdateSchema).optional(),
    }),
  }),
  'context.apply': () => ({
    about:
      'Applies an assistant’s updates, archiving the oldest insights if the limit needs it. Invalid ones refuse all; what would overwrite a correction with less confidence is held for the person.',
    params: z.strictObject({
      workspace,
      updates: z.array(z.json()).max(100_000),
      /** What the assistant calls itself, for the history. */
      assistant: z.string().min(1).max(80).optional(),
    }),
    result: m.changeResultSchema.extend({
      /** Those of the updates that wait for the person. */
      held: z.array(m.contextUpdateSchema),
    }),
  }),
  'context.archiveOverflow': () => ({
    about: 'Archives what the size rule names, when the context is over its limit.',
    params: z.strictObject({ workspace }),
    result: m.changeResultSchema,
  }),
  'context.undo': () => ({
    about: 'Takes one change back, as a new change, whatever was done after it; the latest if none is named.',
    params: z.strictObject({
      workspace,
      change: z.string().optional(),
      /** What to do where the key has been learned again meanwhile; without it, `key_exists` is the answer. */
      onTwin: z.enum(['replace', 'keep_both']).optional(),
    }),
    result: m.changeResultSchema,
  }),
  'context.redo': () => ({
    about: 'Does again what was undone; the latest if none is named.',
    params: z.strictObject({
      workspace,
      /** The change that undid it. */
      change: z.string().optional(),
      onTwin: z.enum(['replace', 'keep_both']).optional(),
    }),
    result: m.changeResultSchema,
  }),
  'context.repair': () => ({
    about: 'Makes a repair a diagnostic offers.',
    params: z.strictObject({ workspace, repair: z.enum(['frontmatter']) }),
    result: m.changeResultSchema,
  }),
  'context.putBack': () => ({
    about: 'Writes a deleted context file again as it was last read.',
    params: z.strictObject({ workspace }),
    result: m.changeResultSchema,
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

  'text.read': () => ({
    about: 'A piece of the file’s text, byte order mark and line ends included, or of an earlier version that is kept.',
    params: z.strictObject({ workspace, version: m.textVersionSchema.optional(), from: z.int().min(0).default(0) }),
    /** The version is null, and the text empty, where there is no file. `total` is in UTF-16 units. */
    result: z.strictObject({ version: m.textVersionSchema.nullable(), text: z.string(), total: z.int() }),
  }),
  'text.save': () => ({
    about:
      'Saves what was typed into a version; what others wrote since is merged in, `text_conflict` if that can’t be.',
    params: z.strictObject({
      workspace,
      /** The version the edits were made to; null where there was no file. */
      version: m.textVersionSchema.nullable(),
      edits: z.array(m.editSchema).max(100_000),
    }),
    result: m.changeResultSchema,
  }),
  'text.keepDraft': () => ({
    about: 'Keeps what was typed and is not saved yet over a crash, as edits to a version.',
    params: z.strictObject({
      workspace,
      /** Names whoever types: a window or tab, for as long as it lives. */
      owner: m.draftOwnerSchema,
      version: m.textVersionSchema.nullable(),
      edits: z.array(m.editSchema).max(100_000),
      /** See the draft's. */
      origin: z.string().nullable().default(null),
    }),
    result: nothing,
  }),
  'text.claimDraft': () => ({
    about:
      'A piece of the draft of an owner, or else of the latest one whose owner is gone, which is theirs from now on.',
    params: z.strictObject({ workspace, owner: m.draftOwnerSchema, from: z.int().min(0).default(0) }),
    result: z.strictObject({
      draft: m.draftSchema.extend({ text: z.string(), total: z.int() }).nullable(),
    }),
  }),
  'text.discardDraft': () => ({
    about: 'Throws an owner’s draft away.',
    params: z.strictObject({ workspace, owner: m.draftOwnerSchema }),
    result: nothing,
  }),

  'archive.files': () => ({
    about: 'The archive files, newest first, with counts.',
    params: z.strictObject({
      workspace,
      /** `unusable`: those alone that can't be read. */
      only: z.enum(['all', 'unusable']).default('all'),
      ...page,
    }),
    result: z.strictObject({
      revision: z.int(),
      total: z.int(),
      /** In all files. */
      entries: z.int(),
      files: z.array(m.archiveFileSchema),
    }),
  }),
  'archive.entries': () => ({
    about: 'Archived entries, newest archive first, by search words and filters.',
    params: z.strictObject({
      workspace,
      /** Words that must all occur, in any order and case. */
      query: z.string().max(1000).default(''),
      categories: z.array(categorySchema).default([]),
      files: z.array(m.archiveNameSchema).default([]),
      /** A year or month in which they were archived; `undated` for files that do not say. All time without it. */
      period: m.archivePeriodSchema.optional(),
      ...page,
      /**
       * An archive of thousands of files takes a while to read. `all` waits for it. `first` and `on` read for a moment and
       * answer with what is there, the newest files first; `on` goes on for longer. `known` reads nothing more.
       */
      read: z.enum(['all', 'first', 'on', 'known']).default('all'),
      /** Also what a list and a chart need to lay themselves out. */
      layout: z.boolean().default(false),
    }),
    result: z.strictObject({
      revision: z.int(),
      /** Of files; null once all has been read. */
      reading: progressSchema.nullable(),
      total: z.int(),
      entries: z.array(m.archivedEntrySchema),
      /** The files of these entries. */
      files: z.array(m.archiveFileSchema),
      /** How many match in each section, whichever sections are asked for: what stands on the filters. */
      perCategory: z.record(categorySchema, z.int()),
      layout: m.archiveLayoutSchema.nullable(),
    }),
  }),
  'archive.previewRestore': () => ({
    about: 'What restoring would do: live twins, tokens after, what would make room.',
    params: z.strictObject({
      workspace,
      items: z.array(m.restoreItemSchema).max(10_000).default([]),
      /** A whole sweep, by its file. */
      file: m.archiveNameSchema.optional(),
    }),
    result: m.restorePreviewSchema,
  }),
  'archive.restore': () => ({
    about: 'Brings archived entries back, protected for 30 days; the archive loses their lines.',
    params: z.strictObject({
      workspace,
      items: z.array(m.restoreItemSchema).min(1).max(10_000),
      /** Archive what is needed to make room. Without it, going over the limit is refused with `over_limit`. */
      makeRoom: z.boolean().default(false),
      /** Go over the limit and archive nothing. */
      allowOver: z.boolean().default(false),
    }),
    result: m.changeResultSchema,
  }),
  'archive.delete': () => ({
    about: 'Deletes archived entries for good (undo and history keep them).',
    params: z.strictObject({ workspace, entries: z.array(m.archivedRefSchema).min(1).max(10_000) }),
    result: m.changeResultSchema,
  }),

  'history.list': () => ({
    about: 'Versions of the context, the archives and the settings that are kept, newest first, in pages.',
    params: z.strictObject({
      workspace,
      /** The position the page before ended with; the newest are first without it. */
      before: m.historyPositionSchema.optional(),
      limit: z.int().min(1).max(500).default(100),
      /** `removed`: those alone in which entries are missing that the version before had. */
      only: z.enum(['all', 'removed']).default('all'),
    }),
    result: z.strictObject({
      lines: z.array(m.historyLineSchema),
      /** For the next page; null at the end. */
      next: m.historyPositionSchema.nullable(),
      total: z.int(),
      /** What is kept, compressed, and the limits of the settings. */
      bytes: z.int(),
      days: z.int(),
      megabytes: z.int(),
      /** Positions of versions past the limit that are kept because they hold the last copy of an entry. */
      beyondLimit: z.array(m.historyPositionSchema),
    }),
  }),
  'history.changes': () => ({
    about:
      'What changed in a version, entry by entry, against the version before it. `version_unknown` if it is not kept.',
    params: z.strictObject({ workspace, position: m.historyPositionSchema }),
    result: m.historyChangesSchema,
  }),
  'history.previewRestore': () => ({
    about: 'What restoring a whole version would do to the file as it is now. Writes nothing.',
    params: z.strictObject({ workspace, position: m.historyPositionSchema }),
    result: z.strictObject({
      /** Entries that would come back, read as they did then, and go because they came since; null for settings. */
      counts: z.strictObject({ added: z.int(), changed: z.int(), removed: z.int() }).nullable(),
      /** True where the file reads like that already. */
      same: z.boolean(),
      /** Of the context; null for other files. */
      tokens: z.strictObject({ before: z.int(), after: z.int(), limit: z.int() }).nullable(),
    }),
  }),
  'history.restore': () => ({
    about: 'Makes a file read as a version of it did, as one more step.',
    params: z.strictObject({ workspace, position: m.historyPositionSchema }),
    result: m.changeResultSchema,
  }),
  'history.bringBack': () => ({
    about: 'Brings one entry back as a version, or the one before it, has it: put back, or changed back.',
    params: z.strictObject({
      workspace,
      position: m.historyPositionSchema,
      /** Whether the entry is one of the version, or of the one before it. */
      from: z.enum(['version', 'before']),
      entry: entryRefSchema,
      /** What to do where its key lives again and reads otherwise; without it, `key_exists` is the answer. */
      onTwin: z.enum(['replace', 'keep_both']).optional(),
    }),
    result: m.changeResultSchema,
  }),
  'history.goWithout': () => ({
    about:
      'The person agrees to changes that can’t be recorded, after `not_recorded`: until they can be again, in this run.',
    params: z.strictObject({ workspace }),
    result: nothing,
  }),
  'history.letGo': () => ({
    about: 'Lets versions go for good that are kept beyond the limit for what they hold the last copy of.',
    params: z.strictObject({ workspace, positions: z.array(m.historyPositionSchema).min(1).max(100_000) }),
    result: z.strictObject({ letGo: z.int() }),
  }),

  'cards.list': () => ({
    about:
      'What waits for the person: updates held against their corrections, and what other programs left out, the latest first.',
    params: z.strictObject({ workspace }),
    /** At most 100 cards; `total` counts all. */
    result: z.strictObject({ cards: z.array(m.cardSchema), total: z.int() }),
  }),
  'cards.settle': () => ({
    about:
      'Answers a card. A held update: `take`, `keep` or `keep_both`. Losses: `put_back` or `leave`, all or the named ones.',
    params: z.strictObject({
      workspace,
      card: z.string(),
      choice: z.enum(['take', 'keep', 'keep_both', 'put_back', 'leave']),
      losses: z.array(z.string()).min(1).max(10_000).optional(),
    }),
    result: m.changeResultSchema,
  }),

  'assistant.read': () => ({
    about:
      'A piece of the exact text an assistant starts with: the memory files, each under its name, then what belongs in the memory, then the memory as numbered lines.',
    params: z.strictObject({
      workspace,
      /** Of further pieces: `revision_gone` if the text is another by now. */
      version: m.textVersionSchema.optional(),
      from: z.int().min(0).default(0),
    }),
    result: z.strictObject({
      version: m.textVersionSchema,
      text: z.string(),
      total: z.int(),
      parts: z.array(m.assistantPartSchema),
      tokens: z.strictObject({ total: z.int(), limit: z.int() }),
      /** Up to where the text is within the limit, in UTF-16 units. */
      fits: z.int(),
      /** The day it says it is. */
      today: z.string(),
      /** The files on the list that are no part of it, each with the reason. */
      skipped: z.array(m.memoryFileSchema),
      /** What to do where it is too much; null where it isn’t. */
      problem: z.string().nullable(),
      /** Why files that the settings list, or may list, are no part of it; null where all of them are. */
      listProblem: z.string().nullable(),
    }),
  }),
  'sources.list': () => ({
    about: 'The files an assistant reads before the memory, in order, with what each and all cost.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      files: z.array(m.memoryFileSchema),
      /** The memory itself, what is said about it, all together, and what that may be. */
      tokens: z.strictObject({ context: z.int(), guidance: z.int(), total: z.int(), limit: z.int() }),
      /** What to do where it is too much; null where it isn’t. */
      problem: z.string().nullable(),
      /** What of the list in the settings could not be understood; null where all of it was. */
      listProblem: z.string().nullable(),
    }),
  }),
  'sources.read': () => ({
    about: 'A piece of the text of such a file.',
    params: z.strictObject({ workspace, path: z.string(), from: z.int().min(0).default(0) }),
    result: z.strictObject({ text: z.string(), total: z.int() }),
  }),
  'sources.approve': () => ({
    about: 'Lets a place outside the workspace be read as such a file, or no longer.',
    params: z.strictObject({ workspace, place: z.string().min(1), approve: z.boolean() }),
    result: nothing,
  }),

  'erase.preview': () => ({
    about:
      'Every place in which a text stands that must not be kept. Writes nothing. `value_invalid` if it is too short.',
    params: z.strictObject({ workspace, target: m.eraseTargetSchema }),
    result: m.erasePreviewSchema,
  }),
  'erase.carryOut': () => ({
    about:
      'Erases a text for good from memory, archives, history and all our data. No undo; `cancelled` before it begins.',
    params: z.strictObject({
      workspace,
      target: m.eraseTargetSchema,
      /** What the person typed to say that they mean it. */
      word: z.literal('erase'),
    }),
    result: m.eraseOutcomeSchema,
  }),
  'erase.returned': () => ({
    about: 'What was erased and has come back, the latest first, and an erasure that was interrupted.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      returned: z.array(m.returnedSchema),
      interrupted: z.strictObject({ id: z.string(), at: z.number() }).nullable(),
    }),
  }),
  'erase.keep': () => ({
    about: 'Lets a text that was erased come back: its fingerprint is forgotten.',
    params: z.strictObject({ workspace, id: z.string().min(1).max(128) }),
    result: nothing,
  }),

  'settings.read': () => ({
    about: 'The workspace’s settings.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({ settings: m.settingsSchema, path: z.string(), problems: z.array(z.string()) }),
  }),
  'settings.preview': () => ({
    about: 'What another limit, or another measure, would mean for the context. `unavailable` if it can’t be counted.',
    params: z.strictObject({ workspace, values: m.settingsPatchSchema.pick({ tokenLimit: true, measure: true }) }),
    result: m.whatIfSchema,
  }),
  'settings.write': () => ({
    about: 'Changes settings; comments and unknown keys in the file stay.',
    params: z.strictObject({ workspace, values: m.settingsPatchSchema }),
    result: m.settingsSchema,
  }),
} as const satisfies Record<string, () => Declared>;

export type Methods = { readonly [N in keyof typeof declared]: ReturnType<(typeof declared)[N]> };

/** Each made when it is first called: a page begins with three of them, and to make all takes as long as to draw a list. */
export const methods = {} as Methods;
for (const [name, declare] of Object.entries(declared)) {
  let made: Declared | null = null;
  Object.defineProperty(methods, name, {
    enumerable: true,
    get: () => {
      made ??= declare();
      return made;
    },
  });
}

export type MethodName = keyof Methods;
/** What a caller passes: defaults may be left out. */
export type Params<N extends MethodName> = z.input<Methods[N]['params']>;
/** What the engine receives: defaults filled in. */
export type ParsedParams<N extends MethodName> = z.output<Methods[N]['params']>;
export type Result<N extends MethodName> = z.output<Methods[N]['result']>;

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}
