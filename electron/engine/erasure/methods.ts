import type { WorkspaceHandlers } from '../handlers.ts';
import type { Erasure } from './erasure.ts';

type Needs = { readonly erasure: Erasure };

export const erasureHandlers: WorkspaceHandlers<'erase', Needs> = {
  'erase.preview': ({ erasure }, { target, syntax }, context) => erasure.preview({ target, syntax }, context),
  'erase.carryOut': ({ erasure }, { target, syntax }, context) => erasure.carryOut({ target, syntax }, context),
  'erase.returned': ({ erasure }) => erasure.returned(),
  'erase.keep': async ({ erasure }, { id }) => {
    await erasure.keep(id);
    return {};
  },
};
