import { expect, test } from 'vitest';
import { done, startWork } from '#testing/start-work.ts';

test('refuses an update with data of the wrong kind as a whole, and reports unusual data', async () => {
  const { world, folder, create, call, workspace } = await startWork();
  const { id } = await create({ raw_notes: 'n' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const before = world.text(path);
  const update = (more: object) => call('work.update', { workspace, id, update: done('initialize', 'a', { ...more }) });
  for (const [wrong, at] of [
    [{ working_data: { content_sections: 'no list' } }, 'data.working_data.content_sections'],
    [{ outputs: { structured_notes: { key_decisions: 'none' } } }, 'data.outputs.structured_notes.key_decisions'],
    [
      { working_data: { content_sections: [{ needs_review: 'yes' }] } },
      'data.working_data.content_sections.0.needs_review',
    ],
  ] as const) {
    await expect(update(wrong)).rejects.toMatchObject({
      code: 'value_invalid',
      message: expect.stringMatching(new RegExp(`^“${at}” is not .+ Nothing was changed.$`)),
    });
  }
  expect(world.text(path)).toBe(before);
  const { findings } = await update({
    started_at: 'yesterday',
    working_data: { content_sections: [{ confidence: 7 }], own: 'anything' },
  });
  expect(findings).toMatchObject([
    { type: 'unusual_value', path: 'data.working_data.content_sections.0.confidence' },
    { type: 'unusual_value', path: 'started_at' },
  ]);
});

test('accepts names that have a meaning in JavaScript', async () => {
  const { create, call, workspace, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n' });
  const update = JSON.parse(
    '{"step": "__proto__", "agent": "constructor", "working_data": {"toString": 1, "a.b": 2, "": 3, "hasOwnProperty": 4}}',
  );
  await call('work.update', { workspace, id, update });
  expect(contextOf(id).data.working_data).toEqual({ toString: 1, 'a.b': 2, '': 3, hasOwnProperty: 4 });
  expect(contextOf(id).workflow.step_history).toMatchObject([{ step: '__proto__', agent: 'constructor' }]);
  expect((await call('work.agentView', { workspace, id, agent: '__proto__' })).view['working_data']).toEqual(
    contextOf(id).data.working_data,
  );
});

test('refuses the name that schemas drop, anywhere, and changes nothing', async () => {
  const { world, folder, create, call, workspace } = await startWork();
  const { id } = await create({ raw_notes: 'n' });
  await call('work.ask', { workspace, id, question: 'Go on?' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const before = world.text(path);
  const lost = JSON.parse('{"__proto__": 1, "a": 2}');
  const refused = { message: expect.stringContaining('__proto__ can’t be a name') };
  for (const more of [
    lost,
    { working_data: lost },
    { outputs: { deep: [lost] } },
    { inputs: lost },
    { references: lost },
    { performance: lost },
  ]) {
    const update = { ...done('initialize', 'a') };
    Object.defineProperties(update, Object.getOwnPropertyDescriptors(more));
    await expect(call('work.update', { workspace, id, update })).rejects.toMatchObject(refused);
  }
  await expect(create(lost)).rejects.toMatchObject(refused);
  await expect(call('work.answer', { workspace, id, answer: lost })).rejects.toMatchObject(refused);
  const given = { workspace, id, answer: 'yes', working_data: { deep: lost } };
  await expect(call('work.answer', given)).rejects.toMatchObject(refused);
  const field = { path: ['data', 'working_data', 'x'], before: null, value: lost };
  await expect(call('work.edit', { workspace, id, fields: [field] })).rejects.toMatchObject(refused);
  expect(world.text(path)).toBe(before);
});

test('refuses what would make a context too large to change again, and the workflow continues', async () => {
  const { world, folder, create, call, workspace } = await startWork();
  const { id } = await create({ raw_notes: 'n' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const before = world.text(path);
  const large = 'x'.repeat(16 * 1024 * 1024);
  for (const create_checkpoint of [false, true]) {
    await expect(
      call('work.update', {
        workspace,
        id,
        update: done('initialize', 'a', { working_data: { large }, create_checkpoint }),
      }),
    ).rejects.toMatchObject({ code: 'too_large' });
  }
  expect(world.text(path)).toBe(before);
  await expect(create({ raw_notes: large })).rejects.toMatchObject({ code: 'too_large' });
  await call('work.update', { workspace, id, update: done('initialize', 'a', { working_data: { large: 'no' } }) });
});
