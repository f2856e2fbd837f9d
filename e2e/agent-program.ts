import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from './fixtures.ts';
import { connectAssistant } from './mcp-client.ts';

/** Connects an agent program and collects the notices it receives unasked. `call` expects success, `try` doesn't. */
export async function connectAgent(folder: string, dataFolder: string) {
  const agent = await connectAssistant(folder, dataFolder, 'agent', ['--agent']);
  const told: unknown[] = [];
  agent.client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    told.push(params.data);
  });
  const call = async (tool: string, args: Record<string, unknown>) => {
    const { text, isError } = await agent.call(tool, args);
    expect(isError, text).toBe(false);
    return JSON.parse(text);
  };
  return { ...agent, try: agent.call, told, call };
}
