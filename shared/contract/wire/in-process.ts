import { createListeners } from './listeners.ts';
import type { Transport } from './protocol.ts';

/** Creates both ends of a connection within a process. Messages are copied as JSON and come later, as elsewhere. */
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

/** Creates the listeners at one end of a connection. After closing, none is called. */
export function createEnd() {
  const messages = createListeners<unknown>();
  const closes = createListeners();
  return {
    deliver: messages.tell,
    closed: (): void => {
      closes.tell();
      messages.clear();
      closes.clear();
    },
    transport: { onMessage: messages.on, onClose: closes.on },
  };
}
