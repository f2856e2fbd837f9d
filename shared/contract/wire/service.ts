import type { AnyEvent, MethodName, ParsedParams, Result } from '../contract.ts';
import type { Progress } from './protocol.ts';

export type CallContext = {
  /** Same for all calls over one connection. */
  readonly caller: string;
  /** True once the caller no longer wants the answer. Long work asks between its steps. */
  readonly cancelled: () => boolean;
  readonly progress: (progress: Progress) => void;
};

/** The engine as its hosts see it. Parameters arrive validated, with defaults filled in. */
export type Service = {
  call<N extends MethodName>(method: N, params: ParsedParams<N>, context: CallContext): Promise<Result<N>>;
  subscribe(listener: (event: AnyEvent) => void): () => void;
  /** A caller's connection is gone. */
  leave(caller: string): void;
};
