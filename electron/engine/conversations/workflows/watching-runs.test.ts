import { expect, onTestFinished, test } from 'vitest';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';
import type { ManualClock } from '#testing/manual-clock.ts';

const session = '/home/person/.claude/projects/p/6f1c';
const record = `${session}/workflows/wf_1ab.json`;
const journal = `${session}/subagents/workflows/wf_1ab/journal.jsonl`;

async function started() {
  const world = await createMemoryWorld();
  onTestFinished(() => world.engine().close());
  const opened = await openIn(world, { startEmpty: true });
  await opened.call('conversations.approve', { place: 'claude', approved: true });
  return { world, ...opened };
}

test('reports to viewers when files of other programs’ workflows come, change or go, until they leave', async () => {
  const { world, call, workspace, of } = await started();
  const clock = world.ports.clock as ManualClock;
  const told = () => of('foreignWork.changed').length;
  const afterA = async (change: () => void): Promise<number> => {
    const before = told();
    change();
    await clock.advance(5000);
    // A second viewer in the same way, from before.
    await call('foreignWork.list', { workspace });
    return told() - before;
  };
  const write = (path: string, text: string) => () => world.outside.write(path, text);
  expect(await afterA(write(journal, '{}\n'))).toBe(0);
  await call('foreignWork.watch', { workspace, on: true });
  expect(await afterA(() => undefined)).toBe(0);
  expect(await afterA(write(journal, '{}\n{}\n'))).toBe(1);
  expect(await afterA(write(record, '{}'))).toBe(1);
  expect(await afterA(write(`${world.root}/.claude/workflow-state.json`, '{"status": "running"}'))).toBe(1);
  expect(await afterA(() => world.outside.remove(record))).toBe(1);
  expect(of('foreignWork.changed')[0]).toEqual({ workspace });
  await call('foreignWork.watch', { workspace, on: false });
  expect(await afterA(write(journal, '{}\n'))).toBe(0);
});

test('finds values in other programs’ workflows with file and line, a few workflows at a time', async () => {
  const { world, call, workspace } = await started();
  world.outside.write(record, '{\n  "workflowName": "audit",\n  "result": {"summary": "Two ospreys nest there"}\n}');
  world.outside.write(
    journal,
    '{"type": "started"}\n{"type": "result", "result": "Ospreys again"}\nno JSON of ospreys\n',
  );
  world.outside.write(
    `${session}/subagents/workflows/wf_1ab/agent-a1.jsonl`,
    '{"said": "ospreys in a conversation"}\n',
  );
  world.outside.write(`${session}/workflows/wf_2.json`, '{"workflowName": "nothing"}');
  const search = (text: string, offset = 0) => call('foreignWork.search', { workspace, text, offset });
  const { found, next, unread } = await search('OSPREYS');
  expect(found).toMatchObject([
    {
      id: `claude:${record}`,
      name: 'audit',
      assistant: 'Claude Code',
      file: record,
      line: 3,
      at: 'result.summary',
      shown: 'Two ospreys nest there',
    },
    { id: `claude:${record}`, file: journal, line: 2, at: 'result', shown: 'Ospreys again' },
  ]);
  expect([next, unread]).toEqual([null, []]);
  expect((await search('ospreys', 2)).found).toEqual([]);
  expect((await search('puffins')).found).toEqual([]);
});
