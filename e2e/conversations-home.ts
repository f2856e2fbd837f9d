import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceFolderAt } from './workspace-folder.ts';

/** Conversations of Claude Code in a home folder: files by their path below it. */

const minute = 60_000;
const day = 24 * 60 * minute;

type Line = Readonly<Record<string, unknown>>;

/** Writes the lines of one session as Claude Code does, each linked to the previous one. */
export function createSession(id: string, { startedAt, cwd }: { readonly startedAt: number; readonly cwd: string }) {
  const lines: Line[] = [];
  let said = 0;
  let parent: string | null = null;
  const add = (line: Line): void => {
    said += 1;
    const uuid = `${id}-${said}`;
    const timestamp = new Date(startedAt + said * minute).toISOString();
    lines.push({ parentUuid: parent, uuid, sessionId: id, timestamp, cwd, isSidechain: false, ...line });
    parent = uuid;
  };
  const assistant = (block: object, tokens = 100): void =>
    add({
      type: 'assistant',
      requestId: `request-${said}`,
      message: {
        id: `message-${said}`,
        role: 'assistant',
        model: 'claude-opus-4',
        content: [block],
        usage: { input_tokens: tokens, output_tokens: 50, cache_read_input_tokens: tokens * 10 },
      },
    });
  return {
    add,
    person: (content: string) => add({ type: 'user', message: { role: 'user', content } }),
    answer: (text: string, tokens?: number) => assistant({ type: 'text', text }, tokens),
    think: (thinking: string) => assistant({ type: 'thinking', thinking }),
    /** A tool call and its result. */
    use: (name: string, input: object, result: string, isError = false) => {
      const call = `call-${said}`;
      assistant({ type: 'tool_use', id: call, name, input });
      const content = [{ type: 'tool_result', tool_use_id: call, content: result, is_error: isError }];
      add({ type: 'user', toolUseResult: {}, message: { role: 'user', content } });
    },
    compact: (summary: string) => {
      add({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens: 155_000, postTokens: 12_400 },
      });
      add({ type: 'user', isCompactSummary: true, message: { role: 'user', content: summary } });
    },
    title: (title: string) => lines.push({ type: 'ai-title', aiTitle: title, sessionId: id }),
    text: () => lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    /** The last line, ready to append. */
    lastLine: () => `${JSON.stringify(lines.at(-1))}\n`,
  };
}

const placeOf = (project: string, id: string): string => `.claude/projects/${project}/${id}.jsonl`;

/** Path of the session that the tests read. */
export const teaShop = placeOf('-home-ann-code-tea-shop', '6f1c2a90-tea');

/** Enough questions that no screen shows them all. */
export const questions = 120;

export function teaShopSession(startedAt: number) {
  const session = createSession('6f1c2a90-tea', { startedAt, cwd: '/home/ann/code/tea-shop' });
  for (let n = 1; n <= questions; n++) {
    session.person(`Question ${n}: how much green tea is left in tin ${n}?`);
    session.answer(`There are **${n} grams** left in tin ${n}.`, 117 * n);
  }
  session.compact('Summary: Ann asked about every tin of tea in the shop.');
  session.person('Please rename the function that weighs tea, and always use metric units from now on.');
  session.think('The function is called weight. I should look where it is used before I rename it.');
  session.use('Bash', { command: 'grep -rn "weight(" src', description: 'Find uses' }, 'src/tea.ts:4\nsrc/till.ts:12');
  session.use(
    'Edit',
    {
      file_path: '/home/ann/code/tea-shop/src/tea.ts',
      old_string: 'export function weight(tin) {\n  return tin.ounces;\n}',
      new_string: 'export function gramsIn(tin) {\n  return tin.grams;\n}',
    },
    'The file has been updated.',
  );
  session.use('Bash', { command: 'npm test' }, 'Error: 1 test failed\n  till.test.ts: expected 12 to be 340', true);
  session.answer(
    [
      '## Done',
      '',
      'The function is called `gramsIn` now. One test still expects **ounces**:',
      '',
      '| test | expects | gets |',
      '|---|---|---|',
      '| till.test.ts | 12 | 340 |',
      '',
      '```ts',
      'expect(gramsIn(tin)).toBe(340);',
      '```',
      '',
      '- I will use metric units from now on',
      '- <b>Nothing</b> else has changed',
    ].join('\n'),
  );
  session.title('Weigh tea in grams');
  return session;
}

/** A workflow as Claude Code stores it beside a session. */
const bedsWorkflow = (startTime: number): object => ({
  runId: 'wf_beds',
  workflowName: 'Plan the beds',
  summary: 'Which bed gets what',
  status: 'failed',
  startTime,
  durationMs: 240_000,
  totalTokens: 51_200,
  phases: [{ title: 'Measure', detail: 'sun and soil' }, { title: 'Choose' }],
  workflowProgress: [
    {
      type: 'workflow_agent',
      label: 'sun at four',
      phaseTitle: 'Measure',
      agentId: 'a1',
      state: 'done',
      startedAt: startTime,
      durationMs: 95_000,
    },
    {
      type: 'workflow_agent',
      label: 'what grows',
      phaseTitle: 'Choose',
      agentId: 'a2',
      state: 'error',
      error: 'The list of seeds could not be read.',
      startedAt: startTime + 95_000,
      durationMs: 40_000,
    },
  ],
});

/** Writes sessions of two projects, last used on four days: one with a sub-agent, one that is deleted in three days. */
export async function writeConversations(homeFolder: string): Promise<void> {
  const now = Date.now();
  const garden = createSession('9b01-beds', { startedAt: now - 2 * day, cwd: '/home/ann/code/garden' });
  garden.person('Which beds get sun after four in the afternoon?');
  garden.answer('The two along the wall.');
  const sun = createSession('agent-1', { startedAt: now - 2 * day, cwd: '/home/ann/code/garden' });
  sun.person('Work out where the sun stands at four.');
  sun.answer('In the south-west.');
  const seeds = createSession('5c00-seeds', { startedAt: now - 27 * day - 61 * minute, cwd: '/home/ann/code/garden' });
  seeds.person('Order seeds for the spring');
  seeds.answer('Ordered: **peas** and beans.');
  const labels = createSession('7a22-labels', { startedAt: now - day, cwd: '/home/ann/code/tea-shop' });
  labels.person('Print the labels for the new tins in two sizes');
  labels.answer('Both sizes are in `labels.pdf`.');
  const sessions = [
    [teaShop, teaShopSession(now - 6 * 60 * minute), now - 60 * minute],
    [placeOf('-home-ann-code-tea-shop', '7a22-labels'), labels, now - day],
    [placeOf('-home-ann-code-garden', '9b01-beds'), garden, now - 2 * day],
    [placeOf('-home-ann-code-garden', '9b01-beds/subagents/agent-1'), sun, now - 2 * day],
    [placeOf('-home-ann-code-garden', '5c00-seeds'), seeds, now - 27 * day - 60 * minute],
  ] as const;
  await workspaceFolderAt(homeFolder).create(
    JSON.stringify(bedsWorkflow(now - 2 * day)),
    placeOf('-home-ann-code-garden', '9b01-beds/workflows/wf_beds').replace(/\.jsonl$/, '.json'),
  );
  for (const [name, session, leftAt] of sessions) {
    await workspaceFolderAt(homeFolder).create(session.text(), name);
    await utimes(join(homeFolder, name), leftAt / 1000, leftAt / 1000);
  }
}
