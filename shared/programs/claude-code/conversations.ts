import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import {
  factsOf,
  firstSaid,
  type HeadAndTail,
  itemsOfRecords,
  type JsonRecord,
  type LinesFormat,
  type QueueFollower,
} from '../../conversations/formats/format.ts';
import { recordOf, stringOf } from '../../conversations/formats/json-fields.ts';
import { timeOf } from '../../text/dates.ts';
import { claudeItem } from './item.ts';
import { createClaudeReader, overlap } from './reader.ts';

/** Claude Code’s transcripts, one file of JSON lines for each session. Written for versions of autumn 2026. */
export const claudeConversations: LinesFormat = {
  reads: 'lines',
  id: 'claude',
  overlap,
  knows: ({ type }) => typeof type === 'string' && knownTypes.has(type),
  names: ({ type }) => type === 'custom-title',
  followQueued,
  summarise,
  createReader: createClaudeReader,
};

/** Kinds of lines; those that are neither messages nor of the system are not shown. */
const knownTypes = new Set([
  'user',
  'assistant',
  'system',
  'summary',
  'custom-title',
  'ai-title',
  'agent-name',
  'last-prompt',
  'progress',
  'attachment',
  'file-history-snapshot',
  'queue-operation',
  'mode',
  'permission-mode',
  'tag',
  'pr-link',
]);

function summarise(head: readonly JsonRecord[], tail: readonly JsonRecord[]): HeadAndTail {
  const both = [...head, ...tail];
  const lastOf = (type: string, field: string): string | null =>
    stringOf(both.findLast((record) => record['type'] === type)?.[field]);
  const items = itemsOfRecords(createClaudeReader(), both);
  const began = firstSaid(items.filter((_, index) => !isLocalCommand(items, index)));
  return factsOf(items, {
    title:
      lastOf('custom-title', 'customTitle') ?? lastOf('ai-title', 'aiTitle') ?? lastOf('summary', 'summary') ?? began,
    folder: both.map(({ cwd }) => stringOf(cwd)).find((cwd) => cwd !== null) ?? null,
    startedAt: both.map(({ timestamp }) => timeOf(timestamp)).find((time) => time !== null) ?? null,
    isCompacted: both.some(
      ({ subtype, isCompactSummary }) => subtype === 'compact_boundary' || isCompactSummary === true,
    ),
    isBranch: both.some(({ forkedFrom }) => recordOf(forkedFrom) !== null),
  });
}

/** True of a command that the program answered itself, such as to choose a model, and of one that nothing answered. */
function isLocalCommand(items: readonly ConversationItem[], index: number): boolean {
  const [said, answer] = [items[index]?.blocks[0], items[index + 1]];
  const isCommand = said?.kind === 'text' && /^[/!]/.test(said.text);
  const isAnswered = answer?.blocks.some((block) => 'text' in block && localAnswer.test(block.text)) ?? false;
  return isCommand && (isAnswered || answer?.author === 'person');
}

const localAnswer = /^\s*<(?:local-command|bash)-std(?:out|err)>/;

/** Records within which a message that left the queue is repeated, by its text. */
const reach = 8;
/** Limit on the messages queued after a waiting one, after which it is no longer looked for. */
const maxLater = 100;

/** Follows a queued message until an attachment or message repeats it, it is taken back (`popAll`), or is gone. */
function followQueued(record: JsonRecord): QueueFollower | null {
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
