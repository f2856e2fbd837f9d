import { madeOnFirstUse } from './declared.ts';
import { appEvents, appMethods } from './features/app.ts';
import { memoryEvents, memoryMethods } from './features/memory.ts';
import { workspacesEvents, workspacesMethods } from './features/workspaces.ts';

/** The part of the contract that a page shows its first entries with. */
export const startContract = {
  methods: madeOnFirstUse({ ...appMethods, ...workspacesMethods, ...memoryMethods }),
  events: { ...appEvents, ...workspacesEvents, ...memoryEvents },
};
