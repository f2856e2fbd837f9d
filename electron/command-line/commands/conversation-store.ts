import { ContextureError } from '#shared/contract/errors.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import type { Message } from '#shared/conversations/message.ts';
import { readMessages } from '#shared/conversations/read-messages.ts';
import { counted, sizeInWords } from '#shared/text/counts.ts';
import { changeAnswer } from '../change-entries.ts';
import type { Call, CommandRecord } from '../command.ts';
import { askFirst } from '../person-at-terminal.ts';
import { readNamed } from '../read-file.ts';

const messagesPerCall = 1000;

const addMessages: CommandRecord = {
  name: 'add',
  scope: 'any-workspace',
  about: 'Add messages to a conversation that is stored here. It is created if there is none.',
  arguments: [
    ['<name>', 'small letters, digits, - and _'],
    ['<file>', 'a JSON array of messages, or one on each line; - for standard input'],
  ],
  examples: ['conversations add main messages.jsonl', 'conversations add main - < messages.json'],
  input: readAllMessages,
  async run({ client, workspace, input: messages }: Call<object, readonly Message[]>, conversation: string) {
    for (let at = 0; at < messages.length; at += messagesPerCall) {
      // The contract checks which messages can be added.
      const part = messages.slice(at, at + messagesPerCall) as never;
      await client.call('conversationStore.add', { workspace, conversation, messages: part });
    }
    const added = messages.length;
    return { json: { added }, lines: [`Added ${counted(added, 'message', 'messages')}.`] };
  },
};

/** @throws `invalid_request` unless every line of a file is a message */
async function readAllMessages({ runtime }: Call, _: string, file: string): Promise<readonly Message[]> {
  const lines = readMessages(await readNamed(file, runtime));
  const messages = lines.flatMap((line) => ('message' in line ? line.message : []));
  if (messages.length < lines.length || messages.length === 0) {
    const message =
      messages.length === 0 ? 'There are no messages in it.' : 'Not every line of it is a message. Nothing was added.';
    throw new ContextureError('invalid_request', message);
  }
  return messages;
}

const clearConversation: CommandRecord = {
  name: 'clear',
  scope: 'workspace',
  about: 'Remove all messages from a conversation that is stored here. The history keeps them.',
  arguments: [['<name>', 'the conversation']],
  options: [['--yes', 'do not ask first', false]],
  examples: ['conversations clear main', 'conversations clear main --yes'],
  async run(call: Call<{ readonly yes: boolean }>, conversation: string) {
    const { client, workspace, options, runtime } = call;
    if (!options.yes) {
      const detail = 'The history keeps its messages, and “contexture undo” restores them.';
      await askFirst(runtime, await questionOf(client, workspace, conversation), detail);
    }
    return changeAnswer(await client.call('conversationStore.clear', { workspace, conversation }));
  },
};

export const storeCommands = [addMessages, clearConversation];

async function questionOf(client: Client, workspace: string, conversation: string): Promise<string> {
  const { conversations } = await client.call('conversationStore.list', { workspace });
  const stored = conversations.find(({ name }) => name === conversation);
  if (!stored) {
    throw new ContextureError('not_found', `There is no conversation “${conversation}”. Nothing was changed.`);
  }
  return `Clear the conversation “${conversation}”, ${sizeInWords(stored.bytes)}?`;
}
