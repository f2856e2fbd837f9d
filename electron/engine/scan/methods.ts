import type { WorkspaceHandlers } from '../handlers.ts';
import type { Scan } from './scan.ts';

type Needs = { readonly scan: Scan };

export const scanHandlers: WorkspaceHandlers<'scan', Needs> = {
  'scan.list': ({ scan }, request) => scan.list(request),
  'scan.settle': async ({ scan }, { id, fine }) => {
    await scan.settle(id, fine);
    return {};
  },
};
