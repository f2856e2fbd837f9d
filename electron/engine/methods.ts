import type { MethodName } from '#shared/contract/contract.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import { type AppServices, appMethods } from './app/methods.ts';
import { archiveMethods } from './archive/methods.ts';
import { assistantMethods, sourceMethods } from './assistant/methods.ts';
import { bringInMethods } from './bring-in/methods.ts';
import { connectionsMethods } from './connections/methods.ts';
import type { createConversations } from './conversations/conversations.ts';
import { conversationStoreMethods } from './conversations/store/methods.ts';
import { decisionMethods } from './decisions/methods.ts';
import { erasureMethods } from './erasure/methods.ts';
import type { Handler } from './handlers.ts';
import { historyMethods } from './history/methods.ts';
import { memoriesMethods } from './memories/methods.ts';
import { otherMemories } from './memories/other-memories.ts';
import type { Projects } from './memories/project-folder.ts';
import { contextMethods, textMethods } from './memory/methods.ts';
import type { Ports } from './ports.ts';
import { scanMethods } from './scan/methods.ts';
import { settingsMethods } from './settings/methods.ts';
import { storagesMethods } from './storages/methods.ts';
import { topicMethods } from './topics/methods.ts';
import { transferMethods } from './transfer/methods.ts';
import { twinsMethods } from './twins/methods.ts';
import { workArchiveMethods } from './work/archive-methods.ts';
import { workMethods } from './work/methods.ts';
import { waitingAt } from './workspace/waiting.ts';
import type { OpenWorkspace } from './workspace/workspace.ts';

/** The calls about an open workspace, a line for each feature. */
const onWorkspace = {
  ...contextMethods,
  ...textMethods,
  ...archiveMethods,
  ...historyMethods,
  ...decisionMethods,
  ...assistantMethods,
  ...sourceMethods,
  ...erasureMethods,
  ...scanMethods,
  ...settingsMethods,
  ...topicMethods,
  ...twinsMethods,
  ...bringInMethods,
  ...storagesMethods,
  ...workMethods,
  ...workArchiveMethods,
  ...conversationStoreMethods,
};

/** Any handler, with its workspace or without: its parameters depend on its name, and the contract has checked them. */
type Answer = (open: OpenWorkspace, params: never, context: CallContext) => Promise<unknown>;
type AnyCall = (params: never, context: CallContext) => Promise<unknown>;

/** Collects all methods that can be called. A missing one does not compile. */
export function allMethods(
  ports: Ports,
  app: AppServices,
  conversations: ReturnType<typeof createConversations>['methods'],
  projects: () => Projects,
): { readonly [N in MethodName]: Handler<N> } {
  const found = Object.entries<Answer>(onWorkspace).map(([name, answer]): [string, AnyCall] => {
    const handler = async (params: { readonly workspace: string }, context: CallContext) =>
      answer(await app.workspaces.of(params.workspace), params as never, context);
    return [name, handler];
  });
  type OpenHandlers = { readonly [N in keyof typeof onWorkspace]: Handler<N> };
  const recent = async () => (await app.recent.list()).map(({ path }) => path);
  const onOpen = Object.fromEntries(found) as OpenHandlers;
  const transfer = transferMethods({
    of: app.workspaces.of,
    open: app.workspaces.openBeside,
    realPath: (path) => ports.files.realPath(path),
    others: (work) => otherMemories(ports, recent, projects(), work),
    preview: onOpen['context.preview'],
    change: onOpen['context.change'],
    undo: onOpen['context.undo'],
  });
  const ofApp = {
    ...appMethods(ports, app),
    ...memoriesMethods(ports, recent, projects, app.workspaces.of, (place) => waitingAt(ports, place)),
    ...transfer,
    ...connectionsMethods(ports, app.workspaces.of),
    ...conversations,
  };
  return { ...ofApp, ...onOpen };
}
