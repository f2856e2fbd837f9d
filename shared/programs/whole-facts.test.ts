import { describe, expect, test } from 'vitest';
import { shortItems } from '../conversations/formats/testing/short-items.ts';
import { chatGptConversations } from './chatgpt/program.ts';
import { geminiConversations } from './gemini-cli/conversations.ts';
import { hermesConversations } from './hermes/program.ts';
import { larAgentConversations } from './laragent/program.ts';

/** Facts about formats whose conversations are read whole. */

describe('Gemini CLI', () => {
  const chat = (...messages: readonly object[]) =>
    geminiConversations.read(JSON.stringify({ sessionId: 's', startTime: '2026-11-20T09:00:00Z', messages }))?.[0];

  test('messages have parts of any kind, and calls have results and failures', () => {
    const found = chat(
      { id: 'a', type: 'user', content: [{ text: 'Look ' }, { inlineData: { data: 'AAAA' } }] },
      {
        id: 'b',
        type: 'gemini',
        content: 'I look.',
        toolCalls: [
          { id: 't', name: 'ls', args: { path: '.' }, status: 'error', result: [{ text: 'x' }], resultDisplay: 'No.' },
          { id: 'u', name: 'pwd', args: {}, status: 'cancelled' },
        ],
      },
      { id: 'c', type: 'user', content: [{ functionResponse: { id: 'v', response: { output: 'ok' } } }] },
      { id: 'd', type: 'error', content: 'Quota.' },
      { id: 'e', type: 'unheard-of', content: 'Said.' },
    );
    expect(shortItems(found?.items ?? [])).toEqual([
      'person Look  [inlineData]',
      'assistant I look. ls({"path":"."}) pwd({})',
      'tool !No.',
      'tool =ok',
      'program (error) Quota.',
      'program (injected) Said.',
    ]);
  });

  test('reports values that are no messages, and drops nothing else', () => {
    const found = chat({ id: 'a', type: 'user', content: 'Hello.' }, 'text' as never, 7 as never);
    expect(shortItems(found?.items ?? [])).toEqual(['person Hello.']);
    expect(found?.odd).toHaveLength(2);
    expect(geminiConversations.read('{"projects": []}')).toBeNull();
  });
});

test('Hermes: inactive messages were taken back, compacted ones come before their boundary, with any columns', () => {
  const first = hermesConversations.readOne('s', [
    [{ id: 's', title: null, started_at: 1_795_165_200, cwd: '/code' }],
    [
      { id: 1, session_id: 's', role: 'user', content: 'One.', active: 0, compacted: 1 },
      { id: 2, session_id: 's', role: 'user', content: 'Two.', active: 0, compacted: 0 },
      {
        id: 3,
        session_id: 's',
        role: 'assistant',
        content: null,
        tool_calls: '[{"id":"t","function":{"name":"ls","arguments":"{}"}}]',
      },
      { id: 4, session_id: 's', role: 'tool', content: 'a.txt', tool_call_id: 't', tool_name: 'ls', token_count: 3 },
      { id: 5, session_id: 's', role: null, content: 'Of nobody.' },
    ],
  ]);
  expect(shortItems(first.items)).toEqual([
    'person One.',
    'compaction',
    'person (rewound) Two.',
    'assistant ls({})',
    'tool =a.txt',
  ]);
  expect(first).toMatchObject({ title: 'One.', folder: '/code', marks: ['compacted'], startedAt: 1_795_165_200_000 });
  expect(first.odd).toHaveLength(1);
  const older = [{ id: 6, session_id: 'older', role: 'user', content: 'Hello.' }];
  expect(hermesConversations.readOne('older', [[], older])).toMatchObject({ inner: 'older', title: 'Hello.' });
});

test('ChatGPT: thoughts, code, pictures and the profile keep their kind, hidden messages are the program’s', () => {
  const content = (id: string, role: string, value: object, metadata: object = {}) => [
    id,
    { id, parent: null, children: [], message: { author: { role }, content: value, metadata } },
  ];
  const mapping = Object.fromEntries([
    content(
      'a',
      'user',
      { content_type: 'user_editable_context', user_profile: 'I drink tea.', user_instructions: 'Be brief.' },
      { is_visually_hidden_from_conversation: true },
    ),
    content('b', 'user', {
      content_type: 'multimodal_text',
      parts: [{ content_type: 'image_asset_pointer' }, 'What is it?'],
    }),
    content('c', 'assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Looking', content: 'A leaf.' }] }),
    content(
      'd',
      'assistant',
      { content_type: 'code', language: 'python', text: 'print(1)' },
      { model_slug: 'some-model' },
    ),
    content('e', 'tool', { content_type: 'execution_output', text: '1' }),
    content('f', 'system', { content_type: 'text', parts: [''] }),
  ] as [string, object][]);
  const found = chatGptConversations.readOne({ title: 'Leaf', mapping });
  expect(shortItems(found?.items ?? [])).toEqual([
    'program (injected) I drink tea.\nBe brief.',
    'person [image_asset_pointer] What is it?',
    'assistant ~Looking\nA leaf.',
    'assistant python(print(1))',
    'tool =1',
  ]);
  expect(found?.items[3]?.model).toBe('some-model');
});

test('ChatGPT: dates a conversation without times by its messages', () => {
  const message = (id: string, time: number | null) => ({
    id,
    message: { id, author: { role: 'user' }, create_time: time, content: { content_type: 'text', parts: [id] } },
  });
  const mapping = { a: message('a', 1_719_100_000), b: message('b', 1_719_200_000), c: message('c', null) };
  expect(chatGptConversations.readOne({ title: 'Crane', mapping })).toMatchObject({
    startedAt: 1_719_100_000_000,
    changedAt: 1_719_200_000_000,
  });
});

test('ChatGPT: names a conversation without an id so that later exports give the same name', () => {
  const nameOf = (record: object) => chatGptConversations.readOne(record)?.inner;
  const mapping = { 'client-root': {}, 'a#1': {} };
  const name = '1795165200.5-client-root-a_1-Trip_to_the_sea';
  expect(nameOf({ create_time: 1795165200.5, title: 'Trip to #the sea', mapping })).toBe(name);
  expect(nameOf({ conversation_id: 'c', mapping })).toBe('c');
  expect(nameOf({ mapping: {} })).toBe('');
});

test('LarAgent: a message has its id, time and usage; other fields change nothing', () => {
  const [found] =
    larAgentConversations.read(
      JSON.stringify([
        {
          role: 'assistant',
          content: 'On its way.',
          message_uuid: 'u',
          message_created: '2026-11-20T09:00:00Z',
          usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
          metadata: { agent: 'Support' },
          extras: [],
        },
        { role: 'tool', tool_call_id: 't', tool_name: 'find', content: '{"n":1}' },
        { no: 'message' },
        'text',
      ]),
    ) ?? [];
  expect(shortItems(found?.items ?? [])).toEqual(['assistant On its way.', 'tool ={"n":1}']);
  expect(found?.items[0]).toMatchObject({
    id: 'u',
    time: Date.UTC(2026, 10, 20, 9),
    usage: { input: 5, cacheRead: 0, cacheWrite: 0, output: 2 },
  });
  expect(found?.odd.map(({ why }) => why).sort()).toEqual(['unknown', 'unread']);
});
