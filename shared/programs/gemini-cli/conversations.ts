import type { Block, ConversationItem, Usage } from '#shared/contract/features/conversations.ts';
import {
  emptyItem,
  factsOf,
  type JsonRecord,
  newCompaction,
  numbered,
  usageWithCached,
  type WholeConversation,
  type WholeFormat,
} from '../../conversations/formats/format.ts';
import {
  countField,
  listField,
  recordOf,
  recordsOf,
  shownJson,
  stringOf,
} from '../../conversations/formats/json-fields.ts';
import { callOf, thoughtBlock } from '../../conversations/formats/message-item.ts';
import { timeOf } from '../../text/dates.ts';
import { parseJson } from '../../text/parse-json.ts';
import { createMessageLog, type LoggedMessage } from './log.ts';

/** Gemini CLI’s chats: one JSON object, or a log of lines that change and take back messages. As of autumn 2026. */
export const geminiConversations: WholeFormat = { reads: 'whole', id: 'gemini', read };

function read(text: string): readonly WholeConversation[] | null {
  const log = createMessageLog();
  const whole = recordOf(parseJson(text));
  if (whole === null || whole['messages'] === undefined) {
    for (const line of text.split('\n')) {
      log.read(line);
    }
  } else {
    log.readWhole(whole);
  }
  const { about, logged, odd } = log.end();
  if (typeof about['sessionId'] !== 'string' && logged.length === 0) {
    return null;
  }
  const items = numbered(logged.flatMap(itemsOf));
  return [
    {
      inner: null,
      ...factsOf(items, {
        title: stringOf(about['summary']),
        folder: stringOf(listField(about['directories'])[0]),
        startedAt: timeOf(about['startTime']),
      }),
      changedAt: null,
      items,
      odd,
    },
  ];
}

/** Reads a message and the answers of its tools, which are in the same record. */
function itemsOf({ message, isLeft }: LoggedMessage): ConversationItem[] {
  const marks: ConversationItem['marks'] = isLeft ? ['rewound'] : [];
  if (message === null) {
    return [newCompaction({ at: 0 })];
  }
  const { id, timestamp, type, content, displayContent } = message;
  const common = { at: 0, id: stringOf(id), time: timeOf(timestamp), marks };
  const contentBlocks = partsOf(content);
  if (type === 'user') {
    const isResult = contentBlocks.length > 0 && contentBlocks.every(({ kind }) => kind === 'result');
    const blocks = isResult || displayContent === undefined ? contentBlocks : partsOf(displayContent);
    return [emptyItem({ ...common, author: isResult ? 'tool' : 'person', blocks })];
  }
  if (type !== 'gemini') {
    const mark = type === 'error' ? ('error' as const) : ('injected' as const);
    return [emptyItem({ ...common, author: 'program', blocks: contentBlocks, marks: [...marks, mark] })];
  }
  const calls = recordsOf(message['toolCalls']);
  const thoughts = recordsOf(message['thoughts']).map((thought) =>
    thoughtBlock(thought['subject'], thought['description']),
  );
  const answered = calls.flatMap(resultOf);
  const reply = emptyItem({
    ...common,
    author: 'assistant',
    model: stringOf(message['model']),
    blocks: [...thoughts, ...contentBlocks, ...calls.map(callOf)],
    usage: usageOf(recordOf(message['tokens'])),
  });
  return answered.length === 0
    ? [reply]
    : [reply, emptyItem({ ...common, id: null, author: 'tool', blocks: answered })];
}

/** Reads content as text, as a part or as a list of parts. */
function partsOf(content: unknown): Block[] {
  if (typeof content === 'string') {
    return content === '' ? [] : [{ kind: 'text', text: content }];
  }
  return (Array.isArray(content) ? content : [content]).flatMap((part): Block[] => {
    const record = recordOf(part);
    if (record === null) {
      return typeof part === 'string' ? [{ kind: 'text', text: part }] : [];
    }
    const [call, response] = [recordOf(record['functionCall']), recordOf(record['functionResponse'])];
    if (typeof record['text'] === 'string') {
      return [{ kind: record['thought'] === true ? 'thinking' : 'text', text: record['text'] }];
    }
    if (call !== null) {
      return [callOf(call)];
    }
    return response === null
      ? [{ kind: 'other', type: Object.keys(record)[0] ?? 'unknown', text: '' }]
      : [{ kind: 'result', id: stringOf(response['id']), text: responseText(response), isError: false }];
  });
}

function resultOf({ id, result, resultDisplay, status }: JsonRecord): Block[] {
  if (result === undefined || result === null) {
    return [];
  }
  const responses = recordsOf(result).map(({ functionResponse }) => recordOf(functionResponse));
  const text = responses.map((response) => (response === null ? '' : responseText(response))).join('\n');
  const shown = stringOf(result) ?? (text === '' ? (stringOf(resultDisplay) ?? shownJson(result)) : text);
  return [{ kind: 'result', id: stringOf(id), text: shown, isError: status === 'error' }];
}

function responseText({ response }: JsonRecord): string {
  const answer = recordOf(response);
  return stringOf(answer?.['output']) ?? stringOf(answer?.['error']) ?? shownJson(response ?? '');
}

function usageOf(tokens: JsonRecord | null): Usage | null {
  const of = (name: string): number => countField(tokens?.[name]) ?? 0;
  return tokens && usageWithCached(of('input'), of('cached'), of('output') + of('thoughts'));
}
