import { expect, test } from 'vitest';
import { changeJsonText, readJsonText } from './json-text.ts';
import { touch } from './operations.ts';
import { validate } from './validate.ts';

test('adds missing sections with the next change, and leaves a newer version alone', () => {
  const old =
    '{"meta": {"workflow_id": "a", "workflow_type": "triage"}, "workflow": {"current_step": "b"}, "data": {"inputs": {}}}';
  const context = readJsonText(old) ?? null;
  const after = readJsonText(changeJsonText(old, touch(context, '2026-11-21T09:00:00Z')));
  expect(after).toMatchObject({
    meta: { workflow_id: 'a', version: '1.0.1', schema_version: '1.0.0' },
    workflow: { step_history: [], next_steps: [], branch_point: null },
    state: { requires_human_input: false, blocking_issues: [] },
    audit: { checkpoints: [], human_interventions: [] },
  });
  expect(validate(after).errors).toEqual([]);
  expect(touch(after ?? null, 'now')).toHaveLength(2);
  expect(() => touch({ meta: { schema_version: '2.0.0' } }, 'now')).toThrow(
    /version 2.0.0.*can be read and not changed/,
  );
});

test.each([
  ['1.0.9', '1.0.10'],
  ['2.3', '2.3.1'],
  ['v4', '4.0.1'],
  ['1.2.3-beta', '1.2.4-beta'],
  ['latest', 'latest'],
])('raises version %s to %s with a change, and never lowers it', (version, next) => {
  expect(touch({ meta: { version, schema_version: '1.0.0' } }, 'now')).toContainEqual({
    path: ['meta', 'version'],
    value: next,
  });
});

test.each([
  ['9.9.9', /version “9.9.9”, and 1.0.0 is the latest.*it is read and not changed/],
  ['v9', /version “v9”,.*it is read and not changed/],
  [9, null],
  ['1.7.0', /version “1.7.0”,.*is kept as it stands/],
  ['latest', /version “latest”,.*is kept as it stands/],
])('reports unknown parts of a context of version %s, and never lowers the version', (version, says) => {
  const context = { meta: { schema_version: version } };
  const found = validate(context).findings.filter(({ type }) => type === 'schema_version_unknown');
  expect(found).toMatchObject(
    says === null ? [] : [{ path: 'meta.schema_version', message: expect.stringMatching(says) }],
  );
  let changes: ReturnType<typeof touch> = [];
  try {
    changes = touch(context, 'now');
  } catch (error) {
    expect(error).toMatchObject({ code: 'read_only' });
  }
  expect(changes.map(({ path }) => path.join('.'))).not.toContain('meta.schema_version');
});
