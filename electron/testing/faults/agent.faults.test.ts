import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { prepareBundle } from '../worker-process.ts';
import { patience, report, sized } from './size.ts';

/**
 * The sample agent is killed before each of its calls that change something on the disk; its acknowledged answers are
 * stored.
 */

const agent = prepareBundle('resources/sample-agent/agent.js');
const killer = pathToFileURL(fileURLToPath(new URL('./killed-at-call.mjs', import.meta.url))).href;
/** Every n-th call; all of them in full. */
const step = sized({ full: 1, small: 17 });

type Run = { readonly answers: number; readonly calls: number | null };

/** Runs a program until it ends, or is killed. `calls` is null if it was killed. */
function run(program: string, place: string, killAt: number, messages: readonly string[]): Promise<Run> {
  const env = { ...process.env, CONTEXTURE_DATA_DIR: join(place, 'data'), KILL_AT: String(killAt) };
  const args = ['--import', killer, program, join(place, 'notes'), 'ann', ...messages];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter(Boolean);
      const calls = /^calls (\d+)$/.exec(lines.at(-1) ?? '')?.[1];
      if (error && error.signal !== 'SIGKILL') {
        reject(new Error(stderr));
      } else {
        resolve({ answers: lines.length - (calls ? 1 : 0), calls: calls ? Number(calls) : null });
      }
    });
  });
}

const messagesOf = (round: number): string[] => [`remember k${round}: v${round}`, `todo t${round}`, `say s${round}`];

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Number of answered messages that are missing from the agent's data. */
function lostIn(place: string, answered: readonly string[]): number {
  const logs = join(place, 'notes/logs');
  const said = textOf(join(logs, 'conversations/chat_history_sample_ann.jsonl'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).content);
  const json = (file: string) => JSON.parse(textOf(join(logs, 'storages', file)) || 'null');
  const todos: readonly string[] = json('todos_sample_ann.json') ?? [];
  const memory = textOf(join(logs, 'context/global.md'));
  const lost = answered.filter((message) => {
    const [, verb, what = ''] = /^(\w+) (.+)$/.exec(message) ?? [];
    const isStored =
      verb === 'todo' ? todos.includes(what) : verb === 'remember' ? memory.includes(`] ${what}\n`) : true;
    return !isStored || said.filter((content) => content === message).length !== 1;
  });
  const count: number = json('state_sample_ann.json')?.messages ?? 0;
  return lost.length + Math.max(0, answered.length - count);
}

it('stores all acknowledged answers of the sample agent when killed between any two calls', patience, async () => {
  const place = temporaryFolder();
  const answered: string[] = [];
  const figures = { kills: 0, answered: 0, lost: 0 };
  for (let [round, killAt, calls] = [0, 1, null as number | null]; calls === null; round++, killAt += step) {
    const messages = messagesOf(round);
    const ended = await run(agent(), place, killAt, messages);
    calls = ended.calls;
    answered.push(...messages.slice(0, ended.answers));
    figures.kills += calls === null ? 1 : 0;
    figures.lost += lostIn(place, answered);
  }
  figures.answered = answered.length;
  report('the sample agent killed between any two calls', figures);
  expect(figures.kills).toBeGreaterThan(2);
  expect(figures.answered).toBeGreaterThan(2);
  expect(figures.lost).toBe(0);
});

it('control: an agent that answers before it saves loses answers', patience, async () => {
  const place = temporaryFolder();
  const program = join(place, 'hasty.mjs');
  writeFileSync(
    program,
    `import { mkdir, writeFile } from 'node:fs/promises';
const [notes, , ...messages] = process.argv.slice(2);
for (const [n, message] of messages.entries()) {
  console.log('Saved: ' + message);
  await mkdir(notes + '/logs/storages', { recursive: true });
  await writeFile(notes + '/logs/storages/state_sample_ann.json', JSON.stringify({ messages: n + 1 }));
}
`,
  );
  const messages = ['say a', 'say b'];
  const { answers } = await run(program, place, 4, messages);
  const lost = lostIn(place, messages.slice(0, answers));
  report('the sample agent killed between any two calls', { answered: answers, lost }, 'answers before it saves');
  expect(lost).toBeGreaterThan(0);
});
