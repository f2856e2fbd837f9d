import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  McpError,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { registerMemoryResources } from './resources/memory.ts';
import { registerStartResources } from './resources/start.ts';
import type { Session } from './session.ts';

/**
 * Registers a feature's resources.
 * @param tellChanged to be called with the URI of one that reads differently
 * @returns whether a URI is one of them
 */
type RegisterResources = (
  server: McpServer,
  session: Session,
  tellChanged: (uri: string) => void,
) => Promise<(uri: string) => Promise<boolean>>;

/** Every feature's resources, in the order an assistant is shown them. A feature's resources are added by a line here. */
const features: readonly RegisterResources[] = [registerMemoryResources, registerStartResources];

/** Registers all resources, and tells those who subscribe of every change. */
export async function registerResources(server: McpServer, session: Session): Promise<void> {
  const subscribed = new Set<string>();
  const tellChanged = (uri: string): void => {
    if (subscribed.has(uri) && server.isConnected()) {
      // A client that is gone by now needs no telling.
      server.server.sendResourceUpdated({ uri }).catch(() => {});
    }
  };
  const offered: ((uri: string) => Promise<boolean>)[] = [];
  for (const register of features) {
    offered.push(await register(server, session, tellChanged));
  }
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    for (const offers of offered) {
      if (await offers(uri)) {
        subscribed.add(uri);
        return {};
      }
    }
    const message = `There is no resource ${uri.slice(0, 200)}, so nothing can be told of it.`;
    throw new McpError(ErrorCode.InvalidParams, message);
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}
