import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { toolGuidance } from '#shared/prompt/guidance.ts';
import { assistantName } from './assistant-name.ts';
import { registerResources } from './resources.ts';
import type { Session } from './session.ts';
import { instructionsOf, startOf } from './start.ts';
import { registerTools } from './tools.ts';

export const promptName = 'global-context';

/** What an assistant gets of a session: tools, resources, a prompt, and what is known itself from the start. */
export async function createContextServer(session: Session, version: string): Promise<McpServer> {
  // What is known is to be there without being asked for.
  const instructions = await session.enqueue(() => instructionsOf(session));
  const server = new McpServer({ name: 'contexture', title: 'Contexture', version }, { instructions });
  registerTools(server, session, () => assistantName(server.server.getClientVersion()?.name));
  await registerResources(server, session);
  server.registerPrompt(
    promptName,
    {
      title: 'What is known about the person',
      description:
        'All an assistant starts with: the files the person lets it read first, what belongs in the context and what does not, and what it says now; then how it is kept with these tools.',
    },
    async () => {
      const texts = [await session.enqueue(() => startOf(session)), toolGuidance];
      return { messages: texts.map((text) => ({ role: 'user', content: { type: 'text', text } })) };
    },
  );
  return server;
}
