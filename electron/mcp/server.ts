import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { fillTemplate } from '#shared/prompt/fill-template.ts';
import { guidance, inShort, toolGuidance } from '#shared/prompt/guidance.ts';
import { assistantName } from './assistant-name.ts';
import { registerResources, renderLines } from './resources.ts';
import type { Session } from './session.ts';
import { registerTools } from './tools.ts';

/** What a client hands to the model by itself, of which some cut off the end: in short, and the block last. */
const instructions = `${inShort}

{{global_context}}
`;
/** Characters of the block in the instructions, which every conversation begins with: several times the usual limit. */
const mostInstructed = 50_000;
const tooLong = 'The block is too long to stand here: read it with search_context, or as a resource.';

const promptTemplate = `${guidance}

${toolGuidance}

Today’s date: {{today}}

{{global_context}}
`;

/** What an assistant gets of a session: tools, resources, a prompt, and the context itself from the start. */
export async function createContextServer(session: Session, version: string): Promise<McpServer> {
  const filled = (template: string, most = Number.POSITIVE_INFINITY): string => {
    const { today } = session.context().summary;
    const block = renderLines(session);
    return fillTemplate(template, { today, globalContext: block.length > most ? tooLong : block });
  };
  const server = new McpServer(
    { name: 'contexture', title: 'Contexture', version },
    // What is known is to be there without being asked for.
    { instructions: filled(instructions, mostInstructed) },
  );
  registerTools(server, session, () => assistantName(server.server.getClientVersion()?.name));
  await registerResources(server, session);
  server.registerPrompt(
    'global-context',
    {
      title: 'What is known about the person',
      description: 'What belongs in the context and what does not, how it is kept, and what it says now.',
    },
    async () => {
      const text = await session.inTurn(async () => filled(promptTemplate));
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  );
  return server;
}
