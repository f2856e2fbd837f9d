import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Session } from '../session.ts';
import { renderLines } from '../start.ts';

const contextUri = 'contexture://context';
const renderedUri = 'contexture://context/rendered';

/** The memory's file as it stands, and the lines an assistant reads. */
export async function registerMemoryResources(
  server: McpServer,
  session: Session,
  tellChanged: (uri: string) => void,
): Promise<(uri: string) => Promise<boolean>> {
  server.registerResource(
    'context',
    contextUri,
    {
      title: 'The context file',
      description: 'The file as the person sees it, with dates, sources and confidences.',
      mimeType: 'text/markdown',
    },
    async () => ({
      contents: [{ uri: contextUri, mimeType: 'text/markdown', text: await session.enqueue(() => readText(session)) }],
    }),
  );

  server.registerResource(
    'rendered-context',
    renderedUri,
    {
      title: 'What is known about the person',
      description: 'The <global-context> block: numbered lines, as append, replace and delete name them.',
      mimeType: 'text/plain',
    },
    async () => {
      const text = await session.enqueue(async () => renderLines(session));
      return { contents: [{ uri: renderedUri, mimeType: 'text/plain', text }] };
    },
  );

  session.onChange(() => {
    tellChanged(contextUri);
    tellChanged(renderedUri);
  });
  return async (uri) => uri === contextUri || uri === renderedUri;
}

/** Reads the file's text in pieces, all of one version. */
async function readText({ client, workspace }: Session): Promise<string> {
  for (;;) {
    let text = '';
    let version: string | null | undefined;
    for (;;) {
      const piece = await client.call('text.read', { workspace: workspace.id, from: text.length });
      if (version !== undefined && piece.version !== version) {
        break; // it changed in between: from the start
      }
      version = piece.version;
      text += piece.text;
      if (text.length >= piece.total || piece.text === '') {
        return text;
      }
    }
  }
}
