import { z } from 'zod';
import { connectedIds } from '../../programs/program-ids.ts';
import { nothing, workspaceIdSchema as workspace } from '../fields.ts';

/** Programs whose assistants can be given a memory: if they start Contexture, and adding that to their settings. */

const program = z.enum(connectedIds);
/** Name in the program’s settings, or the name an assistant gives itself. */
const name = z.string().min(1).max(200);
const textOrNull = z.string().nullable();

const connectionSchema = z.strictObject({
  name,
  /** Memory it serves, as the setting has it; null for the folder it happens to be started in. */
  place: textOrNull,
  /** Name of that memory; null if it does not exist. */
  memory: textOrNull,
  /** True for the memory of the requested workspace. */
  isThis: z.boolean(),
  /** Reason it won’t start, in a sentence; null if none is known. */
  problem: textOrNull,
});
export type Connection = z.infer<typeof connectionSchema>;

const programSchema = z.strictObject({
  id: program,
  label: z.string(),
  /** True if the program is used on this computer, as far as its files show. */
  isFound: z.boolean(),
  /** File of its settings, even if missing. */
  settings: z.string(),
  connections: z.array(connectionSchema),
  /** Reason its settings can’t be read or written, in a sentence; null if they can. */
  problem: textOrNull,
  /** Time an assistant of that name last began with the workspace’s memory, in ms since 1970; null for never. */
  lastRead: z.number().nullable(),
  /** Entries of the workspace’s memory that it is the source of. */
  learned: z.int(),
  /** True if the last change to its settings can be undone. */
  canUndo: z.boolean(),
});
export type ListedProgram = z.infer<typeof programSchema>;

export const connectionsMethods = {
  'connections.list': () => ({
    about: 'The assistants’ programs on this computer: whether each is there, and to which memories it is connected.',
    params: z.strictObject({
      /** Workspace to report on; if left out, no connection is to this memory, and nothing was learned. */
      workspace: workspace.optional(),
    }),
    result: z.strictObject({ programs: z.array(programSchema) }),
  }),
  'connections.preview': () => ({
    about:
      'Previews connecting a program with a memory: what it would write into its settings, and the same to do by hand.',
    params: z.strictObject({
      workspace,
      program,
      /** Existing connection to repair; otherwise a new one. */
      name: name.optional(),
    }),
    result: z.strictObject({
      settings: z.string(),
      name,
      /** True if a repaired connection led elsewhere before: to a memory that is gone, or to none in particular. */
      isMoved: z.boolean(),
      /** Lines that change, and no others; null if the settings can’t be written, as `problem` says. */
      change: z.strictObject({ line: z.int(), before: z.string(), after: z.string() }).nullable(),
      problem: textOrNull,
      /** Setting as it would look in an otherwise empty file. */
      setting: z.string(),
      /** Command of the program that does the same, or null. */
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
  'connections.oldPlaces': () => ({
    about:
      'Programs that start Contexture from a place it has left, for memories that are still there, unless the person chose to leave those.',
    params: nothing,
    result: z.strictObject({ programs: z.array(z.strictObject({ id: program, label: z.string() })) }),
  }),
  'connections.answerOldPlaces': () => ({
    about:
      'Makes them start this copy instead, which can be undone for each program; or leaves them, to list them no more.',
    params: z.strictObject({ update: z.boolean() }),
    result: z.strictObject({
      updated: z.array(program),
      /** Reasons of the programs whose settings could not be changed, each in a sentence. */
      problems: z.array(z.string()),
    }),
  }),
  'connections.noteRead': () => ({
    about: 'Notes that an assistant has read the memory just now. The server for assistants calls it.',
    params: z.strictObject({ workspace, assistant: name }),
    result: nothing,
  }),
} as const;
