import { PassThrough } from 'node:stream';
import { expect } from 'vitest';
import { serveAssistant } from '#mcp/serve-assistant.ts';
import type { createMemoryWorld } from './engine-world.ts';

type World = Awaited<ReturnType<typeof createMemoryWorld>>;
type ProtocolMessage = {
  id?: number;
  method?: string;
  params?: { data?: object };
  result?: { content?: { text: string }[] };
};

/** First request of any client of the protocol. */
export const greeting = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent seven', version: '1' } },
};

/** A tool call. */
export const tool = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } });

/** A running agent program: it makes calls one after the other, and receives notifications. */
export async function connectAgentProgram(world: World) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const said: ProtocolMessage[] = [];
  output.on('data', (data: Buffer) => {
    said.push(
      ...String(data)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  });
  const serving = serveAssistant(world.another({ personLooks: false, personApproves: false }).engine(), {
    folder: world.root,
    startEmpty: true,
    forAgentProgram: true,
    version: '0',
    input,
    output,
    stop: new Promise(() => undefined),
    log: () => undefined,
  });
  /** Streams advance in turns of the event loop, independently of the world's clock. */
  const eventually = (check: () => void) =>
    world.until(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      check();
    });
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let calls = 0;
  send(greeting);
  return {
    eventually,
    /** @param args as JSON @returns the tool's answer */
    async textOf(name: string, args: string): Promise<string> {
      calls += 1;
      const id = calls;
      const params = `{"name":"${name}","arguments":${args}}`;
      input.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}\n`);
      await eventually(() => expect(said.some((each) => each.id === id)).toBe(true));
      return said.find((each) => each.id === id)?.result?.content?.[0]?.text ?? '';
    },
    /** @returns the tool's answer, as JSON */
    async call(name: string, args: object): Promise<Record<string, unknown>> {
      return JSON.parse(await this.textOf(name, JSON.stringify(args)));
    },
    /** Notifications received so far. */
    told: () => said.flatMap(({ method, params }) => (method === 'notifications/message' ? [params?.data] : [])),
    async hangUp(): Promise<void> {
      input.end();
      await serving;
    },
  };
}
