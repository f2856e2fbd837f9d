import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '#testing/run-command.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const casesPath = join(import.meta.dirname, '../../../shared/conversations/compaction/testing/seed-cases.jsonl');

/** Runs a command that needs no workspace: starting an engine fails. */
const run = (args: readonly string[], input = '') =>
  runCommand(args, {
    startEngine: () => {
      throw new Error('No engine is needed here');
    },
    readInput: async () => input,
  });

const view = async (messages: string, ...options: readonly string[]) => {
  const { code, output } = await run(['conversations', 'view', '-', '--json', ...options], messages);
  expect(code).toBe(0);
  return JSON.parse(output);
};

const linesOf = (messages: readonly object[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('');
const said = (content: string) => ({ role: 'user', content });
const many = [
  said('What is in the log?'),
  { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'read' }] },
  { role: 'tool', tool_call_id: 'a', content: `begin ${'word '.repeat(500)}end` },
  said('ok'),
  said('ok'),
  ...Array.from({ length: 10 }, (_, index) => said(`recent ${index}`)),
];

it('keeps what the seed’s rules keep, in an array from a file', async () => {
  const [first = ''] = readFileSync(casesPath, 'utf8').split('\n');
  const { messages, kept } = JSON.parse(first) as { messages: object[]; kept: number[] };
  const path = join(temporaryFolder(), 'messages.json');
  writeFileSync(path, JSON.stringify(messages));
  const { code, output } = await run(['conversations', 'view', path, '--preset', 'seed', '--budget', '1', '--json']);
  const answer = JSON.parse(output);
  expect(code).toBe(0);
  expect(answer.kept).toEqual(kept);
  expect(
    [...answer.kept, ...answer.dropped.map(({ index }: { index: number }) => index)].sort((a, b) => a - b),
  ).toEqual(messages.map((_, index) => index));
});

it('reports what is left out and shortened of lines from standard input, and why', async () => {
  expect(await view(linesOf(many), '--budget', '200')).toMatchObject({
    kept: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    dropped: [],
    shortened: [{ index: 2, reason: 'old_result' }],
    before: 689,
    fits: true,
  });
  expect(await view(linesOf(many), '--budget', '10')).toMatchObject({
    kept: [0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    dropped: [
      { index: 1, reason: 'old' },
      { index: 2, reason: 'old' },
      { index: 3, reason: 'old' },
      { index: 4, reason: 'repeated' },
    ],
    fits: false,
  });
});

it('subtracts the answer’s tokens and a margin from a model’s window', async () => {
  const fits = (window: string) => view(linesOf(many), '--context-window', window, '--max-output', '500');
  expect(await fits('2300')).toMatchObject({ dropped: [], shortened: [] });
  expect(await fits('2200')).toMatchObject({ shortened: [{ index: 2 }] });
});

it('does not count lines that are no message, and reports them', async () => {
  const torn = `${linesOf([said('one')])}{"role": "user", "cont\n\n[]\n${linesOf([said('two')])}`;
  const { code, output, errors } = await run(['conversations', 'view', '-', '--json'], torn);
  expect([code, JSON.parse(output).kept]).toEqual([0, [0, 1]]);
  expect(errors).toBe('2 lines aren’t messages and are not counted.\n');
});

it('shows a person each message with its outcome', async () => {
  const { output } = await run(['conversations', 'view', '-', '--budget', '10'], linesOf(many));
  expect(output).toContain('    0  kept: the first or last you said   user: What is in the log?\n');
  expect(output).toContain('    3  left out: old                      user: ok\n');
  expect(output).toContain('That is still too much');
});

it.each([
  ['--budget', 'many'],
  ['--preset', 'other'],
  ['--threshold', '2'],
])('refuses %s %s', async (option, value) => {
  expect((await run(['conversations', 'view', '-', option, value], '[]')).code).toBe(2);
});
