import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { realEngine, runCommand } from '#testing/run-command.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

/** A folder with a memory, and commands on it with a person who answers questions; null for nobody. */
function start(typed: string | null = null) {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  mkdirSync(join(root, 'logs/context'), { recursive: true });
  writeFileSync(join(root, 'logs/context/global.md'), '## Facts (certain)\n- city: Lisbon\n');
  const run = (args: readonly string[], input = '') =>
    runCommand([...args, '-w', root], {
      startEngine: realEngine(join(folder, 'data')),
      readInput: async () => input,
      hearTyped: (listener) => {
        if (typed === null) {
          return null;
        }
        setImmediate(() => listener(typed));
        return () => undefined;
      },
    });
  const text = () => readFileSync(join(root, 'logs/conversations/main.jsonl'), 'utf8');
  return { run, text };
}

const lines = '{"role":"user","content":"one"}\n{"role":"assistant","content":"two","usage":{"output_tokens":3}}\n';

it('adds messages from an array or lines, all or none', async () => {
  const { run, text } = start();
  expect(await run(['conversations', 'add', 'main', '-'], lines)).toMatchObject({
    code: 0,
    output: 'Added 2 messages.\n',
  });
  const array = '[{"role":"user","content":"three"}]';
  expect((await run(['conversations', 'add', 'main', '-', '--json'], array)).output).toBe('{\n  "added": 1\n}\n');
  const all = `${lines}{"role":"user","content":"three"}\n`;
  expect(text()).toBe(all);
  for (const bad of ['', '[]', '{"content":"who?"}', `${lines}torn {`, '{"role":"narrator","content":"x"}']) {
    expect((await run(['conversations', 'add', 'main', '-'], bad)).code).not.toBe(0);
  }
  expect(text()).toBe(all);
});

it('asks before a conversation is cleared, and clears it after consent', async () => {
  const agreeing = start('yes');
  await agreeing.run(['conversations', 'add', 'main', '-'], lines);
  const cleared = await agreeing.run(['conversations', 'clear', 'main']);
  expect(cleared.output).toContain('Clear the conversation “main”, 97 bytes?\nThe history keeps its messages');
  expect(cleared.output).toContain('Cleared the conversation “main”.\n');
  expect(agreeing.text()).toBe('');
  expect((await agreeing.run(['call', 'context.undo'])).code).toBe(0);
  expect(agreeing.text()).toBe(lines);
});

it.each([
  ['a person who says no', 'no'],
  ['nobody', null],
])('keeps a conversation when the answer is %s', async (_, typed) => {
  const { run, text } = start(typed);
  await run(['conversations', 'add', 'main', '-'], lines);
  const { code, errors } = await run(['conversations', 'clear', 'main']);
  expect(code).not.toBe(0);
  expect(errors).toContain('Nothing was changed.');
  expect(text()).toBe(lines);
  expect((await run(['conversations', 'clear', 'main', '--yes'])).code).toBe(0);
  expect(text()).toBe('');
});

it('reports a missing conversation', async () => {
  const { run } = start('yes');
  expect((await run(['conversations', 'clear', 'other'])).errors).toContain('There is no conversation “other”.');
});
