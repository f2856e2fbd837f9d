import type { MethodName } from '#shared/contract/contract.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import { type AppServices, appMethods } from './app/methods.ts';
import { archiveMethods } from './archive/methods.ts';
import { assistantMethods, sourceMethods } from './assistant/methods.ts';
import { decisionMethods } from './decisions/methods.ts';
import { erasureMethods } from './erasure/methods.ts';
import type { Handler } from './handlers.ts';
import { historyMethods } from './history/methods.ts';
import { contextMethods, textMethods } from './memory/methods.ts';
import type { Ports } from './ports.ts';
import { settingsMethods } from './settings/methods.ts';
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
  ...settingsMethods,
};

/** As any of them is called: the contract has checked what it is given. */
type Answer = (open: OpenWorkspace, params: { readonly workspace: string }, context: CallContext) => Promise<unknown>;

/** Everything that can be called. What is missing does not compile. */
export function allMethods(ports: Ports, app: AppServices): { readonly [N in MethodName]: Handler<N> } {
  const found = Object.entries(onWorkspace as unknown as Record<string, Answer>).map(([name, answer]) => {
    const handler = async (params: { readonly workspace: string }, context: CallContext) =>
      answer(app.workspaces.of(params.workspace), params, context);
    return [name, handler] as const;
  });
  type Found = { readonly [N in keyof typeof onWorkspace]: Handler<N> };
  return { ...appMethods(ports, app), ...(Object.fromEntries(found) as unknown as Found) };
}
