import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { realEngine, runCommand } from '#testing/run-command.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

function start(name: string, text: string) {
  const folder = temporaryFolder();
  const file = join(folder, name);
  writeFileSync(file, text);
  const data = join(folder, 'data');
  return {
    folder,
    run: (...args: string[]) => runCommand([...args], { startEngine: realEngine(data) }),
    file,
  };
}

it('checks a file in the format that the person chose for it, until they reset it', async () => {
  const { run, file } = start('notes.md', 'likes tea\n§\nlikes tea');
  const codes = async () =>
    (JSON.parse((await run('check', file, '--json')).output) as { code: string }[]).map(({ code }) => code);
  expect(await codes()).toEqual([]);
  await run('read-as', 'hermes', '-w', file);
  expect(await codes()).toEqual(['form_differs']);
  await run('read-as', 'recognised', '-w', file);
  expect(await codes()).toEqual([]);
});

it('checks a file that looks like ours in the format the person chose', async () => {
  const { run, file } = start('MEMORY.md', '## Facts\n- a: 1\n- a: 2\n');
  expect((await run('check', file)).output).toContain('known_twice');
  await run('read-as', 'hermes', '-w', file);
  expect((await run('check', file)).output).not.toContain('known_twice');
});

it('opens nothing: the file is not listed as opened before', async () => {
  const { run, file, folder } = start('notes.md', '## Facts\n- a: 1\n');
  await run('check', file);
  expect(readdirSync(join(folder, 'data'))).toEqual(['logs']);
});
