import { z } from 'zod';
import { programIds } from '../../connections/program-ids.ts';
import { nothing, workspaceIdSchema as workspace } from '../fields.ts';

/** Programs whose assistants can be given a memory: whether they start Contexture, and having that set in their settings. */

const program = z.enum(programIds);
/** The name the program’s settings have for it; or what an assistant calls itself. */
const name = z.string().min(1).max(200);
const textOrNull = z.string().nullable();

const connectionSchema = z.strictObject({
  name,
  /** The memory it serves, as the setting has it; null for the folder it happens to be started in. */
  place: textOrNull,
  /** What that memory is called; null where it is not there. */
  memory: textOrNull,
  /** Whether it is the memory of the workspace that was asked about. */
  isThis: z.boolean(),
  /** Why it won’t start, in a sentence; null where nothing speaks against it. */
  problem: textOrNull,
});
export type Connection = z.infer<typeof connectionSchema>;

const programSchema = z.strictObject({
  id: program,
  label: z.string(),
  /** Whether the program is used on this computer, as far as its files show. */
  isFound: z.boolean(),
  /** The file of its settings, whether it is there or not. */
  settings: z.string(),
  connections: z.array(connectionSchema),
  /** Why its settings can’t be read or written, in a sentence; null where they can. */
  problem: textOrNull,
  /** When one that goes by its name last began with the workspace’s memory, in milliseconds since 1970; null for never. */
  lastRead: z.number().nullable(),
  /** How many entries of the workspace’s memory it is the source of. */
  learned: z.int(),
  /** Whether what was written last into its settings can be undone. */
  canUndo: z.boolean(),
});
export type Program = z.infer<typeof programSchema>;

export const connectionsMethods = {
  'connections.list': () => ({
    about: 'The assistants’ programs on this computer: whether each is there, and to which memories it is connected.',
    params: z.strictObject({
      /** Whose memory is asked about; where it is left out, none is theirs, and nothing was learned. */
      workspace: workspace.optional(),
    }),
    result: z.strictObject({ programs: z.array(programSchema) }),
  }),
  'connections.preview': () => ({
    about: 'What connecting a program with a memory would write into its settings, and the same to do by hand.',
    params: z.strictObject({
      workspace,
      program,
      /** One that is there already, to be mended; otherwise a new one. */
      name: name.optional(),
    }),
    result: z.strictObject({
      settings: z.string(),
      name,
      /** Whether one that is mended leads to the workspace's memory then, and led elsewhere: to one that is gone, or none in particular. */
      isMoved: z.boolean(),
      /** The lines that change, and no others; null where the settings can’t be written, which `problem` says. */
      change: z.strictObject({ line: z.int(), before: z.string(), after: z.string() }).nullable(),
      problem: textOrNull,
      /** The setting on its own, as it would stand in an empty file. */
      setting: z.string(),
      /** The command of the program that does the same; null where it has none. */
      command: textOrNull,
      afterwards: z.string(),
    }),
  }),
  'connections.connect': () => ({
    about:
      'Connects a program with a memory: names the server for assistants in its settings, and changes nothing else there.',
    params: z.strictObject({ workspace, program, name: name.optional() }),
    result: z.strictObject({ name, afterwards: z.string() }),
  }),
  'connections.disconnect': () => ({
    about: 'Takes a connection out of a program’s settings.',
    params: z.strictObject({ program, name }),
    result: nothing,
  }),
  'connections.undo': () => ({
    about:
      'Undoes what was written last into a program’s settings. Where they have changed since, only the connection is put back as it was.',
    params: z.strictObject({ program }),
    result: nothing,
  }),
  'connections.try': () => ({
    about: 'Starts a connection’s server as the program would, asks what it offers, and ends it.',
    params: z.strictObject({ program, name }),
    result: z.strictObject({ tools: z.array(z.string()), version: z.string() }),
  }),
  'connections.noteRead': () => ({
    about: 'Notes that an assistant has read the memory just now. The server for assistants calls it.',
    params: z.strictObject({ workspace, assistant: name }),
    result: nothing,
  }),
} as const;
