import { beforeEach, expect, test } from 'vitest';
import { createEngine } from '#engine/engine.ts';
import { createMemoryPorts, type MemoryPorts } from '#testing/memory-ports.ts';
import { runCommand } from '#testing/run-command.ts';

const folder = '/home/person/.claude/projects/-home-person-code-app';
const id = `claude:${folder}/1.jsonl`;
const lineOf = (record: object): string => `${JSON.stringify(record)}\n`;
const asked = (uuid: string, parentUuid: string | null, content: unknown): string =>
  lineOf({
    type: 'user',
    uuid,
    parentUuid,
    cwd: '/home/person/code/app',
    timestamp: '2026-11-20T09:01:00Z',
    message: { role: 'user', content },
  });
const replied = (uuid: string, parentUuid: string, content: readonly object[]): string =>
  lineOf({ type: 'assistant', uuid, parentUuid, message: { id: uuid, role: 'assistant', model: 'm', content } });

const long = 'x'.repeat(900_000);
const conversation = [
  asked('1', null, 'Which tea?'),
  replied('2', '1', [
    { type: 'thinking', thinking: 'Green.' },
    { type: 'tool_use', id: 't', name: 'Read', input: { file: 'tea.md' } },
  ]),
  asked('3', '2', [{ type: 'tool_result', tool_use_id: 't', content: '```\ngreen\u009b2J\n```' }]),
  asked('4', '3', long),
  asked('5', '3', 'Thanks.'),
].join('');

let ports: MemoryPorts;
let output: string;
let errors: string;
let typed: ((line: string) => void) | null;
let says: string | null;

beforeEach(() => {
  ports = createMemoryPorts();
  ports.outside.write(`${folder}/1.jsonl`, conversation);
  output = '';
  errors = '';
  typed = null;
  says = null;
});

async function run(...args: string[]): Promise<number> {
  output = '';
  const write = (text: string): void => {
    output += text;
    if (text.includes('Type yes')) {
      queueMicrotask(() => typed?.(says ?? ''));
    }
  };
  const said = await runCommand(['conversations', ...args], {
    startEngine: () => ({ engine: createEngine(ports), log: () => undefined }),
    write,
    writeExact: write,
    hearTyped: (onLine) => {
      typed = says === null ? null : onLine;
      return says === null ? null : () => undefined;
    },
  });
  errors += said.errors;
  return said.code;
}

test('reads nothing before the person agrees, at the terminal or by --yes', async () => {
  expect(await run('list')).toBe(0);
  expect(output).toContain('No conversations.');
  expect(await run('approve', 'claude')).not.toBe(0);
  expect(errors).toContain('add --yes');
  says = 'no';
  expect(await run('approve', 'claude')).not.toBe(0);
  expect(output).toContain('writes nothing there');
  says = 'yes';
  expect(await run('approve', 'claude')).toBe(0);
  expect(output).toContain('claude: Claude Code, /home/person/.claude/projects, read\n');
  await run('list', '--json');
  expect(JSON.parse(output).conversations).toMatchObject([{ id, title: 'Which tea?' }]);
  expect(await run('approve', 'claude', '--decline')).toBe(0);
  await run('list', '--json');
  expect(JSON.parse(output).conversations).toEqual([]);
});

test('lists, shows and exports a whole conversation, without terminal control characters', async () => {
  await run('approve', 'claude', '--yes');
  await run('list', '--project', '/home/person/code/app');
  expect(output).toContain(`Which tea?, Claude Code, app, deleted by Claude Code on `);
  expect(output).toContain(`\n  ${id}\n`);
  await run('list', '--project', 'other');
  expect(output).toContain('No conversations.');

  expect(await run('show', 'which TEA')).toBe(0);
  expect(output).toContain('\nperson\n  Which tea?\n');
  expect(output).toContain('\nassistant\n  [Green.]\n  > Read { "file": "tea.md" }\n');
  expect(output).toContain('\nperson, rewound\n  xxx');

  expect(await run('export', id)).toBe(0);
  expect(output).toContain('# Which tea?\n\n- Assistant: Claude Code\n- Project: /home/person/code/app\n');
  expect(output).toContain('\n## You (2026-11-20 09:01 UTC)\n\nWhich tea?\n');
  expect(output).toContain('\n> Green.\n\n**Called Read**\n\n```json\n{\n  "file": "tea.md"\n}\n```\n');
  expect(output).toContain('\n````\n```\ngreen[U+009B]2J\n```\n````\n');
  expect(output).toContain(`\n## You (2026-11-20 09:01 UTC, taken back)\n\n${long}\n`);

  expect(await run('export', `${folder}/1.jsonl`, '--as', 'json')).toBe(0);
  const exported = JSON.parse(output);
  expect(exported.conversation).toMatchObject({ id, title: 'Which tea?' });
  expect(exported.items.map((item: { id: string }) => item.id)).toEqual(['1', '2', '3', '4', '5']);
  expect(exported.items[3].blocks[0].text).toBe(long);
  expect(exported.items[2].blocks[0].text).toContain('\u009b2J');
  expect(output).not.toContain('\u009b');
});

test('reports lines that can’t be shown, and exports them unchanged', async () => {
  const odd = `${asked('1', null, 'Which tea?')}{"type":"user","message":{"role":"user","con\n{"type":"hologram"}\n`;
  ports.outside.write(`${folder}/1.jsonl`, odd);
  await run('approve', 'claude', '--yes');
  await run('show', 'which tea');
  expect(output).toContain(
    '\n1 line couldn’t be read, 1 of an unknown kind. `export --as json` has them as written.\n',
  );
  await run('export', 'which tea');
  expect(output).toContain('\n## Couldn’t be read\n\n```\n{"type":"user","message":{"role":"user","con\n```\n');
  expect(output).toContain('\n## Of an unknown kind\n\n```\n{"type":"hologram"}\n```\n');
  await run('export', 'which tea', '--as', 'json');
  expect(JSON.parse(output)).toMatchObject({
    unread: [{ text: '{"type":"user","message":{"role":"user","con', missing: 0 }],
    unknown: [{ text: '{"type":"hologram"}' }],
  });
});

test('saves a conversation, lists it after its program deleted it, and removes its last copy only after confirmation', async () => {
  await run('approve', 'claude', '--yes');
  expect(await run('save')).toBe(0);
  expect(output).toBe('No conversation is saved.\n');
  expect(await run('save', 'which tea')).toBe(0);
  expect(output).toContain(`Which tea?, Claude Code, `);
  ports.outside.remove(folder);
  await run('save');
  expect(output).toContain('1 conversation, ');
  expect(output).toContain('the only copy left: the original is gone');
  expect(await run('show', 'which tea')).toBe(0);
  expect(await run('save', 'which tea', '--remove')).not.toBe(0);
  expect(errors).toContain('the last there is');
  expect(await run('save', 'which tea', '--remove', '--even-last')).toBe(0);
  await run('save');
  expect(output).toBe('No conversation is saved.\n');
});

test('saves all conversations of an assistant or project until stopped, within a limit', async () => {
  await run('approve', 'claude', '--yes');
  await ports.clock.advance(60 * 60 * 1000);
  expect(await run('save', '--all', 'Claude')).not.toBe(0);
  expect(errors).toContain('There is no assistant Claude. There are: Claude Code, ');
  expect(await run('save', '--stop')).not.toBe(0);
  expect(await run('save', '--all', 'Claude Code', '--project', '/other')).toBe(0);
  expect(output).toContain('No conversation is saved.\nSaved automatically: all with Claude Code in /other.\n');
  expect(await run('save', '--all', 'Claude Code', '--limit', '0')).toBe(0);
  expect(output).toContain(`Not saved: ${id}. The copies would take more than the 0 MB they may.`);
  expect(await run('save', '--limit', '10')).toBe(0);
  expect(output).toContain('1 conversation, ');
  await run('save', '--all', 'Claude Code', '--stop');
  await run('save', '--all', 'Claude Code', '--project', '/other', '--stop');
  expect(output).toContain('1 conversation, ');
  expect(output).not.toContain('Saved automatically');
});

test('reports a name that fits no conversation or several, with their ids', async () => {
  await run('approve', 'claude', '--yes');
  ports.outside.write(`${folder}/2.jsonl`, asked('1', null, 'Which tea again?'));
  expect(await run('show', 'coffee')).not.toBe(0);
  expect(errors).toContain('No conversation has coffee in its title, id or file.');
  expect(await run('show', 'tea')).not.toBe(0);
  expect(errors).toContain(id);
});

test('accepts any part of a title, id or file that is unique', async () => {
  await run('approve', 'claude', '--yes');
  ports.outside.write(`${folder}/4f0b-2.jsonl`, asked('1', null, 'Which coffee?'));
  for (const part of [
    'COFFEE',
    '4f0b',
    '4f0b…',
    'claude:/home/person/.claude/projects/-home-person-code-app/4f0b',
    '4f0b-2.jsonl',
    `${folder}/4f0b-2.jsonl`,
    `claude:${folder}/4f0b-2.jsonl`,
  ]) {
    expect(await run('show', part)).toBe(0);
    expect(output).toContain('Which coffee?');
  }
  expect(await run('show', 'code-app')).not.toBe(0);
  expect(errors).toContain('2 conversations fit');
});

test('accepts a part of a copy’s id, and lists it below the conversation that continues', async () => {
  const lines = ['Which tea?', 'And later?', 'Thanks.'].map((text, n) =>
    lineOf({
      type: 'user',
      uuid: `${n}`,
      timestamp: `2026-11-20T09:0${n}:00Z`,
      message: { role: 'user', content: text },
    }),
  );
  // Each command is a separate process; on a disk the index stays.
  ports = { ...ports, conversationIndex: { ...ports.conversationIndex, close: async () => undefined } };
  ports.outside.remove(`${folder}/1.jsonl`);
  ports.outside.write(`${folder}/aaaa.jsonl`, lines.slice(0, 2).join(''));
  ports.outside.write(`${folder}/bbbb.jsonl`, lines.join(''));
  await run('approve', 'claude', '--yes');
  await run('search', 'tea');
  await run('list');
  expect(output).not.toContain('aaaa.jsonl');
  expect(output).toContain(', 1 copy');
  expect(await run('show', 'aaaa')).toBe(0);
  expect(output).not.toContain('Thanks.');
  await run('list', '--under', 'bbbb');
  expect(output).toContain('aaaa.jsonl');
  expect(await run('show', 'cccc')).not.toBe(0);
});
