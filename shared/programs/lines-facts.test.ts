import { describe, expect, test } from 'vitest';
import { itemsOfRecords, type JsonRecord, type LinesFormat } from '../conversations/formats/format.ts';
import { shortItems } from '../conversations/formats/testing/short-items.ts';
import { measureLeft } from '../conversations/reading/outline-item.ts';
import { amplifierConversations } from './amplifier/program.ts';
import { claudeConversations } from './claude-code/conversations.ts';
import { codexConversations } from './codex/conversations.ts';
import { openClawConversations } from './openclaw/program.ts';

/** Facts about formats that store conversations as lines. */

const read = (format: LinesFormat, ...records: readonly JsonRecord[]) => itemsOfRecords(format.createReader(), records);
const summary = (format: LinesFormat, ...records: readonly JsonRecord[]) => format.summarise(records, []);
const known = (format: LinesFormat, ...records: readonly JsonRecord[]) => records.map((record) => format.knows(record));

describe('Claude Code', () => {
  const line = (type: string, content: unknown, others: object = {}): JsonRecord => ({
    type,
    uuid: `${type}-${JSON.stringify(content).length}`,
    message: { role: type, content },
    ...others,
  });

  test('a user line is the person’s unless it was inserted, is a summary or is a tool result', () => {
    const items = read(
      claudeConversations,
      line('user', 'Hello.'),
      line('user', 'Caveat.', { isMeta: true }),
      line('user', 'It was about tea.', { isCompactSummary: true }),
      line('user', [{ type: 'tool_result', tool_use_id: 't', content: 'a.txt' }]),
      line('user', [{ type: 'text', text: 'Read.' }], { toolUseResult: { file: 'a.txt' } }),
      line('user', '<local-command-stdout>done</local-command-stdout>'),
      line('user', 'Of a sub-agent.', { isSidechain: true, agentId: '1' }),
      line('user', '[Request interrupted by user]'),
    );
    expect(shortItems(items)).toEqual([
      'person Hello.',
      'program (injected) Caveat.',
      'program (summary) It was about tea.',
      'tool =a.txt',
      'tool Read.',
      'program (injected) <local-command-stdout>done</local-command-stdout>',
      'person (side) Of a sub-agent.',
      'program (injected) [Request interrupted by user]',
    ]);
  });

  test('text that the program inserts is apart from the person’s, and no title', () => {
    const opened = '<ide_opened_file>The user opened a.js.</ide_opened_file>';
    const records = [
      line('user', [{ type: 'text', text: opened }]),
      line('user', '[SUGGESTION MODE: Suggest what comes next.]\nStay brief.'),
      line('user', [
        { type: 'text', text: opened },
        { type: 'text', text: '<system-reminder>Be brief.</system-reminder>\n\nRename <b>it</b>.' },
      ]),
    ];
    expect(shortItems(read(claudeConversations, ...records))).toEqual([
      'program (injected) <ide_opened_file>The user opened a.js.</ide_opened_file>',
      'program (injected) [SUGGESTION MODE: Suggest what comes next.]\nStay brief.',
      'person [put in by the program] [put in by the program] Rename <b>it</b>.',
    ]);
    expect(summary(claudeConversations, ...records).title).toBe('Rename <b>it</b>.');
    const around = 'Paint <ide_selection>the keel</ide_selection> red.\n\n<system-reminder>Be brief.</system-reminder>';
    expect(shortItems(read(claudeConversations, line('user', around)))).toEqual([
      'person Paint [put in by the program] red. [put in by the program]',
    ]);
  });

  test('a command is shown as typed, and is a title if the assistant answers it', () => {
    const order = (name: string, args: string) =>
      line(
        'user',
        `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${args}</command-args>`,
      );
    const chosen = [order('model', ''), line('user', '<local-command-stdout>Set to a model.</local-command-stdout>')];
    const review = [order('review', 'the quay'), line('user', 'Review…', { isMeta: true }), line('assistant', 'Done.')];
    expect(summary(claudeConversations, ...chosen).title).toBe('/model');
    expect(summary(claudeConversations, ...review, line('user', 'Thanks.')).title).toBe('/review the quay');
    expect(summary(claudeConversations, ...chosen, line('user', 'Name the crab.')).title).toBe('Name the crab.');
    expect(shortItems(read(claudeConversations, line('user', '<bash-input>ls</bash-input>')))).toEqual(['person !ls']);
  });

  test('messages without text or calls are one line', () => {
    const empty = (text: string) => line('assistant', [{ type: 'text', text }], { uuid: text });
    const items = read(
      claudeConversations,
      line('user', 'Hello.'),
      ...[1, 2, 3].map(() => empty('')),
      line('assistant', [{ type: 'thinking', thinking: '' }]),
      empty('Here I am.'),
      empty(''),
    );
    expect(shortItems(items)).toEqual([
      'person Hello.',
      'assistant [4 messages without a word]',
      'assistant Here I am.',
      'assistant [a message without a word]',
    ]);
  });

  test('a reply has text, thinking, calls, other parts, and its whole usage', () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 2,
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 4,
    };
    const reply = (block: object) => line('assistant', [block], { requestId: 'r' });
    const [item] = read(
      claudeConversations,
      ...[
        { type: 'thinking', thinking: 'A shell will do.' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
        { type: 'image', source: { data: 'AAAA' } },
        { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'No.' }], is_error: true },
        { type: 'something_new', text: 'Said.' },
      ].map((block) => {
        const one = reply(block);
        return { ...one, message: { ...(one['message'] as object), id: 'm', usage } };
      }),
    );
    expect(shortItems(item ? [item] : [])).toEqual([
      'assistant ~A shell will do. I look. Bash({"command":"ls"}) [image] !No. [something_new]',
    ]);
    expect(item?.usage).toEqual({ input: 1, output: 2, cacheWrite: 3, cacheRead: 4 });
  });

  test('a compaction has its trigger and token counts, and follows the message before it', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      uuid: 'c',
      parentUuid: null,
      logicalParentUuid: 'a',
      compactMetadata: { trigger: 'auto', preTokens: 160_000, postTokens: 9_000 },
    };
    expect(read(claudeConversations, boundary)).toMatchObject([
      {
        kind: 'compaction',
        parent: 'a',
        blocks: [],
        compaction: { trigger: 'auto', before: 160_000, after: 9_000, keptFrom: null },
      },
    ]);
    expect(summary(claudeConversations, boundary).marks).toEqual(['compacted']);
    expect(summary(claudeConversations, line('user', 'So far.', { isCompactSummary: true })).marks).toEqual([
      'compacted',
    ]);
  });

  test('a title is the person’s, else the program’s, else a summary’s, else the first message', () => {
    const titles = [
      line('user', 'Caveat.', { isMeta: true }),
      line('user', '<command-name>/clear</command-name>'),
      line('user', 'List the files.'),
      { type: 'summary', summary: 'Files', leafUuid: 'x' },
      { type: 'ai-title', aiTitle: 'Listing files' },
      { type: 'custom-title', customTitle: 'My files' },
    ];
    const found = titles.map((_, last) => summary(claudeConversations, ...titles.slice(0, last + 1)).title);
    expect(found.slice(2)).toEqual(['List the files.', 'Files', 'Listing files', 'My files']);
  });

  test('any line gives folder, time and branch origin', () => {
    const about = summary(
      claudeConversations,
      { type: 'file-history-snapshot' },
      line('user', 'Hello.', {
        cwd: '/code',
        gitBranch: 'main',
        timestamp: '2026-11-20T09:00:00Z',
        forkedFrom: { sessionId: 's' },
      }),
    );
    expect(about).toMatchObject({ folder: '/code', startedAt: Date.UTC(2026, 10, 20, 9), marks: ['branch'] });
  });

  test('unknown kinds of lines are counted apart from hidden ones', () => {
    const lines = [{ type: 'progress' }, { type: 'summary', summary: 'x' }, { type: 'unheard-of' }, { type: 7 }, {}];
    expect(known(claudeConversations, ...lines)).toEqual([true, true, false, false, false]);
    expect(read(claudeConversations, ...lines)).toEqual([]);
  });
});

describe('Codex', () => {
  const item = (payload: object): JsonRecord => ({ type: 'response_item', payload });
  const event = (payload: object): JsonRecord => ({ type: 'event_msg', payload });
  const message = (role: string, text: string): JsonRecord =>
    item({ type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });

  test('calls are functions, shells, searches and others, and their results are a tool’s', () => {
    const items = read(
      codexConversations,
      item({ type: 'reasoning', summary: [{ text: 'Look.' }], encrypted_content: 'x' }),
      item({ type: 'reasoning', summary: [], encrypted_content: 'x' }),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: '1' }),
      item({ type: 'local_shell_call', action: { command: ['ls'] }, call_id: '2' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: '3' }),
      item({ type: 'web_search_call', action: { query: 'tea' } }),
      item({ type: 'function_call_output', call_id: '1', output: { content: 'a.txt', success: false } }),
      item({ type: 'custom_tool_call_output', call_id: '3', output: 'Done.' }),
    );
    expect(shortItems(items)).toEqual([
      'assistant ~Look. shell({"command":["ls"]}) local_shell({"command":["ls"]}) apply_patch(***Begin) web_search({"query":"tea"})',
      'tool !a.txt',
      'tool =Done.',
    ]);
  });

  test('text inserted before the person speaks is not theirs, and no title', () => {
    const lines = [
      { type: 'session_meta', payload: { id: '1', cwd: '/code', forked_from_id: '0' } },
      message('developer', 'Be brief.'),
      message('user', '<environment_context>…'),
      message('user', '# AGENTS.md instructions for /code'),
      message('user', '# Context from my IDE setup:\n## My request for Codex:\nList the files.'),
      { type: 'turn_context', payload: { model: 'x' } },
    ];
    expect(read(codexConversations, ...lines).map(({ author }) => author)).toEqual([
      'program',
      'program',
      'program',
      'person',
    ]);
    expect(summary(codexConversations, ...lines)).toMatchObject({
      title: 'List the files.',
      folder: '/code',
      marks: ['branch'],
    });
  });

  test('a compaction is shown once, without its replacement of the history', () => {
    const replaced = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'List the files.' }] }];
    const lines = [
      message('user', 'List the files.'),
      event({ type: 'context_compacted' }),
      { type: 'compacted', payload: { message: 'Files were listed.', replacement_history: replaced } },
      event({ type: 'thread_rolled_back', num_turns: 2 }),
    ];
    const items = read(codexConversations, ...lines);
    expect(shortItems(items)).toEqual(['person List the files.', 'compaction Files were listed.', 'rewind']);
    expect(summary(codexConversations, ...lines).marks).toEqual(['compacted']);
  });

  test('a compaction lists the texts it left, without the summary, if its program lists them', () => {
    const said = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    const history = [
      said('List the files.'),
      { type: 'compaction', encrypted_content: 'x' },
      said('It was about files.'),
    ];
    const leftBy = (payload: object) =>
      read(codexConversations, { type: 'compacted', payload })[0]?.compaction?.left ?? null;
    expect(leftBy({ message: 'It was about files.', replacement_history: history })).toEqual([
      measureLeft('List the files.'),
    ]);
    expect(leftBy({ message: '', replacement_history: [] })).toEqual([]);
    expect(leftBy({ message: 'It was about files.', replacement_history: null })).toBeNull();
  });

  test('a compaction without a list leaves the last 20,000 tokens of the person’s messages', () => {
    const kept = (history: unknown) =>
      read(codexConversations, { type: 'compacted', payload: { message: 'So far.', replacement_history: history } })[0]
        ?.compaction?.keepsOfPerson;
    expect([kept(null), kept(undefined), kept([])]).toEqual([20_000, 20_000, undefined]);
    expect(read(codexConversations, event({ type: 'context_compacted' }))[0]?.compaction?.keepsOfPerson).toBe(20_000);
  });

  test('usage is that of the last call, not the running total, and equal reports count once', () => {
    const counted = (total: number, last: number) =>
      event({
        type: 'token_count',
        info: {
          total_token_usage: { total_tokens: total },
          last_token_usage: { input_tokens: last, output_tokens: 1 },
        },
      });
    const items = read(
      codexConversations,
      message('assistant', 'One.'),
      counted(10, 10),
      counted(10, 10),
      counted(15, 5),
      message('user', 'And?'),
      message('assistant', 'Two.'),
      counted(22, 7),
      event({ type: 'token_count', info: null }),
    );
    expect(items.map(({ usage }) => usage?.input)).toEqual([15, undefined, 7]);
  });

  test('unknown kinds of lines are counted apart from hidden ones', () => {
    const lines = [event({ type: 'new' }), item({ type: 'new' }), { type: 'new', payload: {} }, { type: 'event_msg' }];
    expect(known(codexConversations, ...lines)).toEqual([false, false, false, false]);
    expect(read(codexConversations, ...lines)).toEqual([]);
  });
});

describe('OpenClaw', () => {
  const message = (id: string, parentId: string | null, content: unknown, role = 'user'): JsonRecord => ({
    type: 'message',
    id,
    parentId,
    message: { role, content },
  });

  test('entries name their parent; branch summaries and extension messages are the program’s', () => {
    const lines = [
      { type: 'session', id: 's', cwd: '/code', timestamp: '2026-11-20T09:00:00Z', parentSession: '/other.jsonl' },
      message('a', null, 'Hello.'),
      { type: 'branch_summary', id: 'b', parentId: 'a', summary: 'Tried this.' },
      { type: 'custom_message', id: 'c', parentId: 'b', content: 'Noted.' },
      { type: 'compaction', id: 'd', parentId: 'c', summary: 'So far.', firstKeptEntryId: 'a', tokensBefore: 99 },
      { type: 'session_info', name: 'A talk' },
      { type: 'label', id: 'e', parentId: 'd' },
    ];
    const items = read(openClawConversations, ...lines);
    expect(shortItems(items)).toEqual([
      'person Hello.',
      'program (summary) Tried this.',
      'program (injected) Noted.',
      'compaction So far.',
    ]);
    expect(items.map(({ parent }) => parent)).toEqual([null, 'a', 'b', 'c']);
    expect(items[3]?.compaction).toEqual({ trigger: null, before: 99, after: null, keptFrom: 'a', left: null });
    expect(summary(openClawConversations, ...lines)).toMatchObject({
      title: 'A talk',
      folder: '/code',
      marks: ['compacted', 'branch'],
    });
    expect(known(openClawConversations, ...lines, { type: 'unheard-of' })).toEqual([...lines.map(() => true), false]);
  });

  test('a failed call is marked, and thinking is kept apart', () => {
    const items = read(
      openClawConversations,
      message(
        'a',
        null,
        [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'toolCall', id: 't', name: 'ls', arguments: {} },
        ],
        'assistant',
      ),
      {
        type: 'message',
        id: 'b',
        parentId: 'a',
        message: { role: 'toolResult', toolCallId: 't', isError: true, content: [{ type: 'text', text: 'No.' }] },
      },
    );
    expect(shortItems(items)).toEqual(['assistant ~Hm. ls({})', 'tool !No.']);
  });
});

test('Amplifier: a call has its tool and input; a line that is no message is of unknown kind', () => {
  const lines = [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'I look.' }],
      tool_calls: [{ id: 't', tool: 'ls', arguments: { path: '.' } }],
    },
    { role: 'tool', tool_call_id: 't', content: 'a.txt', timestamp: '2026-11-20T09:00:00Z' },
    { event: 'session:start' },
  ];
  const items = read(amplifierConversations, ...lines);
  expect(shortItems(items)).toEqual([
    'program (injected) Be brief.',
    'assistant I look. ls({"path":"."})',
    'tool =a.txt',
  ]);
  expect(items[2]?.time).toBe(Date.UTC(2026, 10, 20, 9));
  expect(known(amplifierConversations, ...lines)).toEqual([true, true, true, false]);
});
