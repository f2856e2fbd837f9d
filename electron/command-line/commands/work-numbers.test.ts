import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorkCommands } from '#testing/work-commands.ts';

const long = '12345678901234567890';

test('numbers that JavaScript would round keep their text from command files into workflows, and in output', async () => {
  const { run, path } = startWorkCommands();
  const inputs = `{"raw_notes": "n.md", "ticket": ${long}, "huge": 1e400, "share": 1.0}`;
  const id = (await run(['work', 'create', 'note_processing', '-'], inputs)).output.trim();
  const text = () => readFileSync(path('contexts/active', id, 'context.json'), 'utf8');
  expect(text()).toContain(`"ticket": ${long},\n      "huge": 1e400,\n      "share": 1.0`);
  const update = `{"step": "initialize", "agent": "a", "confidence_score": 0.50, "working_data": {"order": ${long}}, "outputs": {"sum": 1e400}, "create_checkpoint": true}`;
  expect(await run(['work', 'update', id, '-'], update)).toMatchObject({ code: 0, errors: '' });
  expect(text()).toContain(`"order": ${long}`);
  expect(text()).toContain('"sum": 1e400');
  expect(text()).toContain('"confidence_score": 0.50');
  expect(readFileSync(path('contexts/active', id, 'steps/001_a.json'), 'utf8')).toContain(`"order": ${long}`);
  const other = '{"step": "review", "agent": "a", "working_data": {"order": 98765432109876543210}}';
  expect((await run(['work', 'update', id, '-'], other)).output).toContain(
    `Overwrote data.working_data.order: "${long}"`,
  );
  const preview = ['work', 'resume', id, '--checkpoint', '1', '--preview'];
  expect((await run(preview)).output).toMatch(/98765432109876543210[\s\S]*12345678901234567890/);
  expect((await run(['work', 'show', id])).output).toContain(`"ticket": ${long}`);
  expect((await run(['work', 'show', id, '--json'])).output).toContain(`"ticket": ${long}`);
  expect((await run(['work', 'agent-view', id, 'b'])).output).toContain(long);
  await run(['work', 'template', id]);
  const begun = (await run(['work', 'create', 'note_processing', '-'], '{"raw_notes": "m.md"}')).output.trim();
  expect(readFileSync(path('contexts/active', begun, 'context.json'), 'utf8')).toContain(`"ticket": ${long}`);
});

test('refuses an answer in a file whose number would be rounded in a sentence', async () => {
  const { run, create, path } = startWorkCommands();
  const id = await create();
  await run(['work', 'ask', id, 'Which ticket?']);
  const before = readFileSync(path('contexts/active', id, 'context.json'), 'utf8');
  const refused = await run(['work', 'answer', id, '-'], `{"answer": ${long}}`);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(`${long} would be rounded`) });
  expect(readFileSync(path('contexts/active', id, 'context.json'), 'utf8')).toBe(before);
  // 17 digits are no more precise than the nearest number.
  expect((await run(['work', 'answer', id, '-'], '{"answer": 0.10000000000000001}')).code).toBe(0);
});

test('prints numbers of other programs in full', async () => {
  const { root, run } = startWorkCommands();
  mkdirSync(join(root, '.claude'));
  writeFileSync(join(root, '.claude/workflow-state.json'), `{"status": "running", "ticket": ${long}, "huge": 1e400}`);
  await run(['call', 'conversations.approve', '{"place": "claude", "approved": true}', '--start-empty']);
  const { output } = await run(['work', 'elsewhere', 'workflow-state']);
  expect(output).toContain(long);
  expect(output).toContain('1e400');
});
