import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { workInProgress, workQuestion } from './work-files.ts';
import { openWorkflow, work } from './work-views.ts';

test.use({ startWith: workInProgress });

const file = '.aifriday/contexts/active/notes-12/context.json';
const title = 'Note processing · 20 Nov 2026';

test('what an agent asks is answered where it is shown, on record, and undone', async ({ page, workspace }) => {
  await work(page);
  await expectAccessible(page);
  const before = await workspace.read(file);
  const needs = page.getByRole('region', { name: 'Needs you' });
  await expect(needs).toContainText('The calendar did not answer.');
  await needs.getByRole('group', { name: workQuestion }).getByRole('button', { name: 'Leave them out' }).click();
  await expect(needs).not.toContainText(workQuestion);
  const answered = JSON.parse(await workspace.read(file));
  expect(answered.data.working_data.answers).toMatchObject({ 'q-1': { answer: 'Leave them out', user: 'person' } });
  expect(answered.state).toMatchObject({ requires_human_input: false, blocking_issues: [] });
  expect(answered.audit.human_interventions).toHaveLength(1);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(needs).toContainText(workQuestion);
  const undone = JSON.parse(await workspace.read(file));
  expect(undone.state).toEqual(JSON.parse(before).state);
  expect(undone.data).toEqual(JSON.parse(before).data);
});

test('a workflow is read step by step, and a value corrected in its place, with nothing else of its file changed', async ({
  page,
  workspace,
}) => {
  await work(page);
  await openWorkflow(page, title);
  const steps = page.getByRole('region', { name: 'Steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(7);
  await expect(steps.getByRole('listitem').nth(2)).toContainText(
    /Extract entities.*18 min.*Summarize sections.*36 min/,
  );
  await expectAccessible(page);
  const before = await workspace.read(file);
  const data = page.getByRole('region', { name: 'Working data' });
  await data.getByRole('button', { name: 'Correct Title' }).click();
  await data.getByRole('textbox', { name: 'Title' }).fill('Harbour session');
  await page.keyboard.press('Enter');
  await expect(data.getByRole('textbox')).toHaveCount(0);
  await expect(data).toContainText('Harbour session');
  const after = await workspace.read(file);
  expect(JSON.parse(after).data.working_data.title).toBe('Harbour session');
  expect(after.slice(0, after.indexOf('"version"'))).toBe(
    before
      .slice(0, before.indexOf('"version"'))
      .replace(/"updated_at": "[^"]*"/, /"updated_at": "[^"]*"/.exec(after)?.[0] ?? ''),
  );
  await expect(page.getByRole('region', { name: 'On record' })).toBeVisible();
  // Another program goes on with it: the page follows.
  await workspace.replace(after.replace('Harbour session', 'Harbour tour'), file);
  await expect(data).toContainText('Harbour tour');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Needs you' })).toBeVisible();
});
