import { call } from '../api/connection.ts';
import { showConversation } from '../jumps.ts';

/** Opens a conversation that an agent keeps in a workspace, at its end; false if none by that name can be shown. */
export async function openOwnConversation(workspace: string, name: string): Promise<boolean> {
  const { conversations } = await call('conversationStore.list', { workspace });
  const path = conversations.find((one) => one.name === name)?.path;
  let revision: number | undefined;
  for (let offset = 0; path !== undefined; ) {
    const page = await call('conversations.list', { offset, limit: 200, ...(revision !== undefined && { revision }) });
    const match = page.conversations.find((one) => one.path === path);
    offset += page.conversations.length;
    revision = page.revision;
    if (match) {
      showConversation(match, null);
      return true;
    }
    if (page.conversations.length === 0 || offset >= page.total) {
      break;
    }
  }
  return false;
}
