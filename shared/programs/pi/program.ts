import type { Block, ConversationItem } from '#shared/contract/features/conversations.ts';
import type { JsonRecord } from '../../conversations/formats/format.ts';
import { stringOf } from '../../conversations/formats/json-fields.ts';
import { linkedLines } from '../../conversations/formats/linked-lines.ts';
import { messageItem } from '../../conversations/formats/message-item.ts';
import { putInType } from '../../conversations/formats/put-in.ts';
import type { Program } from '../program.ts';

/** Pi’s sessions. Written for versions of autumn 2026. */
export const piConversations = linkedLines('pi', (message, at) => {
  const item = messageItem(message, at);
  return item && (message['role'] === 'bashExecution' ? ranByPerson(item, message) : withProblem(item, message));
});

/** Restores a command that the person ran, `!ls`; its output is the program's. */
function ranByPerson(item: ConversationItem, { command, output }: JsonRecord): ConversationItem {
  const blocks: Block[] = [
    { kind: 'text', text: `!${stringOf(command) ?? ''}` },
    { kind: 'other', type: putInType, text: stringOf(output) ?? '' },
  ];
  return { ...item, author: 'person', marks: [], blocks };
}

/** Adds the reason for which there is no answer. */
function withProblem(item: ConversationItem, message: JsonRecord): ConversationItem {
  const text = stringOf(message['errorMessage']);
  return text === null
    ? item
    : { ...item, blocks: [...item.blocks, { kind: 'text', text }], marks: [...item.marks, 'error'] };
}

export const piProgram: Program = {
  home: { variable: 'PI_CODING_AGENT_DIR', folder: '.pi/agent' },
  conversations: [{ id: 'pi', format: piConversations, folder: 'sessions', files: ['**/*.jsonl'] }],
};
