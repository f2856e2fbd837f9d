import type { WorkspaceHandlers } from '../handlers.ts';

export const scanMethods: WorkspaceHandlers<'scan'> = {
  'scan.list': ({ scan }, asked) => scan.list(asked),
  'scan.settle': async ({ scan }, { id, fine }) => {
    await scan.settle(id, fine);
    return {};
  },
};
