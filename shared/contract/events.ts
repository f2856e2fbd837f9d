import { z } from 'zod';
import {
  changeSchema,
  contextSummarySchema,
  preferencesSchema,
  settingsSchema,
  spliceSchema,
  workspaceIdSchema,
  writerSchema,
} from './model.ts';

const workspace = workspaceIdSchema;

/** What a desktop window's menu asks its page to do. */
export const menuItems = [
  'open-folder',
  'open-file',
  'open-sample',
  'reveal',
  'undo',
  'redo',
  'add',
  'save',
  'search',
  'go-review',
  'go-archive',
  'go-editor',
  'go-history',
  'go-assistant',
  'go-settings',
  'help',
] as const;
export type MenuItemName = (typeof menuItems)[number];

/** What the engine broadcasts: facts, in the past tense. Calls do the work. */
export const events = {
  /** The context file or what is known about it changed. Entries follow by applying the splices to revision `from`. */
  'context.changed': z.strictObject({
    workspace,
    from: z.int(),
    revision: z.int(),
    splices: z.array(spliceSchema),
    summary: contextSummarySchema,
    /** Who: someone at an interface of this engine, with the change made; or others, another process of ours included. */
    by: z.discriminatedUnion('who', [
      z.strictObject({ who: z.literal('interface'), change: changeSchema.nullable() }),
      z.strictObject({
        who: z.literal('outside'),
        /** Who they are, each once, by what the history says; empty where no version was written. */
        writers: z.array(writerSchema),
        added: z.int(),
        changed: z.int(),
        removed: z.int(),
      }),
    ]),
  }),
  /** Archive files came, went or changed. */
  'archive.changed': z.strictObject({ workspace, revision: z.int() }),
  /** Versions were kept, let go or found damaged. */
  'history.changed': z.strictObject({ workspace }),
  /** What waits for the person became more or less. */
  'cards.changed': z.strictObject({ workspace }),
  /** The files an assistant reads before the memory changed, or what is known of them. */
  'sources.changed': z.strictObject({ workspace }),
  /** What `erase.returned` says changed. */
  'erase.changed': z.strictObject({ workspace }),
  /** A text was erased everywhere: whoever still has it in view or in mind forgets it. */
  'erase.done': z.strictObject({ workspace, texts: z.array(z.string()) }),
  /** The workspace's settings, or what in their file can't be used, changed. */
  'settings.changed': z.strictObject({ workspace, settings: settingsSchema, problems: z.array(z.string()) }),
  'preferences.changed': z.strictObject({ preferences: preferencesSchema }),
  /** The list of workspaces opened before changed. */
  'recent.changed': z.strictObject({}),
  /** The workspace's folder went away, or came back. */
  'workspace.reachable': z.strictObject({ workspace, reachable: z.boolean() }),
  /** An item of the window's menu was chosen that the page carries out. */
  'menu.chosen': z.strictObject({ item: z.enum(menuItems) }),
  /** A file or folder was handed to a window that is open: by the system, the menu or a second start. */
  'open.requested': z.strictObject({ path: z.string() }),
  /** The window is asked to close, and waits for `app.mayClose`. */
  'app.closing': z.strictObject({}),
  /** Something a person should know that belongs to no call of theirs. */
  notice: z.strictObject({
    workspace: workspace.nullable(),
    severity: z.enum(['info', 'warning', 'error']),
    message: z.string(),
  }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventData<N extends EventName> = z.output<Events[N]>;
/** Any event with its name, as it crosses. */
export type AnyEvent = { [N in EventName]: { readonly event: N; readonly data: EventData<N> } }[EventName];

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name);
}
