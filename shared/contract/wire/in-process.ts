import type { Transport } from './protocol.ts';

/**
 * Two ends of a connection within one process. Messages are copied as JSON and delivered later, in order, so that code
 * behaves over it as over any other transport.
 */
export function createInProcessConnection(): { readonly client: Transport; readonly host: Transport } {
  const client = createEnd();
  const host = createEnd();
  let open = true;
  const close = (): void => {
    if (open) {
      open = false;
      client.closed();
      host.closed();
    }
  };
  const carry = (to: typeof client) => (message: unknown) => {
    const text = JSON.stringify(message);
    void Promise.resolve().then(() => {
      if (open) {
        to.deliver(JSON.parse(text));
      }
    });
  };
  return {
    client: { ...client.transport, send: carry(host), close },
    host: { ...host.transport, send: carry(client), close },
  };
}

/** Who listens at one end of a connection. Nobody hears anything of one that has closed. */
export function createEnd() {
  const messages = new Set<(message: unknown) => void>();
  const closes = new Set<() => void>();
  return {
    deliver: (message: unknown): void => {
      for (const listener of messages) {
        listener(message);
      }
    },
    closed: (): void => {
      for (const listener of closes) {
        listener();
      }
      messages.clear();
      closes.clear();
    },
    transport: {
      onMessage: (listener: (message: unknown) => void) => {
        messages.add(listener);
        return () => messages.delete(listener);
      },
      onClose: (listener: () => void) => {
        closes.add(listener);
        return () => closes.delete(listener);
      },
    },
  };
}
