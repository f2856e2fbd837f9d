import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';

export type Handler<N extends MethodName> = (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;

type MethodsOf<P extends string> = MethodName & `${P}.${string}`;

/** Handlers of the calls that begin with a name: `Handlers<'preferences'>` all of `preferences.…`. */
export type Handlers<P extends string> = { readonly [N in MethodsOf<P>]: Handler<N> };

/** Handlers of the calls that a feature declares, if others share their prefix. */
export type HandlersOf<Declared> = { readonly [N in keyof Declared & MethodName]: Handler<N> };

/** {@link Handlers} for calls about an open workspace, which are given what they need of it. */
export type WorkspaceHandlers<P extends string, Needs> = {
  readonly [N in MethodsOf<P>]: WorkspaceHandler<N, Needs>;
};

/** {@link HandlersOf} for calls about an open workspace. */
export type WorkspaceHandlersOf<Declared, Needs> = {
  readonly [N in keyof Declared & MethodName]: WorkspaceHandler<N, Needs>;
};

type WorkspaceHandler<N extends MethodName, Needs> = (
  needs: Needs,
  params: ParsedParams<N>,
  context: CallContext,
) => Promise<Result<N>>;

type AnyHandler<Needs> = (needs: Needs, params: never, context: CallContext) => Promise<unknown>;

/** Hands a feature's handlers what they need of a workspace. */
export function handlersFor<Needs, Names extends string>(
  handlers: Readonly<Record<Names, AnyHandler<Needs>>>,
  needs: NoInfer<Needs>,
): { readonly [N in Names & MethodName]: Handler<N> } {
  const bound = Object.entries<AnyHandler<Needs>>(handlers).map(([name, handler]) => [
    name,
    (params: never, context: CallContext) => handler(needs, params, context),
  ]);
  // The contract has checked the parameters that belong to a name.
  return Object.fromEntries(bound);
}
