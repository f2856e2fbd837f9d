import { EventEmitter, once } from 'node:events';
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
import { jsonNesting, maxNesting } from '#shared/text/nesting.ts';
import { parseJson } from '#shared/text/parse-json.ts';

// The library's StdioServerTransport can't replace this, nor be wrapped with less code: it doesn't answer a bad message,
// closes at one that is too long, and does not notice that its input ends or that its output is gone.

type MessagePipe = Transport & {
  /** Resolves once nothing more can arrive: the other side closed its end, or is gone. */
  readonly ended: Promise<void>;
  /** Resolves once every request that arrived has been answered, or cancelled by the other side. */
  answered(): Promise<void>;
};

type PipeOptions = {
  /** Answers a message that must not be passed on; null for any other. */
  readonly answer: (message: JSONRPCMessage, text: string) => JSONRPCMessage | null;
  readonly say: (message: JSONRPCMessage) => JSONRPCMessage;
};

/** Carries messages of the protocol over standard input and output, one to a line. */
export function createMessagePipe(input: Readable, output: Writable, { answer, say }: PipeOptions): MessagePipe {
  const requests = createOpenRequests();
  const onData = createLineReader({ line: receive, tooLong: (ends) => refuse({ ...tooLarge, id: idBetween(ends) }) });
  let gone = false;
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  function write(message: object): Promise<void> {
    if (gone) {
      return Promise.resolve();
    }
    return new Promise((resolve) => output.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }

  function refuse({ id = null, ...error }: Refusal): void {
    void write({ jsonrpc: '2.0', id, error });
  }

  function receive(text: string): void {
    const read = readMessage(text);
    if ('code' in read) {
      refuse(read);
      return;
    }
    const own = answer(read, text);
    if (own !== null) {
      void write(own);
      return;
    }
    if (isJSONRPCRequest(read)) {
      requests.open(read.id);
    }
    pipe.onmessage?.(read);
    if ('method' in read && read.method === 'notifications/cancelled') {
      // A cancelled request gets no answer.
      requests.settle(read.params?.['requestId'] as RequestId);
    }
  }

  function hangUp(): void {
    gone = true;
    requests.settleAll();
    end();
  }

  const pipe: MessagePipe = {
    ended,
    answered: requests.settled,
    async start() {
      input.on('data', onData);
      input.once('end', end);
      input.once('close', end);
      input.once('error', end);
      // The other side doesn't read any more.
      output.on('error', hangUp);
    },
    async send(message) {
      await write(say(message));
      if ('id' in message && !('method' in message) && message.id !== undefined) {
        requests.settle(message.id);
      }
    },
    async close() {
      input.off('data', onData);
      input.pause();
      end();
      pipe.onclose?.();
    },
  };
  return pipe;
}

function createOpenRequests() {
  const waiting = new Set<RequestId>();
  const events = new EventEmitter();

  function settle(...ids: readonly RequestId[]): void {
    for (const id of ids) {
      waiting.delete(id);
    }
    if (waiting.size === 0) {
      events.emit('settled');
    }
  }

  return {
    open: (id: RequestId): void => void waiting.add(id),
    settle,
    settleAll: (): void => settle(...waiting),
    async settled(): Promise<void> {
      if (waiting.size > 0) {
        await once(events, 'settled');
      }
    },
  };
}

/** Start and end of a line that was too long to keep. */
type Ends = { readonly start: string; readonly end: string };

const keptOfEnds = 1000;

/** Cuts the input into lines, and keeps only the ends of a line that is too long. Skips blank lines. */
function createLineReader(on: {
  line: (text: string) => void;
  tooLong: (ends: Ends) => void;
}): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  let ends: Ends = { start: '', end: '' };

  function add(text: string): void {
    length += text.length;
    if (length > maxMessageBytes) {
      const whole = [...parts, text];
      const start = ends.start === '' ? whole.join('').slice(0, keptOfEnds) : ends.start;
      ends = { start, end: (ends.end + whole.join('').slice(-keptOfEnds)).slice(-keptOfEnds) };
      parts = [];
    } else {
      parts.push(text);
    }
  }

  function finish(): void {
    const text = parts.join('');
    const tooLong = length > maxMessageBytes ? ends : null;
    parts = [];
    length = 0;
    ends = { start: '', end: '' };
    if (tooLong !== null) {
      on.tooLong(tooLong);
    } else if (text.trim() !== '') {
      on.line(text);
    }
  }

  return (chunk) => {
    const [first = '', ...further] = decoder.write(chunk).split('\n');
    add(first);
    for (const text of further) {
      finish();
      add(text);
    }
  };
}

/** Places where clients write a request's id: among its first members, or after the parameters. */
const idAtStart =
  /^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*"id"\s*:\s*("[^"\\]{0,200}"|-?\d{1,15})\s*[,}]/;
const idAtEnd = /,\s*"id"\s*:\s*("[^"\\]{0,200}"|-?\d{1,15})(?:\s*,\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*")*\s*\}\s*$/;

/** Finds the id of a request from its ends; null if they don't contain it. */
function idBetween({ start, end }: Ends): RequestId | null {
  const [, id] = idAtStart.exec(start) ?? idAtEnd.exec(end) ?? [];
  return id === undefined ? null : (JSON.parse(id) as RequestId);
}

type Refusal = { readonly id?: RequestId | null; readonly code: ErrorCode; readonly message: string };

const tooLarge: Refusal = {
  code: ErrorCode.InvalidRequest,
  message: `That message is too large: ${maxMessageBytes} bytes are taken at most.`,
};

function readMessage(text: string): JSONRPCMessage | Refusal {
  const value = parseJson(text);
  if (value === undefined && jsonNesting(text) > maxNesting) {
    const id = idBetween({ start: text.slice(0, keptOfEnds), end: text.slice(-keptOfEnds) });
    const message = `That message is nested too deeply: ${maxNesting} levels are read at most.`;
    return { id, code: ErrorCode.InvalidRequest, message };
  }
  if (value === undefined) {
    return { code: ErrorCode.ParseError, message: 'That line is not JSON. Send one JSON-RPC message to a line.' };
  }
  const message = asMessage(value);
  const id = idOf(value);
  return (
    message ?? { id, code: ErrorCode.InvalidRequest, message: 'That is not a JSON-RPC 2.0 message of this protocol.' }
  );
}

function asMessage(value: unknown): JSONRPCMessage | null {
  try {
    return JSONRPCMessageSchema.safeParse(value).data ?? null;
  } catch {
    return null; // nested without end
  }
}

function idOf(value: unknown): RequestId | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
