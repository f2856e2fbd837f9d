import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import type { JsonRecord, QueueFollower } from '../../conversations/formats/format.ts';
import { claudeItem } from './item.ts';

/** Records within which a message that left the queue is repeated, by its text. */
const reach = 8;
/** Limit on the messages queued after a waiting one, after which it is no longer looked for. */
const maxLater = 100;

/** Follows a queued message until an attachment or message repeats it, it is taken back (`popAll`), or is gone. */
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
  const isWithin = (whole: string): boolean => texts.every((text) => `\n${whole}\n`.includes(`\n${text}\n`));

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
  function readMessage(line: JsonRecord): boolean {
    const message = line['isSidechain'] === true ? null : claudeItem(line, 0);
    if (message === null || message.author === 'assistant' || message.author === 'tool') {
      return false;
    }
    const messageTexts = textsOf(message);
    const isLeaving = leaving > 0 || line['type'] === 'attachment' || message.author === 'program';
    const isRepeated =
      texts.every((text) => messageTexts.includes(text) || messageTexts.includes(`!${text}`)) ||
      (leaving > 0 && messageTexts.some(isWithin));
    same -= isRepeated ? 1 : 0;
    leaving = Math.max(0, leaving - 1);
    return !isRepeated && !isLeaving && !/^[/!]/.test(messageTexts[0] ?? '');
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
