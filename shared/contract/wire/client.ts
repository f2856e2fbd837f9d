import { z } from 'zod';
import type { EventData, EventName, MethodName, Params, Result } from '../contract.ts';
import { ContextureError, toContextureError } from '../errors.ts';
import { type Progress, type ToClient, type ToHost, type Transport, toClientSchema } from './protocol.ts';

export type CallOptions = {
  readonly onProgress?: (progress: Progress) => void;
  /** Receives a function that cancels the call; it then fails with `cancelled`. */
  readonly onStart?: (cancel: () => void) => void;
};

export type Client = {
  /** Calls the engine. Rejects with a {@link ContextureError}, `disconnected` if the connection is gone. */
  call<N extends MethodName>(method: N, params: Params<N>, options?: CallOptions): Promise<Result<N>>;
  on<N extends EventName>(event: N, listener: (data: EventData<N>) => void): () => void;
  onClose(listener: () => void): () => void;
  close(): void;
};

/** Schemas that answers and events are validated by. */
export type ContractSchemas = {
  readonly methods: { readonly [N in MethodName]?: { readonly result: z.ZodType } };
  readonly events: { readonly [N in EventName]?: z.ZodType };
  /** Loads all of them, if these are only some. */
  readonly rest?: () => Promise<ContractSchemas>;
};

/** Recognisable part of an answer whose content is broken. */
const brokenAnswerSchema = z.object({ type: z.enum(['result', 'error']), id: z.number() });

type PendingCall = {
  readonly method: MethodName;
  readonly resolve: (result: never) => void;
  readonly reject: (error: ContextureError) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
};

type ReceivedMessage<T extends ToClient['type']> = Extract<ToClient, { type: T }>;

const isNameIn = <Schemas extends object>(schemas: Schemas, name: string): name is string & keyof Schemas =>
  Object.hasOwn(schemas, name);

function tell(
  { event, data }: ReceivedMessage<'event'>,
  events: ContractSchemas['events'],
  listeners: ReadonlyMap<EventName, ReadonlySet<(data: never) => void>>,
  onProblem: ((message: string) => void) | undefined,
): void {
  const schema = isNameIn(events, event) ? events[event] : undefined;
  if (schema === undefined) {
    onProblem?.(`An event called “${event}” is not known here.`);
    return;
  }
  const interested = listeners.get(event as EventName);
  if (!interested?.size) {
    return;
  }
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    onProblem?.(`The event ${event} did not have the declared form: ${parsed.error.message}`);
    return;
  }
  for (const listener of interested) {
    listener(parsed.data as never);
  }
}

function settle(
  { method, resolve, reject }: PendingCall,
  methods: ContractSchemas['methods'],
  arrived: ReceivedMessage<'result' | 'error'>,
): void {
  if (arrived.type === 'error') {
    reject(ContextureError.fromData(arrived.error));
    return;
  }
  const result = methods[method]?.result.safeParse(arrived.result);
  if (result === undefined) {
    reject(new ContextureError('internal', `What ${method} answers is not known here.`, { method }));
  } else if (result.success) {
    resolve(result.data as never);
  } else {
    reject(
      new ContextureError('internal', `The answer to ${method} did not have the declared form.`, {
        method,
        issues: result.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      }),
    );
  }
}

/** True if a message can only be validated by the rest of the contract. */
function needsRest(arrived: ToClient, call: PendingCall | undefined, { methods, events }: ContractSchemas): boolean {
  return arrived.type === 'event'
    ? !isNameIn(events, arrived.event)
    : arrived.type === 'result' && call !== undefined && !isNameIn(methods, call.method);
}

/** Hands on messages in order. One that `take` refuses waits for the rest of the contract, and with it all after it. */
function inOrder(contract: ContractSchemas, take: (message: unknown, schemas: ContractSchemas) => boolean) {
  let schemas = contract;
  let held: unknown[] | null = null;
  const loadRest = async ({ rest, ...start }: ContractSchemas): Promise<void> => {
    // If it can't be loaded, the host is gone, and its connection ends in a moment.
    schemas = (await rest?.().catch(() => start)) ?? start;
    const messages = held ?? [];
    held = null;
    messages.forEach(receive);
  };
  const receive = (message: unknown): void => {
    if (held !== null) {
      held.push(message);
    } else if (!take(message, schemas)) {
      held = [message];
      void loadRest(schemas);
    }
  };
  return receive;
}

/** Creates the interface's end of the contract, over any transport. Answers and events are validated on arrival. */
export function createClientOf(
  contract: ContractSchemas,
  transport: Transport,
  onProblem?: (message: string) => void,
): Client {
  const waiting = new Map<number, PendingCall>();
  const listeners = new Map<EventName, Set<(data: never) => void>>();
  let next = 0;
  let open = true;

  const send = (message: ToHost): void => transport.send(message);
  /** Takes the call that a broken answer belongs to, so that it fails rather than waits for ever. */
  const takeWaiting = (message: unknown): PendingCall | null => {
    const broken = brokenAnswerSchema.safeParse(message).data;
    const call = broken === undefined ? undefined : waiting.get(broken.id);
    if (broken === undefined || call === undefined) {
      return null;
    }
    waiting.delete(broken.id);
    return call;
  };
  const connectionLostError = (): ContextureError =>
    new ContextureError(
      'disconnected',
      'The connection to Contexture is gone. Nothing was lost; reload to go on.',
      {},
      { retry: true },
    );

  const take = (message: unknown, schemas: ContractSchemas): boolean => {
    const parsed = toClientSchema.safeParse(message);
    if (!parsed.success) {
      const call = takeWaiting(message);
      if (call === null) {
        onProblem?.('A message that is not of the protocol was dropped.');
      } else {
        call.reject(new ContextureError('internal', `The answer to ${call.method} is not of the protocol.`));
      }
      return true;
    }
    const arrived = parsed.data;
    const call = arrived.type === 'event' ? undefined : waiting.get(arrived.id);
    if (schemas.rest !== undefined && needsRest(arrived, call, schemas)) {
      return false;
    }
    if (arrived.type === 'event') {
      tell(arrived, schemas.events, listeners, onProblem);
    } else if (call && arrived.type === 'progress') {
      call.onProgress?.(arrived.progress);
    } else if (call && arrived.type !== 'progress') {
      waiting.delete(arrived.id);
      settle(call, schemas.methods, arrived);
    }
    return true;
  };
  transport.onMessage(inOrder(contract, take));
  transport.onClose(() => {
    open = false;
    for (const call of waiting.values()) {
      call.reject(connectionLostError());
    }
    waiting.clear();
  });

  return {
    call(method, params, options = {}) {
      return new Promise((resolve, reject) => {
        if (!open) {
          reject(connectionLostError());
          return;
        }
        const id = next++;
        waiting.set(id, {
          method,
          resolve: resolve as (result: never) => void,
          reject,
          onProgress: options.onProgress,
        });
        let sent = false;
        options.onStart?.(() => {
          if (waiting.delete(id)) {
            if (sent) {
              send({ type: 'cancel', id });
            }
            reject(new ContextureError('cancelled', 'Stopped. What was already done stays and can be undone.'));
          }
        });
        // It may have been cancelled while it was being started.
        if (!waiting.has(id)) {
          return;
        }
        try {
          sent = true;
          send({ type: 'call', id, method, params: params as never });
        } catch (error) {
          // A transport refuses messages it can't carry, such as one too large.
          waiting.delete(id);
          reject(toContextureError(error));
        }
      });
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set);
      set.add(listener as (data: never) => void);
      return () => set.delete(listener as (data: never) => void);
    },
    onClose: (listener) => transport.onClose(listener),
    close: () => transport.close(),
  };
}
