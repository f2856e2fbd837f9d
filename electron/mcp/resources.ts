import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  McpError,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isListed, registerMemoryFiles } from './memory-file-resources.ts';
import type { Session } from './session.ts';
import { renderLines, startOf } from './start.ts';

/** The memory's file as it stands, the lines an assistant reads, and all it starts with. */
export const contextUri = 'contexture://context';
export const renderedUri = 'contexture://context/rendered';
export const startUri = 'contexture://start';

/** The context, its rendered form and the files read before it, with notice of every change to those who subscribe. */
export async function registerResources(server: McpServer, session: Session): Promise<void> {
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

  server.registerResource(
    'start',
    startUri,
    {
      title: 'All an assistant starts with',
      description:
        'The files the person lets every assistant read first, each under its name, what belongs in the context, and the numbered lines: the text that the person sees in Contexture.',
      mimeType: 'text/plain',
    },
    async () => {
      const text = await session.enqueue(() => startOf(session));
      return { contents: [{ uri: startUri, mimeType: 'text/plain', text }] };
    },
  );

  const subscribed = new Set<string>();
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
    await checkResource(session, params.uri);
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  const tellChanged = (uri: string): void => {
    if (subscribed.has(uri) && server.isConnected()) {
      // Whoever is gone by now needs no telling.
      server.server.sendResourceUpdated({ uri }).catch(() => {});
    }
  };
  session.onChange(() => {
    tellChanged(contextUri);
    tellChanged(renderedUri);
    tellChanged(startUri);
  });
  await registerMemoryFiles(server, session, (uri) => {
    tellChanged(uri);
    tellChanged(startUri);
  });
}

/** @throws `InvalidParams` for what is no resource */
async function checkResource(session: Session, uri: string): Promise<void> {
  if (![contextUri, renderedUri, startUri].includes(uri) && !(await isListed(session, uri))) {
    const message = `There is no resource ${uri.slice(0, 200)}, so nothing can be told of it.`;
    throw new McpError(ErrorCode.InvalidParams, message);
  }
}

/** The file's text, in pieces of one version. */
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
