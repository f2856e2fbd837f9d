import { expect, test } from 'vitest';
import { itemsOfRecords, type JsonRecord } from '../../conversations/formats/format.ts';
import { shortItems } from '../../conversations/formats/testing/short-items.ts';
import { codexConversations } from './conversations.ts';

const read = (...records: readonly JsonRecord[]) =>
  shortItems(itemsOfRecords(codexConversations.createReader(), records));
const item = (payload: object): JsonRecord => ({ type: 'response_item', payload });
const event = (payload: object): JsonRecord => ({ type: 'event_msg', payload });
const asked = (...texts: readonly string[]): JsonRecord =>
  item({ type: 'message', role: 'user', content: texts.map((text) => ({ type: 'input_text', text })) });

test('marks plugins, instructions and the environment as inserted, and takes none for a title', () => {
  const records = [
    asked(
      '<recommended_plugins>\nNone.\n</recommended_plugins>',
      '# AGENTS.md instructions\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>',
    ),
    asked('# Context from my IDE setup:\n- a.js\n## My request for Codex:\nWhy is the door open?'),
  ];
  expect(read(...records)).toEqual([
    'program (injected) <recommended_plugins>\nNone.\n</recommended_plugins> # AGENTS.md instructions\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>',
    'person [put in by the program] Why is the door open?',
  ]);
  expect(codexConversations.summarise(records, []).title).toBe('Why is the door open?');
});

test('reads the first form, without an envelope, like today’s', () => {
  const records: readonly JsonRecord[] = [
    { id: '1f', timestamp: '2025-09-10T18:58:38Z', instructions: 'Be brief.', git: {} },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What next?' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'A list.' }] },
    { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' },
    { type: 'function_call_output', call_id: 'c', output: '{"output":"a.txt","metadata":{"exit_code":0}}' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Read a.txt.' }] },
  ];
  expect(records.every(codexConversations.knows)).toBe(true);
  expect(read(...records)).toEqual([
    'person What next?',
    'assistant ~A list. shell({})',
    'tool =a.txt',
    'assistant Read a.txt.',
  ]);
  expect(codexConversations.summarise(records, [])).toMatchObject({
    title: 'What next?',
    startedAt: Date.UTC(2025, 8, 10, 18, 58, 38),
    folder: null,
  });
  const environment = '<environment_context>\n  <cwd>/home/ann/app</cwd>\n</environment_context>';
  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: environment }] };
  expect(codexConversations.summarise([...records, said], []).folder).toBe('/home/ann/app');
});

test('takes a thread’s given name for its title', () => {
  const named = (name: string) => event({ type: 'thread_name_updated', thread_name: name });
  expect(codexConversations.summarise([asked('It hangs.'), named('Late'), named('Late token')], []).title).toBe(
    'Late token',
  );
});

test('shows messages of other agents and of events once', () => {
  const completed = (type: string, text: string) =>
    event({ type: 'item_completed', item: { type, content: [{ text }] } });
  expect(
    read(
      completed('UserMessage', 'Weigh the puffin.'),
      asked('Weigh the puffin.'),
      item({ type: 'agent_message', author: 'worker', content: [{ type: 'input_text', text: 'Forty gulls.' }] }),
      completed('UserMessage', 'And?'),
      completed('AgentMessage', 'Half a kilo.'),
    ),
  ).toEqual(['person Weigh the puffin.', 'assistant (side) Forty gulls.', 'person And?', 'assistant Half a kilo.']);
});

test('keeps the assistant apart from another agent, whoever is first', () => {
  const other = item({ type: 'agent_message', content: [{ type: 'input_text', text: 'Forty gulls.' }] });
  const own = item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Forty.' }] });
  expect(read(other, own)).toEqual(['assistant (side) Forty gulls.', 'assistant Forty.']);
  expect(read(own, other)).toEqual(['assistant Forty.', 'assistant (side) Forty gulls.']);
});

test('reports items and events of unknown kinds, whatever their names', () => {
  const known = [event({ type: 'exec_command_end' }), event({ type: 'item_completed', item: { type: 'Reasoning' } })];
  const unknown = [
    event({ type: 'agent_response', message: 'x' }),
    event({ type: 'item_completed', item: { type: 'Plan' } }),
  ];
  expect(known.map(codexConversations.knows)).toEqual([true, true]);
  expect(unknown.map(codexConversations.knows)).toEqual([false, false]);
});
