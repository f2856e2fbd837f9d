import type { Command } from 'commander';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { readMessages } from '#shared/conversations/read-messages.ts';
import { bytesInWords, counted } from '#shared/text/counts.ts';
import { answer, changeLines } from '../answer.ts';
import { askFirst } from '../ask-first.ts';
import { examples } from '../change-entries.ts';
import { readNamed } from '../read-file.ts';
import type { CommandHost } from '../runtime.ts';
import { onAnyWorkspace, onWorkspace, type WorkspaceOptions, withWorkspace } from '../with-workspace.ts';

/** Messages that one call takes. */
const atATime = 1000;

export function registerAddMessages(conversations: Command, { runtime }: CommandHost): void {
  onAnyWorkspace(conversations.command('add'))
    .description('Add messages to a conversation that is kept here, which is made where there is none.')
    .argument('<name>', 'small letters, digits, - and _')
    .argument('<file>', 'a JSON array of messages, or one on each line; - for standard input')
    .addHelpText('after', examples('conversations add main messages.jsonl', 'conversations add main - < messages.json'))
    .action(async (conversation: string, file: string, options: WorkspaceOptions) => {
      const read = readMessages(await readNamed(file, runtime));
      const messages = read.flatMap((line) => ('message' in line ? line.message : []));
      if (messages.length < read.length || messages.length === 0) {
        const message =
          messages.length === 0
            ? 'There are no messages in it.'
            : 'Not every line of it is a message. Nothing was added.';
        throw new ContextureError('invalid_request', message);
      }
      await withWorkspace(runtime, options, async (client, { id: workspace }) => {
        for (let at = 0; at < messages.length; at += atATime) {
          // The contract checks which messages can be added.
          const part = messages.slice(at, at + atATime) as never;
          await client.call('conversationStore.add', { workspace, conversation, messages: part });
        }
        answer(runtime, options, { added: messages.length }, [
          `Added ${counted(messages.length, 'message', 'messages')}.`,
        ]);
      });
    });
}

type ClearOptions = WorkspaceOptions & { readonly yes: boolean };

export function registerClear(conversations: Command, { runtime }: CommandHost): void {
  onWorkspace(conversations.command('clear'))
    .description('Take all messages from a conversation that is kept here. The history keeps them.')
    .argument('<name>', 'the conversation')
    .option('--yes', 'do not ask first', false)
    .addHelpText('after', examples('conversations clear main', 'conversations clear main --yes'))
    .action((conversation: string, options: ClearOptions) =>
      withWorkspace(runtime, options, async (client, { id: workspace }) => {
        if (!options.yes) {
          const detail = 'The history keeps its messages, and “contexture undo” restores them.';
          await askFirst(runtime, await questionOf(client, workspace, conversation), detail);
        }
        const result = await client.call('conversationStore.clear', { workspace, conversation });
        answer(runtime, options, result, changeLines(result));
      }),
    );
}

async function questionOf(client: Client, workspace: string, conversation: string): Promise<string> {
  const { conversations } = await client.call('conversationStore.list', { workspace });
  const found = conversations.find(({ name }) => name === conversation);
  if (!found) {
    throw new ContextureError('not_found', `There is no conversation “${conversation}”. Nothing was changed.`);
  }
  return `Clear the conversation “${conversation}”, ${bytesInWords(found.bytes)}?`;
}
