import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import type { OpenWorkspace } from './workspace/workspace.ts';

export type Handler<N extends MethodName> = (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;

type MethodsOf<P extends string> = MethodName & `${P}.${string}`;

/** Handlers of the calls that begin with a name: `Handlers<'preferences'>` all of `preferences.…`. */
export type Handlers<P extends string> = { readonly [N in MethodsOf<P>]: Handler<N> };

/** Handlers of the calls that a feature declares, if others share their prefix. */
export type HandlersOf<Declared> = { readonly [N in keyof Declared & MethodName]: Handler<N> };

/** {@link Handlers} for calls about an open workspace, which is found before they are answered. */
export type WorkspaceHandlers<P extends string> = {
  readonly [N in MethodsOf<P>]: (
    open: OpenWorkspace,
    params: ParsedParams<N>,
    context: CallContext,
  ) => Promise<Result<N>>;
};

/** {@link HandlersOf} for calls about an open workspace. */
export type WorkspaceHandlersOf<Declared> = {
  readonly [N in keyof Declared & MethodName]: (
    open: OpenWorkspace,
    params: ParsedParams<N>,
    context: CallContext,
  ) => Promise<Result<N>>;
};
