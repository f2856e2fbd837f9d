import { isMethodName, methods, type ParsedParams } from '../contract.ts';
import type { ErrorData } from '../error-data.ts';
import { ContextureError, toContextureError } from '../errors.ts';
import { type ToClient, type ToHost, type Transport, toHostSchema } from './protocol.ts';
import type { Service } from './service.ts';

export type HostOptions = {
  readonly caller: string;
  /** Called for every refused message and every failed call, without their content. */
  readonly onProblem?: (problem: { method: string | null; error: ErrorData }) => void;
};

/** Answers a transport's calls from a service, and forwards its events. Reports messages outside the protocol. */
export function createHost(service: Service, transport: Transport, options: HostOptions): () => void {
  const cancelled = new Set<number>();
  const running = new Set<number>();
  const send = (message: ToClient): void => transport.send(message);

  async function answer(id: number, method: string, params: unknown): Promise<void> {
    running.add(id);
    try {
      if (!isMethodName(method)) {
        throw new ContextureError('unknown_method', `There is no method called “${method}”.`, { method });
      }
      const declared = methods[method];
      const parsed = declared.params.safeParse(params);
      if (!parsed.success) {
        const issues = parsed.error.issues
          .slice(0, 10)
          .map((issue) => `${issue.path.join('.') || 'parameters'}: ${issue.message}`);
        throw new ContextureError('invalid_request', `The call ${method} was refused: ${issues.join('; ')}.`, {
          method,
          issues,
        });
      }
      const result = await service.call(method, parsed.data as ParsedParams<typeof method>, {
        caller: options.caller,
        cancelled: () => cancelled.has(id),
        progress: (progress) => {
          if (!cancelled.has(id)) {
            send({ type: 'progress', id, progress });
          }
        },
      });
      send({ type: 'result', id, result: result as never });
    } catch (error) {
      const data = toContextureError(error).toData();
      options.onProblem?.({ method: isMethodName(method) ? method : null, error: data });
      send({ type: 'error', id, error: data });
    } finally {
      running.delete(id);
      cancelled.delete(id);
    }
  }

  const offMessage = transport.onMessage((message) => {
    const arrived = asToHost(message);
    if (arrived === null) {
      const error = new ContextureError('invalid_request', 'A message that is not of the protocol was dropped.');
      options.onProblem?.({ method: null, error: error.toData() });
      const id = idOf(message);
      if (id !== null && !running.has(id)) {
        send({ type: 'error', id, error: error.toData() });
      }
      return;
    }
    if (arrived.type === 'cancel') {
      if (running.has(arrived.id)) {
        cancelled.add(arrived.id);
      }
      return;
    }
    if (running.has(arrived.id)) {
      const error = new ContextureError('invalid_request', 'A call used the number of one that is still running.');
      options.onProblem?.({ method: null, error: error.toData() });
      return;
    }
    void answer(arrived.id, arrived.method, arrived.params);
  });
  const offEvents = service.subscribe(({ event, data }) => send({ type: 'event', event, data: data as never }));

  let open = true;
  const close = (): void => {
    if (!open) {
      return;
    }
    open = false;
    for (const id of running) {
      cancelled.add(id);
    }
    offMessage();
    offEvents();
    offClose();
    service.leave(options.caller);
  };
  const offClose = transport.onClose(close);
  return close;
}

/** Returns the message if it is valid. Values nested without end overflow the check itself, and are refused. */
function asToHost(message: unknown): ToHost | null {
  try {
    const read = toHostSchema.safeParse(message).data ?? null;
    // Parameters as they came: the JSON check silently drops a name that a method may want to refuse.
    return read?.type === 'call' ? { ...read, params: (message as typeof read).params } : read;
  } catch {
    return null;
  }
}

/** Id of a call whose message is otherwise not of the protocol, so that its caller does not wait for ever. */
function idOf(message: unknown): number | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : null;
}
