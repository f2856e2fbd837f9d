import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { z } from 'zod';
import type { MethodName, Params, Result } from '#shared/contract/contract.ts';
import { assistantName } from '../assistant-name.ts';
import type { Session } from '../session.ts';

type Tool<S extends z.ZodObject> = {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: S;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
};

export type ToolServer = ReturnType<typeof createToolServer>;

export function createToolServer(server: McpServer) {
  const names: string[] = [];
  return {
    /** @param handle answers a call in sentences, unless the client has cancelled it by then */
    registerTool<S extends z.ZodObject>(
      name: string,
      tool: Tool<S>,
      handle: (args: z.output<S>, signal: AbortSignal) => Promise<string>,
    ): void {
      names.push(name);
      const annotations = { openWorldHint: false, ...tool.annotations };
      const inputSchema: z.ZodObject = tool.inputSchema;
      server.registerTool(name, { ...tool, inputSchema, annotations }, async (args, { signal }) => {
        const text = await handle(args as z.output<S>, signal);
        return { content: [{ type: 'text', text }] };
      });
    },
    /** Client's name, fit for a source. */
    assistantName: (): string => assistantName(server.server.getClientVersion()?.name),
    /** Notifies the client without a request, as a log message. */
    notify: (data: object): Promise<void> => server.sendLoggingMessage({ level: 'notice', logger: 'contexture', data }),
    names: names as readonly string[],
  };
}

/** Makes calls of the engine in the order of arrival, so that a later one finds what earlier ones changed. */
export const callsInOrder =
  ({ enqueue, client }: Session) =>
  <N extends MethodName>(method: N, params: Params<N>): Promise<Result<N>> =>
    enqueue(() => client.call(method, params));

export const asJson = (answer: unknown): string => JSON.stringify(answer);
