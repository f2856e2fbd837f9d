import { createListeners } from '#shared/contract/wire/listeners.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { chooseConnector } from './transport.ts';

/** Storage key for the workspace opened in this tab, used by reloads and after a restart of the host. */
export const openedKey = 'contexture.opened';

/** Entries read at first: more than any window shows. */
export const firstPage = 200;

type Message = Readonly<Record<string, unknown>>;

/** A call made before there was a client. Its answer waits for the client to make the same call, or the other way round. */
type Question = { readonly id: number; answer: Message | null; asker: unknown };

let opened: Promise<Transport> | null = null;

let listen = (): void => undefined;
const listening = new Promise<void>((resolve) => {
  listen = resolve;
});

/** Reports that the page is drawn and its event listeners are ready: until then events are kept. */
export const startListening = (): void => listen();

/** Connects and makes the page's first calls while it loads. The code that takes the connection reports failures. */
export function askAhead(): void {
  opened = chooseConnector()().then((connection) =>
    withQuestions(connection, sessionStorage.getItem(openedKey), listening),
  );
  opened.catch(() => undefined);
}

/** The connection opened ahead, for the first caller; null for all others. */
export function takeConnection(): Promise<Transport> | null {
  const connection = opened;
  opened = null;
  return connection;
}

/**
 * Wraps a connection with the page's first calls already made. When the client makes one of them, it gets that answer instead
 * of a second call; an event that arrives first outdates the answers, so they are dropped.
 * @param path path of the workspace opened in this tab before; null for the one the host was started with
 * @param ready resolves once someone listens to events; until then they are kept
 */
export function withQuestions(connection: Transport, path: string | null, ready: Promise<unknown>): Transport {
  const { on: onMessage, tell: deliver } = createListeners<unknown>();
  const questions = new Map<string, Question>();
  let early: unknown[] | null = [];
  let isOpen = true;

  const ask = (method: string, params: Message): void => {
    // A client counts up from 0.
    const id = Number.MAX_SAFE_INTEGER - questions.size;
    questions.set(nameOf(method, params), { id, answer: null, asker: null });
    connection.send({ type: 'call', id, method, params });
  };
  const take = (name: string, { answer, asker }: Question): void => {
    if (answer !== null && asker !== null) {
      questions.delete(name);
      deliver({ ...answer, id: asker });
    }
  };

  connection.onMessage((message) => {
    const match = isMessage(message) ? [...questions].find(([, { id }]) => id === message['id']) : undefined;
    if (match && isMessage(message)) {
      const [name, question] = match;
      question.answer = message;
      const workspace = workspaceToRead(message, path);
      if (workspace !== null) {
        ask('context.read', { workspace, limit: firstPage });
      }
      take(name, question);
      return;
    }
    forgetUnasked(questions);
    if (early !== null && isMessage(message) && message['type'] === 'event') {
      early.push(message);
    } else {
      deliver(message);
    }
  });
  void ready.then(() => {
    const waiting = early ?? [];
    early = null;
    waiting.forEach(deliver);
  });
  connection.onClose(() => {
    isOpen = false;
  });
  ask('app.start', {});

  return {
    send(message) {
      const name = isMessage(message) && message['type'] === 'call' ? nameOf(message['method'], message['params']) : '';
      const question = questions.get(name);
      if (isMessage(message) && question?.asker === null) {
        question.asker = message['id'];
        queueMicrotask(() => take(name, question));
      } else {
        connection.send(message);
      }
    },
    onMessage,
    onClose(listener) {
      if (!isOpen) {
        queueMicrotask(listener);
      }
      return connection.onClose(listener);
    },
    close: () => connection.close(),
  };
}

/** Drops unused answers, which may be out of date. */
function forgetUnasked(questions: Map<string, Question>): void {
  for (const [name, { asker }] of questions) {
    if (asker === null) {
      questions.delete(name);
    }
  }
}

const nameOf = (method: unknown, params: unknown): string => JSON.stringify([method, params]);

const isMessage = (message: unknown): message is Message => typeof message === 'object' && message !== null;

/** Workspace a page begins with, if `app.start` reports it as open and this tab had no other. */
function workspaceToRead({ type, result }: Message, path: string | null): string | null {
  const workspace = type === 'result' && isMessage(result) ? result['workspace'] : null;
  if (!isMessage(workspace) || typeof workspace['id'] !== 'string') {
    return null;
  }
  return path === null || path === workspace['path'] ? workspace['id'] : null;
}
