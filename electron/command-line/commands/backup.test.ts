import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createComputer } from '#testing/computer.ts';
import { preparedComputer } from '#testing/prepared-computer.ts';
import { realEngine, runCommand } from '#testing/run-command.ts';

const terminal = ({ home, dataFolder }: ReturnType<typeof createComputer>, answer: string | null = null) => {
  const startEngine = realEngine(dataFolder, { homeFolder: home, environment: {}, passphraseWork: 8 });
  const hearTyped = (listener: (line: string) => void) => {
    queueMicrotask(() => listener(answer ?? ''));
    return () => undefined;
  };
  return (...args: string[]) => runCommand(args, { startEngine, ...(answer !== null && { hearTyped }) });
};

test('backs up, previews, asks, and restores', async () => {
  const { computer } = await preparedComputer();
  const to = join(computer.home, 'all.zip.age');
  const secret = computer.write('secret.txt', 'correct horse\n');
  const made = await terminal(computer)('backup', to, '--passphrase-file', secret);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('2 memories') });

  const other = createComputer();
  const restore = ['restore-backup', to, '--passphrase-file', secret];
  const preview = await terminal(other)(...restore, '--preview');
  expect(preview.output).toContain(`notes, to ${join(other.home, 'notes')}: `);
  expect(preview.output).toContain('It is whole.');
  expect(await terminal(other)('restore-backup', to)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Type its passphrase'),
  });
  expect(await terminal(other)(...restore)).toMatchObject({ code: 2, errors: expect.stringContaining('--yes') });
  expect(await terminal(other, 'no')(...restore)).toMatchObject({ code: 1 });
  expect(existsSync(join(other.home, 'notes'))).toBe(false);
  const done = await terminal(other, 'yes')(...restore);
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('added, 0 replaced') });
  expect(other.hashes('notes')).toEqual(computer.hashes('notes'));
});

test('restores one memory to another place', async () => {
  const { computer } = await preparedComputer();
  const to = join(computer.home, 'all.zip');
  await terminal(computer)('backup', to);
  const place = join(computer.home, 'copy');
  const run = terminal(computer);
  expect(await run('restore-backup', to, '--to', place, '--yes')).toMatchObject({ code: 2 });
  expect(await run('restore-backup', to, '--memory', 'none', '--yes')).toMatchObject({ code: 1 });
  expect(await run('restore-backup', to, '--memory', 'notes', '--to', place, '--yes')).toMatchObject({ code: 0 });
  const memory = 'logs/context/global.md';
  expect(readFileSync(join(place, memory))).toEqual(readFileSync(join(computer.home, 'notes', memory)));
  // Two folders never share an id.
  expect(existsSync(join(place, '.contexture', 'id'))).toBe(false);
});

test('turns weekly backups on and off', async () => {
  const { computer } = await preparedComputer();
  const run = terminal(computer);
  expect((await run('backup')).output).toContain('No weekly backups.');
  expect((await run('backup', '--weekly', computer.home, '--keep', '3')).output).toContain('3 are kept');
  expect((await run('backup', '--weekly', 'off')).output).toContain('No weekly backups.');
});

test('removes everything once the person agrees, after saying what', async () => {
  const { computer } = await preparedComputer();
  expect(await terminal(computer)('remove-everything')).toMatchObject({ code: 2 });
  const refused = await terminal(computer, 'no')('remove-everything');
  expect(refused.output).toContain('History, undo, drafts and marks of memories: ');
  expect(refused.output).toContain(`Stays: ${join(computer.home, 'notes')}`);
  expect(existsSync(computer.dataFolder)).toBe(true);
  const removed = await terminal(computer, 'yes')('remove-everything');
  expect(removed).toMatchObject({ code: 0, output: expect.stringContaining('Removed.') });
  expect(existsSync(computer.dataFolder)).toBe(false);
  expect(existsSync(join(computer.home, 'notes'))).toBe(true);
});
