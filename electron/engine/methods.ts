import type { MethodName } from '#shared/contract/contract.ts';
import { type AppServices, appMethods } from './app/methods.ts';
import { archiveMethods } from './archive/methods.ts';
import { assistantMethods } from './assistant/methods.ts';
import { sourceMethods } from './assistant/source-methods.ts';
import { decisionMethods } from './decisions/methods.ts';
import { erasureMethods } from './erasure/methods.ts';
import type { Handler } from './handlers.ts';
import { historyMethods } from './history/methods.ts';
import { contextMethods } from './memory/methods.ts';
import { textMethods } from './memory/text-methods.ts';
import type { Ports } from './ports.ts';
import { settingsMethods } from './settings/methods.ts';

/** Everything that can be called, a line for each feature. One that is missing does not compile. */
export function allMethods(ports: Ports, app: AppServices): { readonly [N in MethodName]: Handler<N> } {
  const { of } = app.workspaces;
  return {
    ...appMethods(ports, app),
    ...contextMethods(of),
    ...textMethods(of),
    ...archiveMethods(of),
    ...historyMethods(ports, of),
    ...decisionMethods(of),
    ...assistantMethods(ports, of),
    ...sourceMethods(of),
    ...erasureMethods(of),
    ...settingsMethods(of),
  };
}
