import { z } from 'zod';
import { formatIds } from '../capabilities.ts';
import { nothing, workspaceIdSchema as workspace } from '../fields.ts';
import { archiveNameSchema } from './archive.ts';

/** Available memories, and opening one. */

export const workspaceSchema = z.strictObject({
  id: workspace,
  /** Display name: the folder's name, or "Sample". */
  name: z.string(),
  /** Absolute path of the folder, or of the file for a memory in another format. */
  path: z.string(),
  contextPath: z.string(),
  sample: z.boolean(),
  writable: z.boolean(),
  /** Reason it can only be read, in a sentence; null if it can be written. */
  readOnlyReason: z.string().nullable(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const memoryPlaceSchema = z.strictObject({
  name: z.string(),
  /** Assistant that keeps it there: "Contexture", "Claude Code", … */
  kind: z.string(),
  path: z.string(),
  /** Milliseconds since 1970; null if unknown. */
  modifiedAt: z.number().nullable(),
});
export type MemoryPlace = z.infer<typeof memoryPlaceSchema>;

/** What the person chooses: a memory, by its file or folder, or a backup and the folder for one. */
const chooserKindSchema = z.enum(['file', 'folder', 'backup', 'backup folder']);
export type ChooserKind = z.infer<typeof chooserKindSchema>;

const folderItemSchema = z.strictObject({
  name: z.string(),
  path: z.string(),
  kind: z.enum(['folder', 'file']),
  /** True for a folder with a context file, or a markdown file. */
  opens: z.boolean(),
});

export const workspacesMethods = {
  'workspaces.browse': () => ({
    about: 'The folders and markdown files in a folder, to choose one to open. The home folder if none is named.',
    params: z.strictObject({ folder: z.string().optional(), hidden: z.boolean().default(false) }),
    result: z.strictObject({
      folder: z.string(),
      parent: z.string().nullable(),
      opens: z.boolean(),
      /** Number of hidden items left out. */
      hidden: z.int(),
      items: z.array(folderItemSchema),
    }),
  }),
  'workspaces.open': () => ({
    about: 'Opens a workspace folder, its memory file, or any other markdown memory.',
    params: z.strictObject({
      path: z.string().min(1),
      /** True to open a folder without a memory: it starts empty, and nothing is written until something is added. */
      startEmpty: z.boolean().default(false),
    }),
    result: workspaceSchema,
  }),
  'workspaces.form': () => ({
    about: 'The form that the person chose for a file that is a memory. Nothing is opened.',
    params: z.strictObject({ path: z.string().min(1) }),
    /** Null if they chose none, so that it is read as recognised. */
    result: z.strictObject({ chosen: z.enum(formatIds).nullable() }),
  }),
  'workspaces.choose': () => ({
    about: 'Asks the person for a file or a folder with the system’s own dialog; `unavailable` where there is none.',
    params: z.strictObject({ kind: chooserKindSchema }),
    /** Null if the person chose nothing. */
    result: z.strictObject({ path: z.string().nullable() }),
  }),
  'workspaces.reveal': () => ({
    about:
      'Shows the context file, an archive file or a memory file in the file manager; `unavailable` where there is none.',
    params: z.strictObject({ workspace, archive: archiveNameSchema.optional(), source: z.string().optional() }),
    result: nothing,
  }),
  'workspaces.openSample': () => ({
    about: 'Opens a copy of the sample; `fresh` throws away what was tried in it before.',
    params: z.strictObject({ fresh: z.boolean().default(false) }),
    result: workspaceSchema,
  }),
  'workspaces.recent': () => ({
    about: 'Workspaces opened before, the latest first.',
    params: nothing,
    result: z.strictObject({ places: z.array(memoryPlaceSchema) }),
  }),
  'workspaces.forget': () => ({
    about: 'Takes a workspace off the recent list. Its files stay.',
    params: z.strictObject({ path: z.string() }),
    result: nothing,
  }),
  'workspaces.attend': () => ({
    about:
      'Says whether the caller is looking at a workspace, so that it is checked every two seconds only then, and whether its window is in front, so that it is not notified of what it shows.',
    params: z.strictObject({ workspace, visible: z.boolean(), focused: z.boolean().default(false) }),
    result: nothing,
  }),
} as const;

export const workspacesEvents = {
  'recent.changed': z.strictObject({}),
  /** The workspace's folder went away, or came back. */
  'workspace.reachable': z.strictObject({ workspace, reachable: z.boolean() }),
  /** The person chose another format for it, so that everything of it may read differently. */
  'workspace.readAnew': z.strictObject({ workspace, view: workspaceSchema }),
  /** The system, the menu or a second start handed a file or folder to an open window. */
  'open.requested': z.strictObject({ path: z.string() }),
} as const;
