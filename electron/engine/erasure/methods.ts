import type { WorkspaceHandlers } from '../handlers.ts';

export const erasureMethods: WorkspaceHandlers<'erase'> = {
  'erase.preview': ({ erasure }, { target }, context) => erasure.preview(target, context),
  'erase.carryOut': ({ erasure }, { target }, context) => erasure.carryOut(target, context),
  'erase.returned': ({ erasure }) => erasure.returned(),
  'erase.keep': async ({ erasure }, { id }) => {
    await erasure.keep(id);
    return {};
  },
};
