import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './view-steps.ts';
import { workInProgress, workQuestion } from './work-files.ts';
import { openWorkflow, work, workflowRow } from './work-views.ts';

test.use({ startWith: workInProgress });

const file = '.aifriday/contexts/active/notes-12/context.json';
const title = 'Note processing · 20 Nov 2026';

test('what an agent asks is answered where it is shown, on record, and undone', async ({ page, workspace }) => {
  await work(page);
  await expectAccessible(page);
  const before = await workspace.read(file);
  const list = page.getByRole('grid', { name: 'Workflows' });
  await expect(list).toContainText('The calendar did not answer.');
  await list.getByRole('group', { name: workQuestion }).getByRole('button', { name: 'Leave them out' }).click();
  await expect(list).not.toContainText(workQuestion);
  const answered = JSON.parse(await workspace.read(file));
  expect(answered.data.working_data.answers).toMatchObject({ 'q-1': { answer: 'Leave them out', user: 'person' } });
  expect(answered.state).toMatchObject({ requires_human_input: false, blocking_issues: [] });
  expect(answered.audit.human_interventions).toHaveLength(1);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(list).toContainText(workQuestion);
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
  await expect(workflowRow(page, title)).toBeFocused();
});

test('the list is narrowed by what waits, failed, type and agent, walked by keys, and opened where one was', async ({
  page,
}) => {
  await work(page);
  const list = page.getByRole('grid', { name: 'Workflows' });
  const [notes, prep, session] = [
    workflowRow(page, title),
    workflowRow(page, 'Meeting prep · 24 Nov 2026'),
    workflowRow(page, 'Session creation · 4 Dec 2026'),
  ];
  await page.getByRole('button', { name: 'Failed 1' }).click();
  await expect(prep).toBeVisible();
  await expect(notes).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Session creation (1)' });
  await expect(session).toBeVisible();
  await expect(list.getByRole('heading')).toHaveText(['Under way']);
  // What was chosen is there again after looking at something else.
  await goTo(page, 'review');
  await goTo(page, 'work');
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('session_creation');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('calendar');
  await expect(page.getByRole('search')).toContainText('1 workflow');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(notes.or(prep).first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(session).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Session creation · 4 Dec 2026' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(session).toBeFocused();
  await page.keyboard.press('k');
  await expect(session).not.toBeFocused();
  await expectAccessible(page);
});
