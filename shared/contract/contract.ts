import type { z } from 'zod';
import { type DeclaredMethod, madeOnFirstUse } from './declared.ts';
import { appEvents, appMethods } from './features/app.ts';
import { archiveEvents, archiveMethods } from './features/archive.ts';
import { assistantEvents, assistantMethods } from './features/assistant.ts';
import { backupEvents, backupMethods, removalMethods } from './features/backup.ts';
import { bringInMethods } from './features/bring-in.ts';
import { connectionsMethods } from './features/connections.ts';
import { conversationOriginMethods } from './features/conversation-origin.ts';
import { conversationScanMethods } from './features/conversation-scan.ts';
import { conversationSearchEvents, conversationSearchMethods } from './features/conversation-search.ts';
import { conversationStoreMethods } from './features/conversation-store.ts';
import { conversationsEvents, conversationsMethods } from './features/conversations.ts';
import { decisionsEvents, decisionsMethods } from './features/decisions.ts';
import { digestMethods } from './features/digest.ts';
import { erasureEvents, erasureMethods } from './features/erasure.ts';
import { foreignWorkEvents, foreignWorkMethods } from './features/foreign-work.ts';
import { historyEvents, historyMethods } from './features/history.ts';
import { memoriesMethods } from './features/memories.ts';
import { memoryEvents, memoryMethods } from './features/memory.ts';
import { notificationsEvents, notificationsMethods } from './features/notifications.ts';
import { savedConversationMethods } from './features/saved-conversations.ts';
import { scanEvents, scanMethods } from './features/scan.ts';
import { settingsEvents, settingsMethods } from './features/settings.ts';
import { storagesEvents, storagesMethods } from './features/storages.ts';
import { textMethods } from './features/text.ts';
import { topicsEvents, topicsMethods } from './features/topics.ts';
import { transferMethods } from './features/transfer.ts';
import { twinsEvents, twinsMethods } from './features/twins.ts';
import { updatesEvents, updatesMethods } from './features/updates.ts';
import { workEvents, workMethods } from './features/work.ts';
import { workArchiveMethods } from './features/work-archive.ts';
import { workspacesEvents, workspacesMethods } from './features/workspaces.ts';

/** Every call, by feature. `about` is what `contexture methods` prints; both sides validate what arrives. */
const declared = {
  ...appMethods,
  ...workspacesMethods,
  ...memoriesMethods,
  ...digestMethods,
  ...memoryMethods,
  ...textMethods,
  ...archiveMethods,
  ...historyMethods,
  ...decisionsMethods,
  ...assistantMethods,
  ...erasureMethods,
  ...scanMethods,
  ...settingsMethods,
  ...topicsMethods,
  ...twinsMethods,
  ...bringInMethods,
  ...transferMethods,
  ...conversationsMethods,
  ...conversationStoreMethods,
  ...savedConversationMethods,
  ...conversationOriginMethods,
  ...conversationScanMethods,
  ...conversationSearchMethods,
  ...storagesMethods,
  ...connectionsMethods,
  ...updatesMethods,
  ...workMethods,
  ...foreignWorkMethods,
  ...workArchiveMethods,
  ...notificationsMethods,
  ...backupMethods,
  ...removalMethods,
} as const satisfies Record<string, () => DeclaredMethod>;

type Methods = { readonly [N in keyof typeof declared]: ReturnType<(typeof declared)[N]> };

export const methods: Methods = madeOnFirstUse(declared);

export type MethodName = keyof Methods;
/** Parameters from a caller: defaults may be left out. */
export type Params<N extends MethodName> = z.input<Methods[N]['params']>;
/** Parameters as the engine receives them: defaults filled in. */
export type ParsedParams<N extends MethodName> = z.output<Methods[N]['params']>;
export type Result<N extends MethodName> = z.output<Methods[N]['result']>;

export const isMethodName = (name: string): name is MethodName => Object.hasOwn(methods, name);

/** Broadcasts of the engine: facts, in the past tense. Calls do the work. */
export const events = {
  ...appEvents,
  ...workspacesEvents,
  ...memoryEvents,
  ...archiveEvents,
  ...historyEvents,
  ...decisionsEvents,
  ...assistantEvents,
  ...erasureEvents,
  ...scanEvents,
  ...settingsEvents,
  ...topicsEvents,
  ...twinsEvents,
  ...conversationsEvents,
  ...conversationSearchEvents,
  ...storagesEvents,
  ...workEvents,
  ...foreignWorkEvents,
  ...updatesEvents,
  ...notificationsEvents,
  ...backupEvents,
} as const;

type Events = typeof events;
export type EventName = keyof Events;
export type EventData<N extends EventName> = z.output<Events[N]>;
export type AnyEvent = { [N in EventName]: { readonly event: N; readonly data: EventData<N> } }[EventName];
