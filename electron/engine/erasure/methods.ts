import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';

type Handlers<P extends string> = {
  readonly [N in MethodName & `${P}.${string}`]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

/** The calls about what must not be kept. */
export function eraseMethods(workspaceOf: (id: string) => OpenWorkspace): Handlers<'erase'> {
  return {
    'erase.preview': async ({ workspace, target }, context) => {
      const { erasure, enqueue } = workspaceOf(workspace);
      return enqueue(() => erasure.preview(target, context));
    },
    'erase.carryOut': async ({ workspace, target }, context) =>
      workspaceOf(workspace).erasure.carryOut(target, context),
    'erase.returned': async ({ workspace }) => workspaceOf(workspace).erasure.returned(),
    'erase.keep': async ({ workspace, id }) => {
      const { erasure, enqueue } = workspaceOf(workspace);
      await enqueue(() => erasure.keep(id));
      return {};
    },
  };
}
