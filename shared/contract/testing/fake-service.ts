import type { AnyEvent, MethodName, ParsedParams, Result } from '../contract.ts';
import { ContextureError } from '../errors.ts';
import type { CallContext, Service } from '../wire/service.ts';

type FakeCall = { readonly method: MethodName; readonly params: unknown; readonly caller: string };

/** Replaces the engine in tests of the connection: records calls and gives set answers. */
export type FakeService = Service & {
  readonly calls: readonly FakeCall[];
  /** Callers that disconnected, in order. */
  readonly left: readonly string[];
  /** Number of listeners for events. */
  readonly listenerCount: () => number;
  answer<N extends MethodName>(
    method: N,
    how: (params: ParsedParams<N>, context: CallContext) => Result<N> | Promise<Result<N>>,
  ): void;
  emit(event: AnyEvent): void;
};

export function createFakeService(): FakeService {
  const calls: FakeCall[] = [];
  const left: string[] = [];
  const listeners = new Set<(event: AnyEvent) => void>();
  const answers = new Map<MethodName, (params: never, context: CallContext) => unknown>();

  return {
    calls,
    left,
    listenerCount: () => listeners.size,
    async call(method, params, context) {
      calls.push({ method, params, caller: context.caller });
      const how = answers.get(method);
      if (how === undefined) {
        throw new ContextureError('not_found', `The test has no answer to ${method}.`);
      }
      return (await how(params as never, context)) as never;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leave: (caller) => {
      left.push(caller);
    },
    answer: (method, how) => {
      answers.set(method, how as (params: never, context: CallContext) => unknown);
    },
    emit(event) {
      for (const listener of listeners) {
        listener(event);
      }
    },
  };
}
