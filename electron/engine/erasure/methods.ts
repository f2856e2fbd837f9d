import type { Handlers, WorkspaceOf } from '../handlers.ts';

/** The calls about what must not be kept. */
export function erasureMethods(workspaceOf: WorkspaceOf): Handlers<'erase'> {
  return {
    'erase.preview': async ({ workspace, target }, context) => {
      return workspaceOf(workspace).erasure.preview(target, context);
    },
    'erase.carryOut': async ({ workspace, target }, context) =>
      workspaceOf(workspace).erasure.carryOut(target, context),
    'erase.returned': async ({ workspace }) => workspaceOf(workspace).erasure.returned(),
    'erase.keep': async ({ workspace, id }) => {
      await workspaceOf(workspace).erasure.keep(id);
      return {};
    },
  };
}
