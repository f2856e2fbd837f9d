import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  McpError,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isAbout, registerAbout } from './resources/about.ts';
import { isListed, registerFiles } from './resources/files.ts';
import { textResources } from './resources/texts.ts';
import type { Session } from './session.ts';

export async function registerResources(server: McpServer, session: Session): Promise<void> {
  const subscribed = new Set<string>();
  const tellChanged = (uri: string): void => {
    if (subscribed.has(uri) && server.isConnected()) {
      // Ignore failures: the client may be gone by now.
      server.server.sendResourceUpdated({ uri }).catch(() => {});
    }
  };
  for (const { name, uri, read, ...about } of textResources) {
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
    if (!textResources.some((each) => each.uri === uri) && !isAbout(session, uri) && !(await isListed(session, uri))) {
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
