import { z } from 'zod';
import { changeResultSchema } from '../changes.ts';
import { editSchema, page, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';
import { conversationNameSchema } from './conversation-store.ts';

/** Data that agents keep in a workspace: a JSON file for each storage and one that lists them, or a database. */

/** Name of a storage’s file without ending (`fileNameOf`), after `sqlite/` in the database; or the whole database. */
export const storageFileSchema = z.string().regex(/^(?:sqlite\/)?[a-z0-9_-]{1,100}$|^storages\.sqlite$/, {
  error: 'the file of a storage is named in small letters, digits, - and _, after “sqlite/” where the database has it',
});

/** Owner of an agent's data: a user, else a chat, else nobody in particular. */
const whomSchema = z.strictObject({
  user: z.string().nullable(),
  chat: z.string().nullable(),
  /** Group of agents that share their storages. */
  group: z.string().nullable(),
  scope: z.string().nullable(),
});
export type Whom = z.infer<typeof whomSchema>;

const storageSchema = z.strictObject({
  file: storageFileSchema,
  /** Null if no agent tracks it, so that only its file is known. */
  key: z.string().nullable(),
  /** Prefix of its key, such as `state`; `memory` is the person's own; null if unknown. */
  kind: z.string().nullable(),
  driver: z.enum(['file', 'sqlite']),
  trackedBy: z.array(whomSchema.extend({ agent: z.string() })),
  /** `gone`: tracked, its data went; `unused`: tracked, nothing saved yet; `damaged`: no JSON; `keys`: a key list. */
  state: z.enum(['kept', 'empty', 'gone', 'unused', 'damaged', 'keys']),
  bytes: z.int(),
  /** Milliseconds since 1970; null if there is no file. */
  changedAt: z.number().nullable(),
  /** Name of the conversation it holds; null for any other storage. */
  conversation: z.string().nullable(),
  /** Reason one is damaged, in a sentence. */
  problem: z.string().nullable(),
  /** Change since the person last looked; null if they have seen it, or never looked. */
  mark: z.enum(['new', 'changed']).nullable(),
});
export type StorageView = z.infer<typeof storageSchema>;

/** File that was no JSON when an agent read it, and was renamed. */
const setAsideSchema = z.strictObject({ name: z.string(), bytes: z.int(), changedAt: z.number() });

/** Some storages; all of an agent, for everybody or for one; or all of all agents, with the files set aside. */
const ofSome = z.strictObject({ of: z.literal('some'), files: z.array(storageFileSchema).min(1).max(10_000) });
const ofAgent = z.strictObject({ of: z.literal('agent'), agent: z.string(), whom: whomSchema.nullable() });
const ofAll = z.strictObject({ of: z.literal('all') });
const scopeSchema = z.discriminatedUnion('of', [ofSome, ofAgent, ofAll]);
export type StorageScope = z.infer<typeof scopeSchema>;

/** Effect of clearing or removing storages: the data that goes, and the data that stays. */
const removalSchema = z.strictObject({
  /** Numbers of existing items that go. */
  counts: z.strictObject({
    storages: z.int(),
    bytes: z.int(),
    /** Removed keys without data. */
    gone: z.int(),
    /** Keys that agents still track. */
    tracked: z.int(),
  }),
  /** First 500 that go. */
  goes: z.array(
    storageSchema
      .pick({ file: true, key: true, kind: true, trackedBy: true, state: true, bytes: true, conversation: true })
      .extend({
        staysTracked: z.boolean(),
        /** Other agents that keep it and lose it. */
        sharedWith: z.array(z.string()),
      }),
  ),
  setAside: z.array(z.string()),
  stays: z.strictObject({
    /** Memory of the person, which no agent’s removal touches; null if there is none. */
    memory: z.strictObject({ file: z.string(), entries: z.int() }).nullable(),
    storages: z.int(),
  }),
});
export type StorageRemoval = z.infer<typeof removalSchema>;

const name = z.string().max(1000).optional();

/** Owner of a storage, as agents give it: their name, and a user, else a chat, else nobody in particular. */
export const identityFields = {
  agent: z.string().min(1).max(1000),
  user: name,
  chat: name,
  /** Group of agents that share their storages. */
  group: name,
  scope: name,
};

export const storagesMethods = {
  'storages.places': () => ({
    about: 'Folders in which storages and conversations are stored. Reads nothing there.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({ storages: z.string(), conversations: z.string() }),
  }),
  'storages.list': () => ({
    about: 'Everything agents store in a workspace, tracked or not, by file, page by page.',
    params: z.strictObject({ workspace, offset: page.offset, limit: z.int().min(1).max(2000).default(2000) }),
    result: z.strictObject({
      folder: z.string(),
      total: z.int(),
      storages: z.array(storageSchema),
      setAside: z.array(setAsideSchema),
      looked: z.boolean(),
      /** Storages they saw then that are gone, by key, else by file. */
      removed: z.array(z.string()),
    }),
  }),
  'storages.beginnings': () => ({
    about: 'First values of each storage with their names, cut, and secrets masked.',
    params: z.strictObject({ workspace, files: z.array(storageFileSchema).min(1).max(100) }),
    result: z.strictObject({
      beginnings: z.array(
        z.strictObject({
          file: z.string(),
          /** Up to four; none if it is empty, no JSON, longer than 256 KB, or missing. */
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
          /** Names that lead to the value, as `drinks.often` or `list[0]`; empty for the whole. */
          at: z.string(),
          /** Value around the first word; at most 200 characters. */
          shown: z.string(),
        }),
      ),
      total: z.int(),
      /** Storages that could not be read, and why. */
      problems: z.array(z.string()),
    }),
  }),
  'storages.markSeen': () => ({
    about: 'Notes that the person has seen what is stored here, or some of it. It has no mark until it changes.',
    params: z.strictObject({ workspace, files: z.array(storageFileSchema).max(10_000).optional() }),
    result: z.strictObject({}),
  }),
  'storages.changes': () => ({
    about:
      'Changes in a storage since the person last looked, value by value. Empty if that version is no longer stored, or either isn’t valid JSON.',
    params: z.strictObject({
      workspace,
      file: storageFileSchema,
      /** Version to compare with; the one the person saw last if left out. */
      since: textVersionSchema.optional(),
    }),
    result: z.strictObject({
      /** Version it was compared with, or null. */
      since: textVersionSchema.nullable(),
      /** First 200, in order. */
      changes: z.array(
        z.strictObject({
          /** Names and indexes that lead to the value. */
          path: z.array(z.union([z.string(), z.int()])),
          /** JSON, at most 300 characters of each; null for no value. */
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
      total: z.int(),
    }),
  }),
  'storages.preview': () => ({
    about: 'Previews clearing or removing storages: what would go, and what would stay. Changes nothing.',
    params: z.strictObject({ workspace, act: z.enum(['clear', 'remove']), scope: scopeSchema }),
    result: removalSchema,
  }),
  'storages.removeAll': () => ({
    about:
      'Deletes all that an agent stores, or that all agents do, and stops tracking it, in one step, which can be undone. Memories stay.',
    params: z.strictObject({ workspace, scope: z.discriminatedUnion('of', [ofAgent, ofAll]) }),
    result: changeResultSchema.extend({ removal: removalSchema }),
  }),
  'storages.adopt': () => ({
    about:
      'Tracks a storage that is there and that no agent tracks, for the agent and the one it is for. `value_invalid` where its file is not the one in which that agent would store anything for them.',
    params: z.strictObject({ workspace, file: storageFileSchema, ...identityFields }),
    result: changeResultSchema.extend({ key: z.string() }),
  }),
  'storages.untrack': () => ({
    about: 'Stops agents’ tracking of storages under which nothing is stored; those that are there stay tracked.',
    params: z.strictObject({ workspace, files: z.array(storageFileSchema).min(1).max(10_000) }),
    result: changeResultSchema,
  }),
  'storages.edit': () => ({
    about:
      'Changes the text of a storage by edits of the version that is named; `text_conflict` if there is another, `value_invalid` if the result isn’t valid JSON.',
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
      /** UTF-16 units of the whole text. */
      total: z.int(),
      version: textVersionSchema.nullable(),
    }),
  }),
  'storages.write': () => ({
    about:
      'Writes a storage over the version that is named. `text_conflict` if there is another. The history keeps what was there.',
    params: z.strictObject({
      workspace,
      file: storageFileSchema,
      /** Name of the key in the history. */
      key: z.string().max(10_000),
      text: z.string(),
      over: textVersionSchema.nullable(),
      /** Agent that writes; a person if left out. */
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema.extend({ version: textVersionSchema }),
  }),
  'storages.getState': () => ({
    about: 'State of an agent: its value under a name, or all of it.',
    params: z.strictObject({ workspace, ...identityFields, name: z.string().optional() }),
    /** Null if it has no value. */
    result: z.strictObject({ key: z.string(), value: z.json() }),
  }),
  'storages.setState': () => ({
    about: 'Sets names in the state of an agent, and tracks it; null takes a name away. All others stay.',
    params: z.strictObject({
      workspace,
      ...identityFields,
      values: z.record(z.string(), z.json()),
      /** Agent that does so; a person if left out. */
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema.extend({ key: z.string() }),
  }),
  'storages.setAside': () => ({
    about:
      'Gives a storage that isn’t valid JSON another name, so that it is neither read as empty nor written over. A damaged database gets one, too, and what can still be read of it is kept.',
    params: z.strictObject({ workspace, file: storageFileSchema, assistant: z.string().max(200).optional() }),
    result: changeResultSchema.extend({
      /** New name of the file; null if it is fine, or missing. */
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
  /** Data of agents may have come, gone or changed. */
  'storages.changed': z.strictObject({ workspace }),
} as const;
