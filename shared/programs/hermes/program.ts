import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { yamlForm } from '../../connections/yaml-form.ts';
import {
  factsOf,
  type JsonRecord,
  lastTimeOf,
  newCompaction,
  numbered,
  type TablesFormat,
  type WholeConversation,
  type WholeFormat,
} from '../../conversations/formats/format.ts';
import { recordOf, stringOf } from '../../conversations/formats/json-fields.ts';
import { messageItem } from '../../conversations/formats/message-item.ts';
import { timeOf } from '../../text/dates.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Program } from '../program.ts';

/** Hermes’s sessions, two tables of its `state.db`. Written for versions of autumn 2026; columns come and go between them. */
export const hermesConversations: TablesFormat = {
  reads: 'tables',
  id: 'hermes',
  tables: [
    { name: 'sessions', of: 'id' },
    { name: 'messages', of: 'session_id' },
  ],
  // Messages of a session that is not listed are not lost.
  readOne: (inner, [[session = {}] = [], messages = []]) => conversationOf(inner, session, messages),
  textOf: ([sessions = [], messages = []]) =>
    // Sessions come last: one changes with each message, so that only the lines before it grow.
    [...messages.map((row) => ({ messages: row })), ...sessions.map((row) => ({ sessions: row }))]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
};

/** Rows of one of them, as `textOf` writes them: a line for each, under the name of its table. */
export const hermesRows: WholeFormat = {
  reads: 'whole',
  id: 'hermes',
  read(text) {
    const rows = text
      .split('\n')
      .filter(Boolean)
      .map((line) => recordOf(parseJson(line)));
    const of = (table: string) => rows.map((row) => recordOf(row?.[table])).filter((row) => row !== null);
    const tables = hermesConversations.tables.map(({ name }) => of(name));
    const [sessions = [], messages = []] = tables;
    const inner = sessions[0]?.['id'] ?? messages[0]?.['session_id'];
    return tables.flat().length < rows.length
      ? null
      : inner === undefined
        ? []
        : [hermesConversations.readOne(String(inner), tables)];
  },
};

function conversationOf(id: string, session: JsonRecord, messages: readonly JsonRecord[]): WholeConversation {
  const unnumbered = messages.flatMap((message, index) => [
    ...(isCompacted(messages[index - 1]) && !isCompacted(message) ? [newCompaction({ at: 0 })] : []),
    ...itemOf(message),
  ]);
  const items = numbered(unnumbered);
  return {
    inner: id,
    ...factsOf(items, {
      title: stringOf(session['title']),
      folder: stringOf(session['cwd']),
      startedAt: timeOf(session['started_at']),
      isCompacted: messages.some(isCompacted),
    }),
    changedAt: lastTimeOf(items) ?? timeOf(session['ended_at']) ?? timeOf(session['started_at']),
    items,
    odd: messages
      .filter((message) => itemOf(message).length === 0)
      .map((message) => ({ why: 'unread', text: JSON.stringify(message) })),
  };
}

const isCompacted = (message: JsonRecord | undefined): boolean => message?.['compacted'] === 1;

function itemOf(row: JsonRecord): ConversationItem[] {
  const calls = stringOf(row['tool_calls']);
  const item = messageItem({ ...row, content: contentOf(row['content']), tool_calls: calls && parseJson(calls) }, 0);
  // An inactive message was taken back, or left out by a compaction.
  const isLeft = row['active'] === 0 && !isCompacted(row);
  return item === null
    ? []
    : [
        {
          ...item,
          id: row['id'] === undefined ? null : String(row['id']),
          marks: [...item.marks, ...(isLeft ? (['rewound'] as const) : [])],
        },
      ];
}

/** Prefix of content that is more than text: JSON follows. */
const jsonMark = '\u0000json:';

function contentOf(content: unknown): unknown {
  const text = stringOf(content);
  return text?.startsWith(jsonMark) ? (parseJson(text.slice(jsonMark.length)) ?? text) : content;
}

export const hermesProgram: Program = {
  home: { variable: 'HERMES_HOME', folder: '.hermes' },
  memories: [
    { path: 'memories/MEMORY.md', kind: 'Memory' },
    { path: 'memories/USER.md', kind: 'About you' },
  ],
  conversations: [
    {
      id: 'hermes',
      format: hermesConversations,
      folder: 'state.db',
      isFile: true,
      files: [],
      holdsMany: true,
      keptAs: hermesRows,
    },
  ],
  connection: {
    file: 'config.yaml',
    form: yamlForm('mcp_servers'),
    afterwards: 'Start Hermes again.',
    // Its library gives its own name if the program gives none.
    mayCall: /hermes|^mcp$/i,
  },
};
