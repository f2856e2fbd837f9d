import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { endWithRun } from './end-with-run.ts';

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');
const renderedUri = 'contexture://context/rendered';

const environment = (dataFolder: string, env: Readonly<Record<string, string>> = {}) => {
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { ...Object.fromEntries(inherited), CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1', ...env };
};

type Answer = { readonly text: string; readonly isError: boolean };

/** An assistant that uses the library's own client with the built server. */
type ConnectedAssistant = {
  readonly client: Client;
  readonly pid: number;
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
  /** Lines of the block, as rendered now. */
  lines(): Promise<string[]>;
  /** Number of notices that the rendered context changed. */
  readonly notices: () => number;
  close(): Promise<void>;
};

export async function connectAssistant(
  folder: string,
  dataFolder: string,
  name = 'Claude Code',
  options: readonly string[] = [],
  app = builtApp,
  env: Readonly<Record<string, string>> = {},
): Promise<ConnectedAssistant> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [app, 'mcp', folder, ...options],
    env: environment(dataFolder, env),
    stderr: 'pipe',
  });
  const client = new Client({ name, version: '1.0.0' });
  let notices = 0;
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    notices += params.uri === renderedUri ? 1 : 0;
  });
  await client.connect(transport);
  await client.subscribeResource({ uri: renderedUri });
  return {
    client,
    pid: transport.pid ?? 0,
    notices: () => notices,
    async call(tool, args) {
      const { content, isError } = await client.callTool({ name: tool, arguments: args });
      const [first] = content as { text: string }[];
      return { text: first?.text ?? '', isError: isError === true };
    },
    async lines() {
      const { contents } = await client.readResource({ uri: renderedUri });
      const [first] = contents as { text: string }[];
      return (first?.text ?? '').split('\n').slice(1, -1);
    },
    close: () => client.close(),
  };
}

/** The built server as a stream of bytes, without a client library. */
type RawServer = {
  readonly child: ChildProcessWithoutNullStreams;
  write(text: string): void;
  /** Sends all messages at once, as a client does that doesn’t wait for answers. */
  send(...messages: readonly object[]): void;
  /** All messages so far, each line parsed as JSON: an invalid line fails here. */
  said(): { id?: unknown; result?: unknown; error?: { code: number; message: string } }[];
  readonly errors: () => string;
  readonly ended: Promise<number | null>;
};

/** @param args the arguments after `contexture mcp` */
export function startRawServer(
  args: readonly string[],
  dataFolder: string,
  { cwd, env = {} }: { readonly cwd?: string | undefined; readonly env?: Readonly<Record<string, string>> } = {},
): RawServer {
  const child = spawn(process.execPath, [builtApp, 'mcp', ...args], {
    env: { ...environment(dataFolder), ...env },
    cwd,
  });
  endWithRun(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  // Some tests write to a server that has ended.
  child.stdin.on('error', () => {});
  const write = (text: string): void => {
    child.stdin.write(text);
  };
  return {
    child,
    write,
    send: (...messages) => write(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join('')),
    said: () =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    errors: () => errors,
    ended: once(child, 'exit').then(([code]) => code as number | null),
  };
}

/** A client's first message. */
export const greeting = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

export const replacing = (id: number, line: number, content: string) => ({
  id,
  method: 'tools/call',
  params: { name: 'replace_context', arguments: { line, content } },
});

export const appending = (id: number, content: string) => ({
  id,
  method: 'tools/call',
  params: { name: 'append_context', arguments: { content } },
});

/** Runs the built command line to its end, as a person does beside the assistant. */
export async function contexture(folder: string, dataFolder: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [builtApp, ...args, '--workspace', folder], { env: environment(dataFolder) });
  endWithRun(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) {
    throw new Error(`contexture ${args.join(' ')} ended with ${code}: ${said}`);
  }
  return said;
}
