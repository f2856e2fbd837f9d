import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { maxMessageBytes } from '#shared/contract/wire/message-text.ts';

export type MessagePipe = Transport & {
  /** Resolves once nothing more can arrive: the other side closed its end, or is gone. */
  readonly ended: Promise<void>;
  /** Resolves once every request that arrived has been answered, or given up by the other side. */
  answered(): Promise<void>;
};

export type PipeOptions = {
  /** The answer to a message that is not to be handed on; null for any other. */
  readonly answer?: (message: JSONRPCMessage) => JSONRPCMessage | null;
  /** A message as it is to be sent. */
  readonly say?: (message: JSONRPCMessage) => JSONRPCMessage;
};

/**
 * Messages of the protocol over standard input and output, one to a line. Unlike the library's own it answers what is
 * no message instead of passing over it, outlives one that is too long, and knows when the other side is gone.
 */
export function createMessagePipe(input: Readable, output: Writable, { answer, say }: PipeOptions = {}): MessagePipe {
  const decoder = new StringDecoder('utf8');
  const open = new Set<RequestId>();
  const whenAnswered = new Set<() => void>();
  let line: string[] = [];
  let length = 0;
  let tooLong = false;
  let gone = false;
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  function settle(...ids: readonly RequestId[]): void {
    for (const id of ids) {
      open.delete(id);
    }
    if (open.size === 0) {
      for (const told of whenAnswered) {
        told();
      }
      whenAnswered.clear();
    }
  }

  function write(message: object): Promise<void> {
    if (gone) {
      return Promise.resolve();
    }
    return new Promise((resolve) => output.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }

  function refuse(code: number, message: string, id: unknown = null): void {
    void write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  function receive(text: string): void {
    if (text.trim() === '') {
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      refuse(ErrorCode.ParseError, 'That line is not JSON. Send one JSON-RPC message to a line.');
      return;
    }
    const message = asMessage(value);
    if (message === null) {
      refuse(ErrorCode.InvalidRequest, 'That is not a JSON-RPC 2.0 message of this protocol.', idOf(value));
      return;
    }
    const own = answer?.(message) ?? null;
    if (own !== null) {
      void write(own);
      return;
    }
    if (isJSONRPCRequest(message)) {
      open.add(message.id);
    }
    pipe.onmessage?.(message);
    if ('method' in message && message.method === 'notifications/cancelled') {
      // A request that is given up is not answered.
      settle(message.params?.['requestId'] as RequestId);
    }
  }

  function finishLine(): void {
    const text = line.join('').replace(/\r$/, '');
    const wasTooLong = tooLong;
    line = [];
    length = 0;
    tooLong = false;
    if (wasTooLong) {
      refuse(ErrorCode.InvalidRequest, `That message is too large: ${maxMessageBytes} bytes are taken at most.`);
    } else {
      receive(text);
    }
  }

  function add(text: string): void {
    length += text.length;
    tooLong ||= length > maxMessageBytes;
    if (tooLong) {
      line = [];
    } else {
      line.push(text);
    }
  }

  function onData(chunk: Buffer): void {
    const [first = '', ...further] = decoder.write(chunk).split('\n');
    add(first);
    for (const text of further) {
      finishLine();
      add(text);
    }
  }

  function hangUp(): void {
    gone = true;
    settle(...open);
    end();
  }

  const pipe: MessagePipe = {
    ended,
    async start() {
      input.on('data', onData);
      input.once('end', end);
      input.once('close', end);
      input.once('error', end);
      // Nobody reads what we say any more.
      output.on('error', hangUp);
    },
    async send(message) {
      await write(say?.(message) ?? message);
      if ('id' in message && !('method' in message) && message.id !== undefined) {
        settle(message.id);
      }
    },
    answered: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => whenAnswered.add(resolve))),
    async close() {
      input.off('data', onData);
      input.pause();
      end();
      pipe.onclose?.();
    },
  };
  return pipe;
}

function asMessage(value: unknown): JSONRPCMessage | null {
  try {
    return JSONRPCMessageSchema.safeParse(value).data ?? null;
  } catch {
    return null; // nested without end
  }
}

function idOf(value: unknown): unknown {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
