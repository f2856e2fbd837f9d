import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { z } from 'zod';
import { assistantName } from '../assistant-name.ts';

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

/** What features register their tools on. */
export type ToolServer = {
  /** @param handle answers a call in sentences */
  registerTool<S extends z.ZodObject>(
    name: string,
    tool: Tool<S>,
    handle: (args: z.output<S>) => Promise<string>,
  ): void;
  /** What the client calls itself, as it can stand in a source. */
  assistantName(): string;
  /** The names of the tools that are registered, in their order. */
  readonly names: readonly string[];
};

export function createToolServer(server: McpServer): ToolServer {
  const names: string[] = [];
  return {
    registerTool<S extends z.ZodObject>(name: string, tool: Tool<S>, handle: (args: z.output<S>) => Promise<string>) {
      names.push(name);
      const annotations = { openWorldHint: false, ...tool.annotations };
      const inputSchema: z.ZodObject = tool.inputSchema;
      server.registerTool(name, { ...tool, inputSchema, annotations }, async (args) => {
        const text = await handle(args as z.output<S>);
        return { content: [{ type: 'text', text }] };
      });
    },
    assistantName: () => assistantName(server.server.getClientVersion()?.name),
    names,
  };
}
