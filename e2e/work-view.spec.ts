import { expectAccessible } from './accessibility.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { agentStorages } from './storage-files.ts';
import { goTo } from './view-steps.ts';
import { workInProgress, workQuestion } from './work-files.ts';
import { openWorkflow, work, workflowRow } from './work-views.ts';

test.use({ startWith: workInProgress });

const file = '.aifriday/contexts/active/notes-12/context.json';
const title = 'Note processing · 20 Nov 2026';

test('answers an agent’s question where it is shown, records the answer, and undoes it', async ({
  page,
  workspace,
}) => {
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

test('reads a workflow step by step, and corrects a value with nothing else of its file changed', async ({
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
  // Another program continues the workflow: the page follows.
  await workspace.replace(after.replace('Harbour session', 'Harbour tour'), file);
  await expect(data).toContainText('Harbour tour');
  // A value that it writes during typing is not overwritten without a warning.
  await data.getByRole('button', { name: 'Correct Title' }).click();
  await data.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await workspace.replace(after.replace('Harbour session', 'Harbour walk'), file);
  const meanwhile = data.getByRole('status').filter({ hasText: 'now it says “Harbour walk”' });
  await expect(meanwhile).toBeVisible();
  await data.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(data).toContainText('was changed since you read it. Nothing was changed');
  expect(await workspace.read(file)).toContain('Harbour walk');
  await meanwhile.getByRole('button', { name: 'Save mine over it all the same' }).click();
  await expect(meanwhile).toHaveCount(0);
  await data.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(data.getByRole('textbox')).toHaveCount(0);
  await eventually(async () => JSON.parse(await workspace.read(file)).data.working_data.title).toBe('Mine');
  await page.keyboard.press('Escape');
  await expect(workflowRow(page, title)).toBeFocused();
});

test('filters the list by waiting, failed, type and agent, moves by keys, and returns to the same row', async ({
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
  // The filter is still set after a visit to another view.
  await goTo(page, 'review');
  await goTo(page, 'work');
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('Session creation');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('calendar');
  await expect(page.getByRole('search')).toContainText('1 match in 1 workflow');
  await expect(list.getByRole('row', { name: /Meeting prep · Error/ })).toContainText('The calendar did not answer.');
  // Opening a found value focuses it.
  await page.getByRole('searchbox').fill('ask ben');
  await list.getByRole('row', { name: /Note processing · Action items/ }).click();
  await expect(page.getByRole('treeitem', { name: 'Ask Ben for slides' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
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

test('edits the whole as JSON, reports errors while typing, and overwrites nothing an agent wrote meanwhile', async ({
  page,
  workspace,
}) => {
  await work(page);
  await openWorkflow(page, title);
  await page.getByRole('button', { name: 'JSON' }).click();
  const editor = page.getByRole('textbox', { name: `Text of “${title}”` });
  await expect(editor).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('x');
  await expect(page.getByText(/^Line \d+: there is extra text after the end\. Remove it\./)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('That wouldn’t be valid JSON')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByText(/^Line \d+: there is extra text after the end\. Remove it\./)).toHaveCount(0);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('"mine": 1,');
  // Typed text stays while another view is open.
  await goTo(page, 'review');
  await goTo(page, 'work');
  await expect(editor).toContainText('"mine": 1,');
  const before = await workspace.read(file);
  await workspace.replace(before.replace('"meta"', '"agents_own": 2, "meta"'), file);
  const meeting = page.getByRole('alert', { name: 'Two versions of this text' });
  await expect(meeting).toBeVisible();
  await expectAccessible(page);
  await meeting.getByRole('button', { name: 'Take theirs' }).click();
  await expect(editor).toContainText('agents_own');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('"mine": 1,');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const saved = JSON.parse(await workspace.read(file));
  expect(saved).toMatchObject({ mine: 1, agents_own: 2 });
  expect(saved.audit.human_interventions).toMatchObject([{ after_state: { mine: 1 } }]);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(editor).not.toContainText('"mine"');
});

test('shows which files exist and what to do about others, and the differences and effects of checkpoints', async ({
  page,
  workspace,
}) => {
  await work(page);
  await openWorkflow(page, title);
  const files = page.getByRole('region', { name: 'Files' }).getByRole('listitem');
  await expect(files.filter({ hasText: 'notes/gone.md' })).toContainText('Missing.');
  await expect(files.filter({ hasText: 'notes/summary.md' })).not.toContainText('Missing.');
  await expect(files.filter({ hasText: '/srv/shared/plan.md' })).toContainText('Outside this folder');
  await files.filter({ hasText: 'notes/gone.md' }).getByRole('button', { name: 'Remove from the list' }).click();
  await expect(files).toHaveCount(2);
  expect(JSON.parse(await workspace.read(file)).files.modified).toEqual([]);

  await page.getByRole('button', { name: 'Compare checkpoint 1…' }).click();
  const dialog = page.getByRole('dialog');
  const titleDiffers = dialog.getByRole('listitem').filter({ hasText: 'Data › Working data › Title' });
  await expect(titleDiffers.locator('del, mark')).toHaveText(['plans', 'sesion']);
  const stepDiffers = dialog.getByRole('listitem').filter({ hasText: 'Workflow › Current step' });
  await expect(stepDiffers.locator('del, mark')).toHaveText(['Identify action items', 'Review']);
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'To' }).selectOption({ index: 0 });
  await expect(dialog).toContainText('Nothing changed.');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Go on from checkpoint 1…' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Data › Working data › Title' })).toContainText('plans');
  await dialog.getByRole('button', { name: 'Go on from checkpoint 1' }).click();
  await expect(page.getByRole('region', { name: 'Working data' })).toContainText('Harbour plans');
  const record = page.getByRole('region', { name: 'On record' });
  const resumed = record.getByRole('listitem').filter({ hasText: 'Resumed from checkpoint 1' });
  await resumed.getByRole('button', { name: 'Show what changed' }).click();
  await expect(resumed).toContainText('Data › Working data › Title');
  await expectAccessible(page);
});

test('archives and restores a workflow bit for bit, finds it by month and from the memory archive, and undoes that', async ({
  page,
  workspace,
}) => {
  await work(page);
  const before = await workspace.readBytes(file);
  const row = workflowRow(page, `${title}, Waiting for you`);
  await row.focus();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Archive this workflow?' });
  await expect(dialog).toContainText('its agents won’t find it');
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Archived · November 2026' })).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(workspace.exists(file)).toBe(false);
  expect(workspace.exists('.aifriday/contexts/archived/2026/11/notes-12.tar.gz')).toBe(true);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(row).toBeVisible();
  expect(await workspace.readBytes(file)).toEqual(before);

  await openWorkflow(page, title);
  await page.getByRole('button', { name: 'Archive…' }).click();
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await goTo(page, 'archive');
  await page.getByRole('button', { name: '1 archived workflow' }).click();
  const archived = page.getByRole('row', { name: /^Note processing · 20 Nov 2026, Archived/ });
  await expect(archived).toBeVisible();
  await expectAccessible(page);
  await archived.click();
  await page.getByText('In the file').click();
  await expect(page.getByText('.tar.gz')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // A search finds its text in the archive and opens it.
  await page.getByRole('searchbox', { name: 'Search work' }).fill('harbour sesion');
  await page.getByRole('row', { name: /^Note processing · Title/ }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeFocused();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(archived).toHaveCount(0);
  expect(await workspace.readBytes(file)).toEqual(before);
});

test('offers the fields of the workflow’s type with their choices, and accepts missing values', {
  tag: '@further',
}, async ({ page, workspace }) => {
  await work(page);
  await openWorkflow(page, title);
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await inputs.getByRole('button', { name: 'Correct Processing preferences › Summary style' }).click();
  await inputs.getByRole('combobox', { name: /Summary style/ }).selectOption('Executive');
  await inputs.getByRole('button', { name: 'Save' }).click();
  await expect(inputs.getByRole('combobox')).toHaveCount(0);
  await inputs.getByRole('button', { name: 'Correct Recording transcript' }).click();
  await inputs.getByRole('textbox', { name: 'Recording transcript' }).fill('talk.txt');
  await page.keyboard.press('Enter');
  await expect(inputs.getByRole('textbox')).toHaveCount(0);
  await expect(inputs).toContainText('talk.txt');
  // A list of texts is corrected as a whole, by keys, and the focus returns to it.
  const participants = inputs.getByRole('treeitem', { name: /^Participants/ });
  await participants.focus();
  await page.keyboard.press('F2');
  await expect(inputs.getByRole('textbox', { name: 'Participants' })).toHaveValue('Ann\nBen');
  await inputs.getByRole('textbox', { name: 'Participants' }).fill('Cem\nDea');
  await page.keyboard.press('Control+Enter');
  await expect(inputs.getByRole('textbox')).toHaveCount(0);
  await expect(participants).toBeFocused();
  expect(JSON.parse(await workspace.read(file)).data.inputs).toMatchObject({
    participants: ['Cem', 'Dea'],
    recording_transcript: 'talk.txt',
    processing_preferences: { summary_style: 'executive' },
  });
  await expectAccessible(page);
});

test.describe('with data stored by its agents', () => {
  const isOfCoach = (step: { agent: string }) => ({ ...step, agent: 'coach' });
  const context = JSON.parse(String(workInProgress[file as keyof typeof workInProgress]));
  const workflow = { ...context.workflow, step_history: context.workflow.step_history.map(isOfCoach) };
  const session = { ...context.session, session_id: 'chat_history_coach_ann' };
  const given = JSON.stringify({ ...context, workflow, session });
  test.use({ startWith: { ...agentStorages, ...workInProgress, [file]: given } });

  test('leads from a workflow to its agents’ data, and back', async ({ page }) => {
    await work(page);
    await openWorkflow(page, title);
    const kept = page.getByRole('region', { name: 'Stored by its agents' });
    await kept.getByRole('button', { name: 'Coach' }).click();
    await expect(page.getByRole('searchbox', { name: 'Search agent data' })).toHaveValue('coach');
    const rows = page.getByRole('grid', { name: 'Agent data' }).getByRole('row');
    await expect(rows.first()).toContainText('coach');
    await rows.filter({ hasText: 'plans' }).click();
    await page.getByRole('button', { name: 'All work of Coach' }).click();
    await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue('Coach');
    await expect(workflowRow(page, title)).toBeVisible();
    await expect(workflowRow(page, 'Session creation · 4 Dec 2026')).toHaveCount(0);
  });

  test('leads from a workflow to the conversation of its session, and back', async ({ page }) => {
    await work(page);
    await openWorkflow(page, title);
    const session = page.getByRole('region', { name: 'Of the same session' });
    await session.getByRole('button', { name: 'chat_history_coach_ann' }).click();
    await expect(page.getByRole('article', { name: 'You' }).getByText('What comes after squats?')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Work' }).getByRole('button', { name: title }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeFocused();
  });
});
