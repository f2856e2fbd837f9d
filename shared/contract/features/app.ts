import { z } from 'zod';
import { categorySchema, confidenceSchema } from '../../entries/entry.ts';
import { helpOn, helpPages } from '../../help-pages.ts';
import { notificationKinds } from '../../notifications.ts';
import { goTo, viewList } from '../../views.ts';
import { nothing, workspaceIdSchema as workspace } from '../fields.ts';
import { memoryPlaceSchema, workspaceSchema } from './workspaces.ts';

export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  reviewSort: z.enum(['file', 'newest', 'oldest', 'leaving', 'tokens', 'name']),
  /** Grouping in Review; the memory's own default if left out, as by earlier versions. */
  reviewGroup: z.enum(['confidence', 'section', 'topic', 'source', 'month', 'none']).optional(),
  /** Bars of the chart of learned entries; `none`, also if left out, keeps the chart closed. */
  reviewChart: z.enum(['week', 'month', 'none']).optional(),
  /** Names of active filters, remembered between starts. */
  reviewFilters: z.strictObject({
    categories: z.array(z.enum([...categorySchema.options, 'unsorted'])),
    confidences: z.array(confidenceSchema),
    sources: z.array(z.enum(['corrected', 'assistant', 'unknown'])),
    age: z.enum(['week', 'month', 'year', 'older']).nullable(),
    marks: z.boolean(),
    pinned: z.boolean(),
  }),
  foldedGroups: z.array(z.string()),
  /** True to show hidden folders in the folder chooser. Earlier versions don't write it. */
  hiddenFolders: z.boolean().optional(),
  /** True to show the exact text an assistant reads, rather than sentences. */
  exactText: z.boolean().optional(),
  /** True once the person has read the note above the list on sections and sureness. */
  knowsFirstWords: z.boolean().optional(),
  /** Agent views that have been available before, so that each is announced as new only once. */
  knownAreas: z.array(z.string()).optional(),
  /** Path of the memory in which each view last had something to show: the rail leads there from other memories. */
  areasAt: z.record(z.string(), z.string()).optional(),
  /** True to look for newer versions of Contexture. */
  looksForUpdates: z.boolean().optional(),
  /** The person’s own template for a prompt with the memory in it. */
  promptTemplate: z.string().max(100_000).optional(),
  /** News the person is notified of; the usual if left out. */
  notifications: z
    .strictObject({
      off: z.array(z.enum(notificationKinds)),
      showText: z.boolean(),
      pausedUntil: z.number().nullable(),
    })
    .optional(),
  /** True to keep the desktop app running, in the tray, once its windows are closed. */
  keepRunning: z.boolean().optional(),
  /** True to start the desktop app at login. */
  startAtLogin: z.boolean().optional(),
  /** True once the person was told that closing the window doesn't end the app. */
  knowsKeptRunning: z.boolean().optional(),
});

/** Display choices of the person, shared by all workspaces and hosts. */
export type Preferences = z.infer<typeof preferencesSchema>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'comfortable',
  reviewSort: 'file',
  reviewFilters: { categories: [], confidences: [], sources: [], age: null, marks: false, pinned: false },
  foldedGroups: [],
};

/** Commands of a desktop window's menu that its page runs. */
const menuItems = [
  'open-folder',
  'open-file',
  'open-sample',
  'reveal',
  'undo',
  'redo',
  'add',
  'save',
  'search',
  ...viewList.map(({ id }) => goTo(id)),
  'help',
  'report',
  ...helpPages.map(({ id }) => helpOn(id)),
] as const;
export type MenuItemName = (typeof menuItems)[number];

export const appMethods = {
  'app.start': () => ({
    about: 'First data for an interface: the open workspace, those open before, the preferences.',
    params: nothing,
    result: z.strictObject({
      version: z.string(),
      workspace: workspaceSchema.nullable(),
      /** Reason the workspace this host was started with did not open; `startEmpty`: it could begin empty there. */
      problem: z
        .strictObject({ code: z.string(), message: z.string(), path: z.string(), startEmpty: z.boolean() })
        .nullable(),
      recent: z.array(memoryPlaceSchema),
      preferences: preferencesSchema,
      today: z.string(),
      /** Abilities of only some hosts: the system's own file dialog, and showing a file in the file manager. */
      abilities: z.strictObject({ choose: z.boolean(), reveal: z.boolean() }),
    }),
  }),
  'app.mayClose': () => ({
    about: 'Answers `app.closing`: false keeps the window open; true, then or later, lets go on what was asked for.',
    params: z.strictObject({ may: z.boolean() }),
    result: nothing,
  }),
  'app.noteUnsaved': () => ({
    about: 'Tells the window whether its page has text that would be lost, so that the system may be asked to wait.',
    params: z.strictObject({ unsaved: z.boolean() }),
    result: nothing,
  }),
  'app.report': () => ({
    about: 'A report of a problem for people who help: versions, counts and codes, without anything of the person’s.',
    params: z.strictObject({ workspace: workspace.optional() }),
    result: z.strictObject({ text: z.string() }),
  }),
  'app.openLog': () => ({
    about: 'Opens the log in the system’s program for it, in the desktop app.',
    params: nothing,
    result: nothing,
  }),
  'preferences.write': () => ({
    about: 'Changes how things look for this person; what is left out stays.',
    params: z.strictObject({ values: preferencesSchema.partial() }),
    result: preferencesSchema,
  }),
} as const;

export const appEvents = {
  'preferences.changed': z.strictObject({ preferences: preferencesSchema }),
  'menu.chosen': z.strictObject({ item: z.enum(menuItems) }),
  /** The window is asked to close, and waits for `app.mayClose`. */
  'app.closing': z.strictObject({}),
  /** Notice for the person that belongs to none of their calls. */
  notice: z.strictObject({
    workspace: workspace.nullable(),
    severity: z.enum(['info', 'warning', 'error']),
    message: z.string(),
  }),
} as const;
