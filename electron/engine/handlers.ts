import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import type { OpenWorkspace } from './workspace/workspace.ts';

/** What answers a call. */
export type Handler<N extends MethodName> = (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;

/** What answers the calls that begin with a name: `Handlers<'history'>` all of `history.…`. */
export type Handlers<P extends string> = { readonly [N in MethodName & `${P}.${string}`]: Handler<N> };

/** @throws `workspace_not_open` */
export type WorkspaceOf = (id: string) => OpenWorkspace;
