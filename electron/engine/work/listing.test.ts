import { expect, test } from 'vitest';
import { done, startWork } from '#testing/start-work.ts';

test('lists workflows by their ids, wherever they are', async () => {
  const { call, workspace, create } = await startWork();
  const [one, other] = [await create({ raw_notes: 'a' }), await create({ raw_notes: 'b' })];
  await create({ raw_notes: 'c' });
  await call('work.complete', { workspace, id: other.id });
  const { total, workflows } = await call('work.list', { workspace, ids: [one.id, 'none', other.id] });
  expect(total).toBe(2);
  expect(new Map(workflows.map(({ id, where }) => [id, where]))).toEqual(
    new Map([
      [one.id, 'active'],
      [other.id, 'completed'],
    ]),
  );
});

test('lists the workflows of a session, and those an agent took part in', async () => {
  const { call, workspace, create } = await startWork();
  const ofSession = await create({ raw_notes: 'a', session_context: 's-12' });
  const ofAgent = await create({ raw_notes: 'b' });
  await create({ raw_notes: 'c', session_context: 's-13' });
  await call('work.update', { workspace, id: ofAgent.id, update: done('initialize', 'reader') });
  await call('work.update', { workspace, id: ofAgent.id, update: done('collect_materials', 'editor') });
  const list = async (sessions: string[], agents: string[]) =>
    (await call('work.list', { workspace, of: { sessions, agents } })).workflows.map(({ id }) => id).sort();
  expect(await list(['s-12'], [])).toEqual([ofSession.id]);
  expect(await list([], ['reader'])).toEqual([ofAgent.id]);
  expect(await list(['s-12', 's'], ['reader', 'read'])).toEqual([ofSession.id, ofAgent.id].sort());
  expect(await list([], [])).toEqual([]);
});
