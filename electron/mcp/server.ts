import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { toolGuidance } from '#shared/prompt/guidance.ts';
import { registerResources } from './resources.ts';
import type { Session } from './session.ts';
import { instructionsOf, startOf } from './start.ts';
import { registerConversationTools } from './tools/conversations.ts';
import { registerMemoryTools } from './tools/memory.ts';
import { registerSearchTools } from './tools/search.ts';
import { registerStateTools } from './tools/state.ts';
import { createToolServer } from './tools/tool-server.ts';
import { registerWorkTools } from './tools/work.ts';

const promptName = 'global-context';

/**
 * Creates the server for an assistant's session: tools, resources, a prompt, and instructions with what is known.
 * @param forAgentProgram true for an agent program, which also keeps conversations and state here
 */
export async function createContextServer(session: Session, version: string, forAgentProgram: boolean) {
  // The instructions contain what is known, so that the assistant has it without asking.
  const instructions = await session.enqueue(() => instructionsOf(session));
  const server = new McpServer({ name: 'contexture', title: 'Contexture', version }, { instructions });
  const tools = createToolServer(server);
  // Register every feature's tools, in the order shown to assistants.
  registerMemoryTools(tools, session);
  registerSearchTools(tools, session);
  if (forAgentProgram) {
    registerConversationTools(tools, session);
    registerStateTools(tools, session);
    registerWorkTools(tools, session);
    server.server.registerCapabilities({ logging: {} });
  }
  await registerResources(server, session);
  // The client has just got the instructions, which contain what is known.
  server.server.oninitialized = () => {
    const { client, workspace } = session;
    void client
      .call('connections.noteRead', { workspace: workspace.id, assistant: tools.assistantName() })
      .catch(() => undefined);
  };
  server.registerPrompt(
    promptName,
    {
      title: 'What is known about the person',
      description:
        'All an assistant starts with: the files the person lets it read first, what belongs in the memory and what does not, and what it says now; then how it is kept with these tools.',
    },
    async () => {
      const texts = [await session.enqueue(() => startOf(session)), toolGuidance];
      return { messages: texts.map((text) => ({ role: 'user', content: { type: 'text', text } })) };
    },
  );
  return { server, offered: { tools: tools.names, prompts: [promptName] } };
}
