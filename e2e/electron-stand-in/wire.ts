/**
 * Calls between the process that runs the main bundle and the one with the browser. Both ends ask and answer, in order,
 * over Node's channel between parent and child.
 */
export type Wire = {
  call(name: string, ...values: readonly unknown[]): Promise<unknown>;
  /** Calls without waiting for an answer. */
  tell(name: string, ...values: readonly unknown[]): void;
};

export type Handlers = Readonly<Record<string, (...values: never[]) => unknown>>;

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly values: readonly unknown[] }
  | { readonly kind: 'tell'; readonly name: string; readonly values: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

type Channel = {
  send(message: object): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
};

export function createWire(channel: Channel, handlers: Handlers): Wire {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let next = 0;

  const handlerOf = (name: string): ((...values: unknown[]) => unknown) => {
    const handler = handlers[name];
    if (handler === undefined) {
      throw new Error(`Nobody answers to ${name} at this end.`);
    }
    return handler as (...values: unknown[]) => unknown;
  };

  async function answer(id: number, name: string, values: readonly unknown[]): Promise<void> {
    try {
      channel.send({ kind: 'answer', id, value: await handlerOf(name)(...values) });
    } catch (error) {
      channel.send({
        kind: 'failure',
        id,
        message: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
      });
    }
  }

  channel.on('message', (given) => {
    const message = given as Message;
    switch (message.kind) {
      case 'call':
        void answer(message.id, message.name, message.values);
        return;
      case 'tell':
        handlerOf(message.name)(...message.values);
        return;
      case 'answer':
        waiting.get(message.id)?.resolve(message.value);
        waiting.delete(message.id);
        return;
      case 'failure':
        waiting.get(message.id)?.reject(new Error(message.message));
        waiting.delete(message.id);
    }
  });

  return {
    call: (name, ...values) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        channel.send({ kind: 'call', id, name, values });
      }),
    tell: (name, ...values) => {
      channel.send({ kind: 'tell', name, values });
    },
  };
}

/** Suffix of the http host that replaces an app's own scheme, because the browser can only be served http. */
export const standInSuffix = '.app.localhost';

export function toBrowserAddress(address: string): string {
  return address.replace(/^app:\/\/([^/]+)/, `http://$1${standInSuffix}`);
}

export function toAppAddress(address: string): string {
  return address.replace(/^http:\/\/([^/]+)\.app\.localhost(?=\/|$)/, 'app://$1');
}

export type FrameAddress = { readonly url: string; readonly isTop: boolean };
export type ServedRequest = { readonly url: string; readonly method: string };
export type ServedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};
