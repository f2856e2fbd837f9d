import { z } from 'zod';
import { changeResultSchema } from '../changes.ts';
import { textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';

/** What agents keep in a workspace: a file of JSON for each storage, and for each agent one that says which there are. */

/** The name of a storage's file without its ending, as `fileNameOf` makes it of a key. */
export const storageFileSchema = z.string().regex(/^[a-z0-9_-][a-z0-9_-]{0,99}$/, {
  error: 'the file of a storage is named in small letters, digits, - and _',
});

const storageSchema = z.strictObject({
  file: storageFileSchema,
  /** Null where no agent tracks it, so that only its file is known. */
  key: z.string().nullable(),
  /** Which agents track it, and for whom. */
  trackedBy: z.array(
    z.strictObject({
      agent: z.string(),
      user: z.string().nullable(),
      chat: z.string().nullable(),
      group: z.string().nullable(),
      scope: z.string().nullable(),
    }),
  ),
  /**
   * `gone`: tracked, and nothing is there. `empty`: it is there and says nothing. `damaged`: it is no JSON. `keys`: it says
   * which storages an agent has.
   */
  state: z.enum(['kept', 'empty', 'gone', 'damaged', 'keys']),
  bytes: z.int(),
  /** Milliseconds since 1970; null where nothing is there. */
  changedAt: z.number().nullable(),
});
export type StorageView = z.infer<typeof storageSchema>;

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
  'storages.list': () => ({
    about: 'Everything agents keep in a workspace, tracked or not, by file.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      /** Where the files are. */
      folder: z.string(),
      storages: z.array(storageSchema),
    }),
  }),
  'storages.read': () => ({
    about: 'The text of a storage; null where there is none.',
    params: z.strictObject({ workspace, file: storageFileSchema }),
    result: z.strictObject({ text: z.string().nullable(), version: textVersionSchema.nullable() }),
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
    about: 'Gives a storage that is no JSON another name, so that it is neither read as empty nor written over.',
    params: z.strictObject({ workspace, file: storageFileSchema, assistant: z.string().max(200).optional() }),
    result: changeResultSchema.extend({
      /** The name of its file now; null where it is fine, or not there. */
      name: z.string().nullable(),
    }),
  }),
  'storages.clear': () => ({
    about: 'Empties storages, all in one step, which can be undone. Agents go on tracking them.',
    params: z.strictObject({
      workspace,
      files: z.array(storageFileSchema).min(1).max(10_000),
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema,
  }),
  'storages.remove': () => ({
    about: 'Deletes storages, all in one step, which can be undone.',
    params: z.strictObject({
      workspace,
      files: z.array(storageFileSchema).min(1).max(10_000),
      assistant: z.string().max(200).optional(),
    }),
    result: changeResultSchema,
  }),
} as const;
