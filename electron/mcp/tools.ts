import type { Session } from './session.ts';
import { registerMemoryTools } from './tools/memory.ts';
import { registerSearchTools } from './tools/search.ts';
import type { ToolServer } from './tools/tool-server.ts';

/** Every feature's tools, in the order an assistant is shown them. A feature's tools are added by a line here. */
export function registerTools(server: ToolServer, session: Session): void {
  registerMemoryTools(server, session);
  registerSearchTools(server, session);
}
