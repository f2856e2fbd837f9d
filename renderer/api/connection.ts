import { create } from 'zustand';
import type { EventData, EventName, MethodName, Params, Result } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { startContract } from '#shared/contract/start-contract.ts';
import { type CallOptions, type Client, createClientOf } from '#shared/contract/wire/client.ts';
import { createListeners } from '#shared/contract/wire/listeners.ts';
import { takeConnection } from './ahead.ts';
import { mayChangeUnrecorded } from './questions.ts';
import { codeInAddress } from './run-keys.ts';
import { type Connector, chooseConnector } from './transport.ts';
import { type RefusalReason, whyRefused } from './web-connection.ts';

/** An error as the interface keeps it: a fixed code to decide by and a sentence to show. */
export type Problem = Pick<ContextureError, 'code' | 'message' | 'details' | 'retry'>;

export const problemOf: (error: unknown) => Problem = toContextureError;

/** Reason something could not be opened, and whether an empty memory could begin there. */
export type OpenProblem = {
  readonly message: string;
  readonly path: string;
  /** The same path as the message gives it, if known. */
  readonly named?: string;
  readonly startEmpty: boolean;
};

export function openProblemOf(error: unknown, path: string): OpenProblem {
  const { message, details } = toContextureError(error);
  const named = details['path'];
  return { message, path, ...(typeof named === 'string' && { named }), startEmpty: details['startEmpty'] === true };
}

type ConnectionState =
  | { readonly kind: 'connecting'; readonly attempt: number; readonly refused?: RefusalReason }
  | { readonly kind: 'following' }
  | { readonly kind: 'reconnecting'; readonly attempt: number; readonly refused?: RefusalReason };

export const useConnection = create<ConnectionState>(() => ({ kind: 'connecting', attempt: 0 }));

type AnyListener = (data: never) => void;

const listeners = new Map<EventName, Set<AnyListener>>();
const connected = createListeners();
const problems = createListeners<string>();
let client: Client | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let connector: Connector | null = null;

const firstDelay = 250;
const longestDelay = 5000;

/** Opens the connection and keeps it open: if it is lost, it is opened again, at growing intervals. */
export function keepConnected(): void {
  connector = chooseConnector();
  void connect(0);
  const hurry = (): void => {
    if (
      document.visibilityState === 'visible' &&
      useConnection.getState().kind !== 'following' &&
      retry !== undefined
    ) {
      tryNow();
    }
  };
  document.addEventListener('visibilitychange', hurry);
  window.addEventListener('online', hurry);
  // The address of a new run was entered in this tab.
  window.addEventListener('hashchange', () => codeInAddress() !== null && tryNow());
}

export function tryNow(): void {
  clearTimeout(retry);
  retry = undefined;
  void connect(1);
}

const loadContract = () => loadPart(() => import('#shared/contract/contract.ts'));

async function connect(attempt: number): Promise<void> {
  if (!connector) {
    return;
  }
  try {
    const transport = await (takeConnection() ?? connector());
    const next = createClientOf({ ...startContract, rest: loadContract }, transport, problems.tell);
    client = next;
    for (const [name, set] of listeners) {
      for (const listener of set) {
        next.on(name, listener as (data: EventData<typeof name>) => void);
      }
    }
    next.onClose(() => {
      client = null;
      useConnection.setState({ kind: 'reconnecting', attempt: 1 }, true);
      retryLater(1);
    });
    useConnection.setState({ kind: 'following' }, true);
    connected.tell();
  } catch {
    const kind = useConnection.getState().kind === 'connecting' ? 'connecting' : 'reconnecting';
    const refused = whyRefused();
    useConnection.setState({ kind, attempt: attempt + 1, ...(refused && { refused }) }, true);
    retryLater(attempt + 1);
  }
}

function retryLater(attempt: number): void {
  const delay = Math.min(longestDelay, firstDelay * 2 ** Math.min(attempt - 1, 10));
  retry = setTimeout(() => {
    retry = undefined;
    void connect(attempt);
  }, delay);
}

/** Calls the engine. If the change can't be recorded, the person is asked first; `cancelled` if they say no. */
export async function call<N extends MethodName>(
  method: N,
  params: Params<N>,
  options?: CallOptions,
): Promise<Result<N>> {
  try {
    return await callNow(method, params, options);
  } catch (error) {
    const { code, details } = toContextureError(error);
    if (code !== 'not_recorded' || !('workspace' in params) || params.workspace === undefined) {
      throw error;
    }
    if (!(await mayChangeUnrecorded())) {
      throw new ContextureError('cancelled', 'Nothing was changed. Changes can’t be recorded for now.', details);
    }
    await callNow('history.goWithout', { workspace: params.workspace });
    return callNow(method, params, options);
  }
}

/** Calls the engine as long as the answer is awaited, and fails with `cancelled` from then on. */
export const callWhile =
  (isAwaited: () => boolean): typeof call =>
  (method, params) =>
    isAwaited() ? call(method, params) : Promise.reject(new ContextureError('cancelled', 'Stopped.'));

function callNow<N extends MethodName>(method: N, params: Params<N>, options?: CallOptions): Promise<Result<N>> {
  if (!client) {
    return Promise.reject(
      new ContextureError(
        'disconnected',
        'Contexture can’t be reached right now. Nothing was changed; the page keeps trying.',
        {},
        { retry: true },
      ),
    );
  }
  return client.call(method, params, options);
}

/** Listens to an event for as long as the page lives, over every new connection. Returns the unsubscribe. */
export function on<N extends EventName>(event: N, listener: (data: EventData<N>) => void): () => void {
  const set = listeners.get(event) ?? new Set();
  listeners.set(event, set);
  set.add(listener as AnyListener);
  const off = client?.on(event, listener);
  return () => {
    set.delete(listener as AnyListener);
    off?.();
  };
}

/** Loads a part of the program, only from a host that has proven itself: another program may have taken its place. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  await whenConnected();
  try {
    return await load();
  } catch (error) {
    // Usually the host stopped while the part was loading, and its connection ends a moment later. Wait for a host to load it
    // from before reporting a failure.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await whenConnected();
    throw error;
  }
}

/** Resolves at once, or, if the connection was lost, when there is another. */
export function whenConnected(): Promise<void> {
  return useConnection.getState().kind === 'reconnecting'
    ? new Promise((resolve) => {
        const off = onConnect(() => {
          off();
          resolve();
        });
      })
    : Promise.resolve();
}

/** Subscribes to messages that could not be understood, and were dropped. */
export const onConnectionProblem = problems.on;

export const onConnect = connected.on;
