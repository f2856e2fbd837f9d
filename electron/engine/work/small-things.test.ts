import { expect, test } from 'vitest';
import { done, startWork } from '#testing/start-work.ts';

test('an answer names its question by id, or by text that no other question has', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  for (const question of ['Anonymise the notes?', 'Publish the notes?', 'Publish?']) {
    await call('work.ask', { workspace, id, question });
  }
  const answer = (question: string) => call('work.answer', { workspace, id, question, answer: 'yes' });
  await expect(answer('notes')).rejects.toMatchObject({ code: 'entry_unclear' });
  await expect(answer('weather')).rejects.toMatchObject({ code: 'not_found' });
  await answer('Publish?');
  await answer('anonymise');
  const { state, data } = contextOf(id);
  expect(state.questions).toMatchObject([{ question: 'Publish the notes?' }]);
  const answered = Object.values(data.working_data.answers).map((each) => (each as { question: string }).question);
  expect(answered).toEqual(['Publish?', 'Anonymise the notes?']);
});

test('an answer removes only its own question from a list with other items before it', async () => {
  const { world, call, workspace, folder, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  await call('work.ask', { workspace, id, question: 'Anonymise?' });
  await call('work.ask', { workspace, id, question: 'Publish?' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const text = world.text(path) ?? '';
  world.outside.write(path, text.replace('"questions": [', '"questions": [\n      {"note": "no question"},'));
  await call('work.answer', { workspace, id, question: 'Anonymise?', answer: 'yes' });
  expect(contextOf(id).state.questions).toMatchObject([{ note: 'no question' }, { question: 'Publish?' }]);
});

test('raises the version of a context by its last number, and leaves an invalid one alone', async () => {
  const { world, call, workspace, folder, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const raised = async (version: string) => {
    const text = (world.text(path) ?? '').replace(/"version": "[^"]*"/, `"version": "${version}"`);
    world.outside.write(path, text);
    await call('work.update', { workspace, id, update: done('initialize', 'a', { next_step: 'review' }) });
    return contextOf(id).meta.version;
  };
  expect(await raised('1.2.3-beta')).toBe('1.2.4-beta');
  expect(await raised('1.2.3-rc.1+build.5')).toBe('1.2.4-rc.1+build.5');
  expect(await raised('v2.3')).toBe('2.3.1');
  expect(await raised('1.0.9007199254740993')).toBe('1.0.9007199254740994');
  expect(await raised('draft')).toBe('draft');
  const { findings } = await call('work.check', { workspace, id });
  expect(findings).toMatchObject([{ path: 'meta.version', message: '“meta.version” is no version, as 1.0.0.' }]);
});

test('refuses a person’s invalid edit outside of data in a sentence', async () => {
  const { call, workspace, create, contextOf } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  const before = contextOf(id);
  const edit = (path: string[], was: null | number | boolean, value: number | string | boolean) =>
    call('work.edit', { workspace, id, fields: [{ path, before: was, value }] });
  await expect(edit(['state', 'confidence_score'], 1, 7)).rejects.toMatchObject({
    code: 'value_invalid',
    message: '“state.confidence_score” is more than 1. Nothing was changed.',
  });
  await expect(edit(['state', 'requires_human_input'], false, 'maybe')).rejects.toMatchObject({
    code: 'value_invalid',
  });
  expect(contextOf(id)).toEqual(before);
  await edit(['state', 'confidence_score'], 1, 0.4);
  await edit(['data', 'inputs', 'raw_notes_pages'], null, 7);
});

test('reports a damaged file beside workflows with their list', async () => {
  const { world, call, workspace, folder, create } = await startWork();
  await create({ raw_notes: 'n.md' });
  expect(await call('work.list', { workspace })).toMatchObject({ findings: [] });
  world.outside.write(`${folder}/agents/registry.json`, '{"agents": ');
  expect((await call('work.list', { workspace })).findings).toMatchObject([
    { type: 'not_json', file: 'agents/registry.json', message: 'agents/registry.json isn’t a JSON object.' },
  ]);
});
