import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  McpError,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isAbout, registerAbout } from './resources/about.ts';
import { memoryResources } from './resources/memory.ts';
import { isListed, registerFiles, startResource } from './resources/start.ts';
import type { Session } from './session.ts';

/** Resources that are one text each, in the order shown to assistants. A resource is added by a line here. */
const texts = [...memoryResources, startResource];

export async function registerResources(server: McpServer, session: Session): Promise<void> {
  const subscribed = new Set<string>();
  const tellChanged = (uri: string): void => {
    if (subscribed.has(uri) && server.isConnected()) {
      // Ignore failures: the client may be gone by now.
      server.server.sendResourceUpdated({ uri }).catch(() => {});
    }
  };
  for (const { name, uri, read, ...about } of texts) {
    server.registerResource(name, uri, about, async () => {
      const text = await session.enqueue(() => read(session));
      return { contents: [{ uri, mimeType: about.mimeType, text }] };
    });
    session.onChange(() => tellChanged(uri));
  }
  registerAbout(server, session, tellChanged);
  await registerFiles(server, session, tellChanged);
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    if (!texts.some((each) => each.uri === uri) && !isAbout(session, uri) && !(await isListed(session, uri))) {
      const message = `There is no resource ${uri.slice(0, 200)}, so nothing can be told of it.`;
      throw new McpError(ErrorCode.InvalidParams, message);
    }
    subscribed.add(uri);
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}
