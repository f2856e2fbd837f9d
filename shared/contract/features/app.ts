import { z } from 'zod';
import { categorySchema, confidenceSchema } from '../../entries/entry.ts';
import { helpOn, helpPages } from '../../help-pages.ts';
import { goTo, viewList } from '../../views.ts';
import { nothing, workspaceIdSchema as workspace } from '../fields.ts';
import { memoryPlaceSchema, workspaceSchema } from './workspaces.ts';

/** The app itself: how it starts, what it looks like, what it tells. */

export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  reviewSort: z.enum(['file', 'newest', 'oldest', 'leaving', 'tokens', 'name']),
  /** What Review groups entries by; as suits the memory if left out. Preferences kept by earlier versions lack it. */
  reviewGroup: z.enum(['confidence', 'section', 'topic', 'source', 'month', 'none']).optional(),
  /** What each bar of the chart of what was learned is; `none` where the chart is closed, as it is if left out. */
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
  /** Names of groups the person folded. */
  foldedGroups: z.array(z.string()),
  /** Whether hidden folders are shown where one chooses what to open. Preferences kept by earlier versions lack it. */
  hiddenFolders: z.boolean().optional(),
  /** Whether what an assistant reads is shown in its exact text, rather than as sentences. */
  exactText: z.boolean().optional(),
  /** Whether the person has read what sections and sureness are, where that stands above the list. */
  knowsFirstWords: z.boolean().optional(),
  /** Views of what agents do that were there to go to once, so that each is new only then. */
  knownAreas: z.array(z.string()).optional(),
  /** Path of the memory in which each of them had something to show last, by view: the rail leads there from other memories. */
  areasAt: z.record(z.string(), z.string()).optional(),
  /** The person’s own template for a prompt with the memory in it. */
  promptTemplate: z.string().max(100_000).optional(),
});

/** A person's choices of how things look, kept for all workspaces and hosts. */
export type Preferences = z.infer<typeof preferencesSchema>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'comfortable',
  reviewSort: 'file',
  reviewFilters: { categories: [], confidences: [], sources: [], age: null, marks: false, pinned: false },
  foldedGroups: [],
};

/** What a desktop window's menu asks its page to do. */
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
  ...helpPages.map(({ id }) => helpOn(id)),
] as const;
export type MenuItemName = (typeof menuItems)[number];

export const appMethods = {
  'app.start': () => ({
    about: 'What an interface needs before anything else: what is open already, what was open before, the preferences.',
    params: nothing,
    result: z.strictObject({
      version: z.string(),
      /** The workspace this host was started with. */
      workspace: workspaceSchema.nullable(),
      /** Why the workspace this host was started with could not be opened, and whether it could begin empty there. */
      problem: z
        .strictObject({ code: z.string(), message: z.string(), path: z.string(), startEmpty: z.boolean() })
        .nullable(),
      recent: z.array(memoryPlaceSchema),
      preferences: preferencesSchema,
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
    params: z.strictObject({ values: preferencesSchema.partial() }),
    result: preferencesSchema,
  }),
} as const;

export const appEvents = {
  'preferences.changed': z.strictObject({ preferences: preferencesSchema }),
  /** An item of the window's menu was chosen that the page carries out. */
  'menu.chosen': z.strictObject({ item: z.enum(menuItems) }),
  /** The window is asked to close, and waits for `app.mayClose`. */
  'app.closing': z.strictObject({}),
  /** Something a person should know that belongs to no call of theirs. */
  notice: z.strictObject({
    workspace: workspace.nullable(),
    severity: z.enum(['info', 'warning', 'error']),
    message: z.string(),
  }),
} as const;
