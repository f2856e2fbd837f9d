import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Message } from '#shared/conversations/message.ts';
import { greeting, tool } from '#testing/agent-program.ts';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';
import { serveAssistant } from './serve-assistant.ts';

type World = Awaited<ReturnType<typeof createMemoryWorld>>;

/** Lets an agent program make calls one after the other, and disconnect. @returns its answers, without the greeting */
async function served(world: World, forAgentProgram: boolean, calls: readonly { method: string; params: object }[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const said = text(output);
  const requests = [greeting, ...calls.map((call, index) => ({ id: index + 1, ...call }))];
  input.end(requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join(''));
  await serveAssistant(world.another({ personLooks: false, personApproves: false }).engine(), {
    folder: world.root,
    startEmpty: true,
    forAgentProgram,
    version: '0',
    input,
    output,
    stop: new Promise(() => undefined),
    log: () => undefined,
  });
  output.end();
  const answers = (await said)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result?: Result; error?: { message: string } });
  return answers
    .sort((one, other) => one.id - other.id)
    .slice(1)
    .map(({ result, error }): Result => ({ ...result, ...(error && { error }) }));
}
type Result = {
  error?: { message: string };
  tools?: { name: string; inputSchema: object }[];
  isError?: boolean;
  content?: { text: string }[];
};

const conversation = 'main';
const added = (message: Message) => tool('add_message', { conversation, message });
const answerOf = (result: Result | undefined): Record<string, unknown> => JSON.parse(result?.content?.[0]?.text ?? '');

const messages: Message[] = [
  { role: 'user', content: 'What is in the log?', at: 1 },
  { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'read' }] },
  { role: 'tool', tool_call_id: 'a', content: 'nothing' },
  ...Array.from({ length: 30 }, (_, n) => ({ role: 'user', content: `number ${n}` })),
];

test('begins a conversation, adds to it, reads it and requests the part to send', async () => {
  const world = await createMemoryWorld();
  world.outside.write(`${world.root}/AGENTS.md`, 'Be brief.\n');
  world.outside.write(`${world.root}/.contexture/settings.yaml`, 'memory_files: [./AGENTS.md, ./none.md]\n');
  const [begun, ...rest] = await served(world, true, [
    tool('initialize_conversation', { conversation }),
    ...messages.map(added),
    tool('get_messages', { conversation }),
    tool('get_messages_for_request', { conversation, provider: { context_window: 1090, max_output_tokens: 10 } }),
    tool('get_messages_for_request', { conversation, token_budget: 60, preset: 'careful' }),
  ]);
  expect(answerOf(begun)).toMatchObject({
    began: true,
    messages: 1,
    notices: [{ level: 'info' }, { level: 'warning', file: './none.md' }],
  });
  const [all, bySeed, careful] = rest.slice(messages.length).map(answerOf);
  const system = { role: 'system', content: '[Context from AGENTS.md]\n\nBe brief.\n' };
  expect(all?.['messages']).toMatchObject([system, ...messages].map((message) => ({ message })));
  expect(bySeed).toMatchObject({ budget: 80, messages: [system, ...messages.slice(-10)], fits: true });
  expect(careful).toMatchObject({ budget: 60, fits: true });
  expect(JSON.stringify(careful)).toContain('What is in the log?');
});

test('returns a message with its fields in the given order, whatever they are', async () => {
  const world = await createMemoryWorld();
  const message = {
    usage: { b: 1, a: 2 },
    zeta: null,
    content: [{ text: 'Hi', type: 'text' }],
    alpha: 1,
    role: 'user',
  };
  const [, all, sent] = await served(world, true, [
    tool('add_message', { conversation, message }),
    tool('get_messages', { conversation }),
    tool('get_messages_for_request', { conversation }),
  ]);
  const given = JSON.stringify(message);
  expect(world.text(`${world.root}/logs/conversations/main.jsonl`)).toBe(`${given}\n`);
  expect(all?.content?.[0]?.text).toContain(given);
  expect(sent?.content?.[0]?.text).toContain(given);
});

test('describes the shape of a message in the list of tools', async () => {
  const world = await createMemoryWorld();
  const [answer] = await served(world, true, [{ method: 'tools/list', params: {} }]);
  const { inputSchema } = answer?.tools?.find(({ name }) => name === 'add_message') ?? {};
  expect(inputSchema).toMatchObject({
    required: ['conversation', 'message'],
    properties: {
      message: {
        type: 'object',
        required: ['role'],
        properties: { role: { enum: ['system', 'developer', 'user', 'assistant', 'tool'] } },
      },
    },
  });
});

test('clears a conversation at once, which the history shows by its name and the person can undo', async () => {
  const world = await createMemoryWorld();
  const [, cleared, after] = await served(world, true, [
    added({ role: 'user', content: 'one' }),
    tool('clear_conversation', { conversation }),
    tool('get_messages', { conversation }),
  ]);
  expect([answerOf(cleared), answerOf(after)]).toEqual([{ cleared: true }, { messages: [], problems: [], next: null }]);
  const { call, workspace } = await openIn(world);
  const { lines } = await call('history.list', { workspace });
  expect(lines[0]).toMatchObject({ label: 'Cleared the conversation “main”', who: 'assistant', name: 'agent seven' });
  await call('context.undo', { workspace });
  expect(world.text(`${world.root}/logs/conversations/main.jsonl`)).toBe('{"role":"user","content":"one"}\n');
});

test('explains what can’t be added or begun', async () => {
  const world = await createMemoryWorld();
  world.outside.write(`${world.root}/AGENTS.md`, 'word '.repeat(100));
  world.outside.write(`${world.root}/.contexture/settings.yaml`, 'memory_files: [./AGENTS.md]\nmax_tokens: 100\n');
  const [nobody, elsewhere, tooMuch] = await served(world, true, [
    tool('add_message', { conversation, message: { role: 'nobody', content: 'x' } }),
    tool('add_message', { conversation: '../main', message: messages[0] ?? {} }),
    tool('initialize_conversation', { conversation }),
  ]);
  for (const refused of [nobody, elsewhere, tooMuch]) {
    expect(refused).toMatchObject({ isError: true });
  }
  expect(tooMuch?.content?.[0]?.text).toContain('./AGENTS.md 133');
  expect(world.everyFile().filter(({ path }) => path.includes('conversations'))).toEqual([]);
});

test('an assistant that only keeps a memory gets none of these tools', async () => {
  const list = [{ method: 'tools/list', params: {} }];
  const world = await createMemoryWorld();
  const names = async (keeps: boolean) => (await served(world, keeps, list))[0]?.tools?.map(({ name }) => name) ?? [];
  expect((await names(true)).filter((name) => !/context|updates|recall/.test(name))).toEqual([
    'initialize_conversation',
    'add_message',
    'get_messages',
    'get_messages_for_request',
    'clear_conversation',
    'state_get',
    'state_set',
    'work_create',
    'work_list',
    'work_view',
    'work_update',
    'work_resume',
    'work_complete',
    'work_ask',
  ]);
  expect((await names(false)).join(' ')).not.toMatch(/message|conversation|state|work/);
});

test('keeps a state between its runs, separately for each user', async () => {
  const world = await createMemoryWorld();
  const ann = { agent: 'support', user: 'ann' };
  const [set] = await served(world, true, [tool('state_set', { ...ann, values: { theme: 'dark' } })]);
  expect(answerOf(set)).toEqual({ key: 'state_support_ann' });
  const answers = await served(world, true, [
    tool('state_get', { ...ann, name: 'theme' }),
    tool('state_get', { agent: 'support', user: 'bob' }),
  ]);
  expect(answers.map(answerOf)).toEqual([
    { key: 'state_support_ann', value: 'dark' },
    { key: 'state_support_bob', value: {} },
  ]);
  // Schemas drop the name silently, and an acknowledged value has to be stored.
  const [lost] = await served(world, true, [
    tool('state_set', { ...ann, values: JSON.parse('{"__proto__":{"a":1}}') }),
  ]);
  expect(lost).toMatchObject({ isError: true });
});

test('resumes a workflow from a checkpoint or from a step, not from both or neither', async () => {
  const world = await createMemoryWorld();
  const answers = await served(world, true, [
    tool('work_resume', { workflow_id: 'w', checkpoint: 1, step: 'review' }),
    tool('work_resume', { workflow_id: 'w' }),
    tool('work_update', { workflow_id: 'w', update: { step: 'initialize', agent: 'a' } }),
  ]);
  expect(answers.map(({ isError, content }) => [isError, content?.[0]?.text])).toEqual([
    [true, 'Name a checkpoint or a step, not both. Nothing was changed.'],
    [true, 'Name a checkpoint or a step, one of them. Nothing was changed.'],
    [true, 'There is no workflow w here. Nothing was changed. “contexture work list” shows all.'],
  ]);
});

test('answers a call that is nested too deeply, so that nobody waits for it', async () => {
  const world = await createMemoryWorld();
  const deep = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`);
  const [answer] = await served(world, true, [
    tool('work_update', { workflow_id: 'w', update: { step: 'initialize', agent: 'a', outputs: deep } }),
  ]);
  expect(answer?.error).toMatchObject({ message: expect.stringMatching(/^That message is nested too deeply/) });
});

test('refuses what a workflow could not store of a call in a sentence', async () => {
  const world = await createMemoryWorld();
  const lost = JSON.parse('{"__proto__":1}');
  const update = { step: 'initialize', agent: 'a' };
  const answers = await served(world, true, [
    tool('work_create', { type: 'note_processing', inputs: lost }),
    tool('work_update', { workflow_id: 'w', update: { ...update, working_data: { deep: [lost] } } }),
    tool('work_update', { workflow_id: 'w', update: Object.assign(JSON.parse('{"__proto__":1}'), update) }),
  ]);
  for (const { isError, content } of answers) {
    expect([isError, content?.[0]?.text]).toEqual([true, expect.stringContaining('__proto__ can’t be a name')]);
  }
});
