import type { AnyEvent } from '../events.ts';
import type { MethodName, ParsedParams, Result } from '../methods.ts';
import type { CallContext, Service } from '../service.ts';
export type FakeCall = {
  readonly method: MethodName;
  readonly params: unknown;
  readonly caller: string;
};
/** Stands in for the engine where only the line to it is under test: remembers calls and answers as it is told. */
export type FakeService = Service & {
  readonly calls: readonly FakeCall[];
  /** Callers that left, in order. */
  readonly left: readonly string[];
  /** How many listen for events. */
  readonly listenerCount: () => number;
  answer<N extends MethodName>(
    method: N,
    how: (params: ParsedParams<N>, context: CallContext) => Result<N> | Promise<Result<N>>,
  ): void;
  emit(event: AnyEvent): void;
};
export declare function createFakeService(): FakeService;
