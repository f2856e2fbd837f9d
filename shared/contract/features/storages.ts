import { z } from 'zod';
import { changeResultSchema } from '../changes.ts';
import { editSchema, page, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';
import { conversationNameSchema } from './conversation-store.ts';

/** What agents keep in a workspace: a file of JSON for each storage, and for each agent one that says which there are; or the same in a database. */

/** What the file of a storage begins with that is a row of the database beside the files. */
export const inDatabase = 'sqlite/';

/**
 * The name of a storage's file without its ending, as `fileNameOf` makes it of a key; after `sqlite/`, the same in the database.
 * `storages.sqlite` is the database as a whole, where what is in it can't be told.
 */
export const storageFileSchema = z.string().regex(/^(?:sqlite\/)?[a-z0-9_-]{1,100}$|^storages\.sqlite$/, {
  error: 'the file of a storage is named in small letters, digits, - and _, after “sqlite/” where the database has it',
});

/** For whom an agent keeps something: a user, else a chat, else nobody in particular. */
const whomSchema = z.strictObject({
  user: z.string().nullable(),
  chat: z.string().nullable(),
  /** Agents of one group share what they keep. */
  group: z.string().nullable(),
  scope: z.string().nullable(),
});
export type Whom = z.infer<typeof whomSchema>;

const storageSchema = z.strictObject({
  file: storageFileSchema,
  /** Null where no agent tracks it, so that only its file is known. */
  key: z.string().nullable(),
  /** What its key begins with, such as `state`; `memory` is the person's own; null where it is not known. */
  kind: z.string().nullable(),
  /** What keeps it. */
  driver: z.enum(['file', 'sqlite']),
  /** Which agents track it, and for whom. */
  trackedBy: z.array(whomSchema.extend({ agent: z.string() })),
  /**
   * `gone`: tracked, and what was there is not any more. `unused`: tracked, and nothing was saved there yet as far as is
   * known. `empty`: it is there and says nothing. `damaged`: it is no JSON. `keys`: it says which storages an agent has.
   */
  state: z.enum(['kept', 'empty', 'gone', 'unused', 'damaged', 'keys']),
  bytes: z.int(),
  /** Milliseconds since 1970; null where nothing is there. */
  changedAt: z.number().nullable(),
  /** The name of the conversation that it is; null for any other storage. */
  conversation: z.string().nullable(),
  /** What is wrong with one that is damaged, in a sentence. */
  problem: z.string().nullable(),
  /** Whether it came or changed since the person last looked; null where they have seen it, or never looked. */
  mark: z.enum(['new', 'changed']).nullable(),
});
export type StorageView = z.infer<typeof storageSchema>;

/** True if there is a file, row or conversation, whatever it says. */
export const isStorageThere = ({ state }: Pick<StorageView, 'state'>): boolean =>
  state !== 'gone' && state !== 'unused';

/** What was no JSON when an agent read it, and got another name. */
const setAsideSchema = z.strictObject({ name: z.string(), bytes: z.int(), changedAt: z.number() });

/** Some storages; all that an agent keeps, for everybody or for one; or all that all agents keep, with what was set aside. */
const ofSome = z.strictObject({ of: z.literal('some'), files: z.array(storageFileSchema).min(1).max(10_000) });
const ofAgent = z.strictObject({ of: z.literal('agent'), agent: z.string(), whom: whomSchema.nullable() });
const ofAll = z.strictObject({ of: z.literal('all') });
const scopeSchema = z.discriminatedUnion('of', [ofSome, ofAgent, ofAll]);
export type StorageScope = z.infer<typeof scopeSchema>;

/** What clearing or removing storages takes away, and what it leaves. */
const removalSchema = z.strictObject({
  /** Of what is there, and goes. */
  counts: z.strictObject({
    storages: z.int(),
    bytes: z.int(),
    /** How many keys go under which nothing is there. */
    gone: z.int(),
    /** How many keys agents go on tracking. */
    tracked: z.int(),
  }),
  /** The first 500 of it. */
  goes: z.array(
    storageSchema
      .pick({ file: true, key: true, kind: true, trackedBy: true, state: true, bytes: true, conversation: true })
      .extend({
        /** Whether agents go on tracking its key. */
        staysTracked: z.boolean(),
        /** Other agents that keep it too, and lose it. */
        sharedWith: z.array(z.string()),
      }),
  ),
  setAside: z.array(z.string()),
  stays: z.strictObject({
    /** What is known of the person is a memory, which no agent’s removal touches; null where there is none. */
    memory: z.strictObject({ file: z.string(), entries: z.int() }).nullable(),
    /** How many other storages are kept here. */
    storages: z.int(),
  }),
});
export type StorageRemoval = z.infer<typeof removalSchema>;

const name = z.string().max(1000).optional();

/** Whose a storage is, as agents say it: theirs by name, for a user, else a chat, else nobody in particular. */
export const identityFields = {
  agent: z.string().min(1).max(1000),
  user: name,
  chat: name,
  /** Agents of one group share what they keep. */
  group: name,
  scope: name,
};

export const storagesMethods = {
  'storages.places': () => ({
    about: 'The folders in which storages and conversations are kept. Nothing is read there.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({ storages: z.string(), conversations: z.string() }),
  }),
  'storages.list': () => ({
    about: 'Everything agents keep in a workspace, tracked or not, by file, page by page.',
    params: z.strictObject({ workspace, offset: page.offset, limit: z.int().min(1).max(2000).default(2000) }),
    result: z.strictObject({
      /** Where the files are. */
      folder: z.string(),
      total: z.int(),
      storages: z.array(storageSchema),
      setAside: z.array(setAsideSchema),
      /** Whether the person ever looked at what is kept here. */
      looked: z.boolean(),
      /** What they saw then and nothing keeps any more, by key, else by file. */
      removed: z.array(z.string()),
    }),
  }),
  'storages.beginnings': () => ({
    about: 'How what storages say begins: the first values of each with their names, cut, and secrets masked.',
    params: z.strictObject({ workspace, files: z.array(storageFileSchema).min(1).max(100) }),
    result: z.strictObject({
      beginnings: z.array(
        z.strictObject({
          file: z.string(),
          /** At most four; none where it says nothing, is no JSON, longer than 256 KB, or not there. */
          says: z.array(z.strictObject({ name: z.string(), value: z.string() })),
        }),
      ),
    }),
  }),
  'storages.search': () => ({
    about: 'Values of storages in which all words occur, with the names that lead to them, in any order and case.',
    params: z.strictObject({ workspace, query: z.string().max(1000), limit: z.int().min(1).max(1000).default(100) }),
    result: z.strictObject({
      found: z.array(
        z.strictObject({
          file: z.string(),
          /** The names that lead to the value, as `drinks.often` or `list[0]`; empty for all of it. */
          at: z.string(),
          /** The value around the first word; at most 200 characters. */
          shown: z.string(),
        }),
      ),
      total: z.int(),
      /** What could not be read, and why. */
      problems: z.array(z.string()),
    }),
  }),
  'storages.markSeen': () => ({
    about: 'Notes that the person has seen what is kept here, or some of it. Nothing of it is marked until it changes.',
    params: z.strictObject({ workspace, files: z.array(storageFileSchema).max(10_000).optional() }),
    result: z.strictObject({}),
  }),
  'storages.changes': () => ({
    about:
      'What a storage does not say as it did when the person last looked, value by value. Nothing where that is not kept any more, or either isn’t valid JSON.',
    params: z.strictObject({
      workspace,
      file: storageFileSchema,
      /** The version to compare with; the one the person saw last where it is left out. */
      since: textVersionSchema.optional(),
    }),
    result: z.strictObject({
      /** The version it was compared with; null for none. */
      since: textVersionSchema.nullable(),
      /** The first 200, in order. */
      changes: z.array(
        z.strictObject({
          /** The names and places that lead to the value. */
          path: z.array(z.union([z.string(), z.int()])),
          /** As JSON, at most 300 characters of each; null for nothing. */
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
      total: z.int(),
    }),
  }),
  'storages.preview': () => ({
    about: 'What clearing or removing storages would take away, and what would stay. Nothing is changed.',
    params: z.strictObject({ workspace, act: z.enum(['clear', 'remove']), scope: scopeSchema }),
    result: removalSchema,
  }),
  'storages.removeAll': () => ({
    about:
      'Deletes all that an agent keeps, or that all agents do, and tracks it no longer, in one step, which can be undone. Memories stay.',
    params: z.strictObject({ workspace, scope: z.discriminatedUnion('of', [ofAgent, ofAll]) }),
    result: changeResultSchema.extend({ removal: removalSchema }),
  }),
  'storages.adopt': () => ({
    about:
      'Tracks a storage that is there and that no agent tracks, for the agent and the one it is for. `value_invalid` where its file is not the one in which that agent would keep anything for them.',
    params: z.strictObject({ workspace, file: storageFileSchema, ...identityFields }),
    result: changeResultSchema.extend({ key: z.string() }),
  }),
  'storages.untrack': () => ({
    about: 'Has agents no longer track storages under which nothing is kept; those that are there are still tracked.',
    params: z.strictObject({ workspace, files: z.array(storageFileSchema).min(1).max(10_000) }),
    result: changeResultSchema,
  }),
  'storages.edit': () => ({
    about:
      'Changes the text of a storage by edits of the version that is named; `text_conflict` if another stands there, `value_invalid` if the result isn’t valid JSON.',
    params: z.strictObject({
      workspace,
      file: storageFileSchema,
      version: textVersionSchema,
      edits: z.array(editSchema).max(100_000),
    }),
    result: changeResultSchema.extend({ version: textVersionSchema }),
  }),
  'storages.read': () => ({
    about: 'A piece of the text of a storage; null where there is none.',
    params: z.strictObject({ workspace, file: storageFileSchema, from: z.int().min(0).default(0) }),
    result: z.strictObject({
      text: z.string().nullable(),
      /** UTF-16 units of all of it. */
      total: z.int(),
      version: textVersionSchema.nullable(),
    }),
  }),
  'storages.write': () => ({
    about:
      'Writes a storage over the version that is named. `text_conflict` if another stands there. The history keeps what was there.',
    params: z.strictObject({
      workspace,
      file: storageFileSchema,
      /** What it is called in the history. */
      key: z.string().max(10_000),
      text: z.string(),
      over: textVersionSchema.nullable(),
      /** The agent that writes; a person where it is missing. */
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema.extend({ version: textVersionSchema }),
  }),
  'storages.getState': () => ({
    about: 'What the state of an agent says under a name, or all of it.',
    params: z.strictObject({ workspace, ...identityFields, name: z.string().optional() }),
    /** Null for nothing. */
    result: z.strictObject({ key: z.string(), value: z.json() }),
  }),
  'storages.setState': () => ({
    about: 'Sets names in the state of an agent, and tracks it; null takes a name away. All others stay.',
    params: z.strictObject({
      workspace,
      ...identityFields,
      values: z.record(z.string(), z.json()),
      /** Who does so; a person where it is missing. */
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema.extend({ key: z.string() }),
  }),
  'storages.setAside': () => ({
    about:
      'Gives a storage that isn’t valid JSON another name, so that it is neither read as empty nor written over. A damaged database gets one, too, and what can still be read of it is kept.',
    params: z.strictObject({ workspace, file: storageFileSchema, assistant: z.string().max(200).optional() }),
    result: changeResultSchema.extend({
      /** The name of its file now; null where it is fine, or not there. */
      name: z.string().nullable(),
    }),
  }),
  'storages.clear': () => ({
    about:
      'Empties storages, all in one step, which can be undone. Agents go on tracking them. The memory is none of them.',
    params: z.strictObject({
      workspace,
      files: z.array(storageFileSchema).max(10_000),
      /** Conversations that go with them, tracked or not. */
      conversations: z.array(conversationNameSchema).max(10_000).default([]),
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema,
  }),
  'storages.remove': () => ({
    about: 'Deletes storages, all in one step, which can be undone. The memory is none of them.',
    params: z.strictObject({
      workspace,
      files: z.array(storageFileSchema).max(10_000),
      /** Conversations that go with them, tracked or not. */
      conversations: z.array(conversationNameSchema).max(10_000).default([]),
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema,
  }),
} as const;

export const storagesEvents = {
  /** Something that agents keep may have come, gone or changed. */
  'storages.changed': z.strictObject({ workspace }),
} as const;
