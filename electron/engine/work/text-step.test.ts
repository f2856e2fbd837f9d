import { expect, test } from 'vitest';
import { startWork } from '#testing/start-work.ts';

async function begun() {
  const { create, world, call, workspace, folder, contextOf } = await startWork();
  const { id, version } = await create({ raw_notes: 'notes.md', title: 'Harbor' });
  const path = `${folder}/contexts/active/${id}/context.json`;
  const text = (): string => world.text(path) ?? '';
  /** Replaces the first occurrence. */
  const replacing = (what: string, insert: string) => {
    const from = text().indexOf(what);
    return [{ from, to: from + what.length, insert }];
  };
  const save = (edits: ReturnType<typeof replacing>, over = version) =>
    call('work.editText', { workspace, id, version: over, edits });
  return { world, call, workspace, id, version, path, text, replacing, save, contextOf };
}

test('saves the text of a workflow as typed, on record, and undoes it', async () => {
  const { call, workspace, id, text, replacing, save, contextOf } = await begun();
  const before = contextOf(id);
  const edits = replacing('"Harbor"', '"Harbour",\n      "own":   [1,2]');
  const { change, version } = await save(edits);
  expect(text()).toContain('"Harbour",\n      "own":   [1,2]');
  const after = contextOf(id);
  expect(after.data.inputs).toMatchObject({ title: 'Harbour', own: [1, 2] });
  expect(after.meta.version).toBe('1.0.1');
  expect(after.audit.human_interventions).toMatchObject([
    {
      user: 'person',
      action: 'Edited the text of the workflow',
      before_state: { 'data.inputs.title': 'Harbor', 'data.inputs.own': null },
      after_state: { 'data.inputs.title': 'Harbour', 'data.inputs.own': [1, 2] },
    },
  ]);
  expect((await call('work.show', { workspace, id })).version).toBe(version);
  await call('context.undo', { workspace, change: change?.id ?? '' });
  expect(contextOf(id).data).toEqual(before.data);
});

test('does not overwrite a text that was saved meanwhile, nor save invalid JSON', async () => {
  const { world, path, text, version, replacing, save } = await begun();
  await expect(save(replacing('"Harbor"', '"Harbour'))).rejects.toMatchObject({
    code: 'value_invalid',
    message: 'That wouldn’t be valid JSON, so no agent could read the workflow any more. Nothing was saved.',
  });
  const edits = replacing('"Harbor"', '"Harbour"');
  world.outside.write(path, text().replace('Harbor', 'Port'));
  await expect(save(edits, version)).rejects.toMatchObject({ code: 'text_conflict' });
  expect(text()).toContain('"Port"');
});

test('refuses edits of the record, and does not save unchanged text', async () => {
  const { text, version, replacing, save } = await begun();
  const before = text();
  await expect(save(replacing('"human_interventions": []', '"human_interventions": [1]'))).rejects.toMatchObject({
    code: 'value_invalid',
    message: '“audit.human_interventions” is a record and is not edited. Nothing was saved.',
  });
  await expect(save(replacing('"workflow_id"', '"workflow_ident"'))).rejects.toMatchObject({ code: 'value_invalid' });
  expect((await save([])).change).toBeNull();
  expect((await save(replacing('"Harbor"', '"Harbor"'), version)).version).toBe(version);
  expect(text()).toBe(before);
});

test('spacing alone is no intervention', async () => {
  const { id, contextOf, replacing, save, text } = await begun();
  await save(replacing('"title": "Harbor"', '"title":   "Harbor"'));
  expect(text()).toContain('"title":   "Harbor"');
  expect(contextOf(id).audit.human_interventions).toEqual([]);
  expect(contextOf(id).meta.version).toBe('1.0.0');
});

test('repairs a damaged text, and leaves a completed workflow unchanged', async () => {
  const { world, call, workspace, id, path, text, contextOf } = await begun();
  const whole = text();
  world.outside.write(path, whole.replace(/\}\s*$/, ''));
  const damaged = await call('work.show', { workspace, id });
  expect(damaged.summary.status).toBe('damaged');
  const from = text().length;
  await call('work.editText', { workspace, id, version: damaged.version, edits: [{ from, to: from, insert: '}\n' }] });
  expect(contextOf(id).audit.human_interventions).toMatchObject([{ action: 'Mended the text of the workflow' }]);
  await call('work.complete', { workspace, id });
  const { version } = await call('work.show', { workspace, id });
  const edits = [{ from: 0, to: 0, insert: ' ' }];
  await expect(call('work.editText', { workspace, id, version, edits })).rejects.toMatchObject({ code: 'read_only' });
});
