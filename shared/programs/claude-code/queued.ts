import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import type { JsonRecord, QueueFollower } from '../../conversations/formats/format.ts';
import { claudeItem } from './item.ts';

/** Records within which a message that left the queue is repeated, by its text. */
const reach = 8;
/** Limit on the messages queued after a waiting one, after which it is no longer looked for. */
const maxLater = 100;

/**
 * Follows a message that the person sent while the assistant worked. It leaves the queue for an attachment or a
 * message, which repeat it, for the field it was typed in (`popAll`), or for nothing at all: then only its `enqueue`
 * has it.
 */
export function followQueued(record: JsonRecord): QueueFollower | null {
  const item = record['type'] === 'queue-operation' ? claudeItem(record, 0) : null;
  if (item === null) {
    return null;
  }
  const texts = textsOf(item);
  /** Waiting messages with this text; the one that was queued last is repeated first. */
  let same = 1;
  let later = 0;
  /** Messages that left the queue and were not repeated so far. */
  let leaving = 0;
  let recordsLeft = Number.POSITIVE_INFINITY;

  /** True if a text has all of the message, alone or among the lines of others that were sent with it. */
  const isWithin = (said: string): boolean => texts.every((text) => `\n${said}\n`.includes(`\n${text}\n`));

  function readOperation({ operation, content }: JsonRecord): void {
    const isSame = content === record['content'];
    switch (operation) {
      case 'enqueue':
        later += 1;
        same += isSame ? 1 : 0;
        return;
      case 'popAll':
        same -= isSame ? 1 : content === undefined || isWithin(String(content)) ? same : 0;
        return;
      default:
        leaving += 1;
        recordsLeft = isSame && same === 1 ? reach : recordsLeft;
    }
  }

  /** @returns true if it was said with nothing in the queue, so that the message is gone */
  function readMessage(said: JsonRecord): boolean {
    const message = said['isSidechain'] === true ? null : claudeItem(said, 0);
    if (message === null || message.author === 'assistant' || message.author === 'tool') {
      return false;
    }
    const found = textsOf(message);
    const isLeaving = leaving > 0 || said['type'] === 'attachment' || message.author === 'program';
    const isRepeated =
      texts.every((text) => found.includes(text) || found.includes(`!${text}`)) ||
      (leaving > 0 && found.some(isWithin));
    same -= isRepeated ? 1 : 0;
    leaving = Math.max(0, leaving - 1);
    return !isRepeated && !isLeaving && !/^[/!]/.test(found[0] ?? '');
  }

  return (next) => {
    recordsLeft -= 1;
    const isOver = next['type'] === 'queue-operation' ? readOperation(next) : readMessage(next);
    if (same === 0) {
      return false;
    }
    return isOver === true || recordsLeft <= 0 || later > maxLater ? true : null;
  };
}

const textsOf = ({ blocks }: ConversationItem): string[] =>
  blocks.flatMap((block) => ('text' in block && block.text !== '' ? [block.text.trim()] : []));
