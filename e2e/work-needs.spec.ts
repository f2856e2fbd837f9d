import { expectAccessible } from './accessibility.ts';
import { allowReading } from './conversations-page.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './view-steps.ts';
import { workInProgress } from './work-files.ts';
import { work } from './work-views.ts';

const path = (id: string): string => `.aifriday/contexts/active/${id}/context.json`;
const session = JSON.parse(workInProgress[path('session-9') as keyof typeof workInProgress] as string);
const like = (id: string, date: string, state: object, files: object = {}) => ({
  [path(id)]: JSON.stringify({
    ...session,
    meta: { ...session.meta, workflow_id: id },
    session: { ...session.session, date },
    state: { ...session.state, ...state },
    files: { ...session.files, ...files },
  }),
});

test.use({
  startWith: {
    ...workInProgress,
    ...like('silent', '2026-12-05', { requires_human_input: true, blocking_issues: ['Which room is free?'] }),
    ...like('blocked', '2026-12-06', { blocking_issues: ['No key for the room', 'No chairs'] }),
    ...like('unsure', '2026-12-07', { confidence_score: 0.3 }),
    ...like('broken', '2026-12-08', {}, { created: ['notes/lost.md', 'notes/summary.md'] }),
  },
});

test('lists every need of a workflow with its actions, and resolves it in place', async ({ page, workspace }) => {
  await work(page);
  const list = page.getByRole('grid', { name: 'Workflows' });
  const card = (date: string) => list.getByRole('row', { name: `Session creation · ${date}` });
  const contextOf = async (id: string) => JSON.parse(await workspace.read(path(id)));
  await expect(list.getByRole('heading', { level: 3 })).toHaveCount(6);
  await expectAccessible(page);

  // An agent that waits without a question can be answered, too.
  await card('5 Dec 2026').getByRole('textbox', { name: 'Your answer' }).fill('The small one');
  await page.keyboard.press('Enter');
  await expect(card('5 Dec 2026').getByRole('textbox')).toHaveCount(0);
  await expect(card('5 Dec 2026')).toBeFocused();
  expect((await contextOf('silent')).data.working_data.answers.human_input).toMatchObject({
    question: 'Which room is free?',
    answer: 'The small one',
  });

  const blocked = card('6 Dec 2026');
  await expect(blocked).toContainText('Blocked: No key for the room');
  await blocked.getByRole('button', { name: 'It’s settled' }).first().click();
  await expect(blocked).not.toContainText('No key for the room');
  const { state, audit } = await contextOf('blocked');
  expect(state.blocking_issues).toEqual(['No chairs']);
  expect(audit.human_interventions).toHaveLength(1);

  await card('7 Dec 2026').getByRole('button', { name: 'It’s fine' }).click();
  await expect(card('7 Dec 2026').getByRole('button')).toHaveCount(0);
  expect((await contextOf('unsure')).state.confidence_score).toBe(1);
  await page.getByRole('button', { name: 'Undo: Looked at it, and it’s fine' }).click();
  await expect(card('7 Dec 2026')).toContainText('only 30% sure');

  const broken = card('8 Dec 2026');
  await expect(broken).toContainText('“notes/lost.md” is missing.');
  await page.getByRole('button', { name: 'Has problems 2' }).click();
  await expect(card('7 Dec 2026')).toHaveCount(0);
  await broken.getByRole('button', { name: 'Remove from the list' }).click();
  await expect(broken).toHaveCount(0);
  expect((await contextOf('broken')).files.created).toEqual(['notes/summary.md']);
});

test('retries a failed step with a preview, or skips it, in its place', async ({ page, workspace }) => {
  await work(page);
  const card = page.getByRole('row', { name: 'Meeting prep · 24 Nov 2026' });
  await expect(card).toContainText('“Confirm participants” failed: The calendar did not answer.');
  await card.getByRole('button', { name: 'Try again…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Confirm participants');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toHaveAccessibleName(/, Under way, /);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await card.getByRole('button', { name: 'Skip this step' }).click();
  await expect(card.getByRole('button')).toHaveCount(0);
  const { workflow } = JSON.parse(await workspace.read(path('prep-3')));
  expect(workflow.step_history.at(-1)).toMatchObject({ step: 'confirm_participants', status: 'skipped' });
});

test('says what was searched if nothing is found, and only after all of it', async ({ page }) => {
  await work(page);
  await page.keyboard.press('/');
  await page.keyboard.type('xyzzy');
  await expect(
    page.getByText('Nothing in active, completed or archived work, or in the names of its files.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible();
});

test('answers a waiting workflow from Home within three clicks', async ({ page, workspace }) => {
  await expect(page.getByRole('row').first()).toBeVisible();
  await goTo(page, 'home');
  const card = page.getByRole('region', { name: /^Note processing · 20 Nov 2026/ });
  await card.getByRole('button', { name: 'Keep them' }).click();
  await expect(card.getByRole('button', { name: 'Keep them' })).toHaveCount(0);
  const { data } = JSON.parse(await workspace.read(path('notes-12')));
  expect(data.working_data.answers['q-1'].answer).toBe('Keep them');
});

test.describe('with workflows of other programs', () => {
  test.use({ startOn: 'app sample', homeWith: 'conversations' });

  test('finds their texts, and opens them', async ({ page }) => {
    await allowReading(page);
    await goTo(page, 'work');
    await page.getByRole('searchbox', { name: 'Search work' }).fill('could not seeds');
    await page.getByRole('row', { name: /^Plan the beds ·.*The list of seeds could not be read/ }).click();
    await expect(page.getByRole('heading', { name: 'Plan the beds', level: 1 })).toBeFocused();
  });
});

test.describe('on the sample', () => {
  test.use({ startOn: 'app sample' });

  test('answers a waiting workflow from Home, records it, and shows the result of each step', async ({ page }) => {
    await expect(page.getByRole('row').first()).toBeVisible();
    await page.getByRole('link', { name: /^Home/ }).click();
    const card = page.getByRole('region', { name: /^Meeting prep · 26 Nov 2026/ });
    await card.getByRole('button', { name: 'Move to Friday, 27 November' }).click();
    await expect(card).toHaveCount(0);
    await goTo(page, 'work');
    await page.getByRole('row', { name: /^Meeting prep · 26 Nov 2026, Under way/ }).click();
    await expect(page.getByRole('region', { name: 'On record' })).toContainText('Move to Friday, 27 November');
    await page.getByRole('button', { name: 'Gather background' }).click();
    const said = page.getByRole('tree', { name: 'What came of it' });
    await expect(said.getByRole('treeitem', { name: /^Briefing/ })).toContainText('Begin with the harbour');
    await expectAccessible(page);
  });
});

test('accepts a gap in the record from its message, and asks no more', async ({ page, workspace }) => {
  const file = path('unsure');
  await work(page);
  const list = page.getByRole('grid', { name: 'Workflows' });
  await list.getByRole('button', { name: 'It’s fine' }).click();
  await expect(list.getByRole('button', { name: 'It’s fine' })).toHaveCount(0);
  const context = JSON.parse(await workspace.read(file));
  await workspace.replace(JSON.stringify({ ...context, audit: { ...context.audit, human_interventions: [] } }), file);
  await expect(list).toContainText('Another program took an item out of audit.human_interventions');
  await list.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(list).not.toContainText('Another program took an item out');
  expect(JSON.parse(await workspace.read(file)).workflow.accepted_gaps['audit.human_interventions']).toHaveLength(1);
});

test.describe('among many', () => {
  test.use({
    startWith: {
      ...like('oldest', '2026-12-01', {}, { created: ['notes/lost.md'] }),
      ...Object.assign({}, ...Array.from({ length: 200 }, (_, index) => like(`more-${index}`, '2026-12-02', {}))),
      ...workInProgress,
    },
  });

  test('says that only the latest are checked, and checks all on request', async ({ page }) => {
    await work(page);
    const list = page.getByRole('grid', { name: 'Workflows' });
    const told = page.getByText('Only the 200 most recent workflows are checked.');
    await expect(told).toBeVisible();
    await page.getByRole('button', { name: 'Check all' }).click();
    await expect(told).toHaveCount(0);
    await expect(list).toContainText('notes/lost.md');
  });
});
