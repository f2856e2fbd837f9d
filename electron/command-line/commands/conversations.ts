import type { Command } from 'commander';
import type { CommandHost } from '../runtime.ts';
import { registerKeep } from './conversation-keeping.ts';
import {
  registerApprove,
  registerExport,
  registerList,
  registerPlaces,
  registerShowConversation,
} from './conversation-reading.ts';
import { registerSearchConversations } from './conversation-search.ts';
import { registerAddMessages, registerClear } from './conversation-store.ts';
import { registerView } from './conversation-view.ts';

export function registerConversations(program: Command, host: CommandHost): void {
  const conversations = program
    .command('conversations')
    .description('What was said in conversations, and what a model still sees of them.');
  registerPlaces(conversations, host);
  registerApprove(conversations, host);
  registerList(conversations, host);
  registerShowConversation(conversations, host);
  registerExport(conversations, host);
  registerKeep(conversations, host);
  registerSearchConversations(conversations, host);
  registerView(conversations, host);
  registerAddMessages(conversations, host);
  registerClear(conversations, host);
}
