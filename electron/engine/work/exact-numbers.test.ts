import { expect, test } from 'vitest';
import { done, startWork } from '#testing/start-work.ts';

test('numbers keep their exact text in the record, in files of steps, and through resume and undo', async () => {
  const { world, folder, create, call, workspace } = await startWork();
  const { id } = await create({ raw_notes: 'n' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const text = () => world.text(path) ?? '';
  const write = (from: string | RegExp, to: string) => world.outside.write(path, text().replace(from, to));
  write('"raw_notes": "n"', '"raw_notes": "n", "ticket": 12345678901234567890');
  write('"working_data": {}', '"working_data": {"ratio": 1.0, "big": 1e400, "list": [98765432109876543210]}');
  await call('work.update', { workspace, id, update: done('initialize', 'a', { create_checkpoint: true }) });
  expect(world.text(`${folder}/contexts/active/${id}/steps/001_a.json`)).toContain('"ticket": 12345678901234567890');
  const edit = (name: string, before: unknown, value: unknown) =>
    call('work.edit', {
      workspace,
      id,
      fields: [{ path: ['data', 'working_data', name], before: before as null, value: value as null }],
    });
  const working = () => text().replace(/\s/g, '').split('"working_data":')[1]?.split(',"outputs"')[0];
  const before = working();
  expect(before).toBe('{"ratio":1.0,"big":1e400,"list":[98765432109876543210]}');
  await edit('list', [Number('98765432109876543210')], [1]);
  expect(text()).toMatch(/"before_state": \{\s*"data.working_data.list": \[\s*98765432109876543210/);
  await edit('ratio', 1, 2);
  expect(text()).toMatch(/"before_state": \{\s*"data.working_data.ratio": 1.0\s/);
  await call('context.undo', { workspace });
  await call('context.undo', { workspace });
  expect(working()).toBe(before);
  await edit('list', [Number('98765432109876543210')], [2]);
  await call('work.resume', { workspace, id, from: { checkpoint: 1 } });
  expect(working()).toBe(before);
  expect(text()).not.toMatch(/1234567890123456[78]000|9876543210987654[0-9]000/);
});
