import type { Page } from 'playwright/test';
import { assistantOn, learned } from './assistant.ts';
import { afterChanges, dayFromNow, expectFile, withLine } from './context-text.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { editField, entryRow, retype, strip } from './review-page.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

const units = '- unit_preference: metric';
const mine = '- [2026-01-16|certain|user_correction|undated] unit_preference: imperial';
const theirs = '- [2026-01-16|certain|observer] unit_preference: metric, but miles on the road';

const question = (page: Page) => page.getByRole('alert', { name: 'Two versions of this entry' });

/** Types a correction, and lets another program change the file before it is saved. */
async function typeWhile(page: Page, theirWrite: () => Promise<void>): Promise<void> {
  await retype(page, 'unit_preference', 'imperial');
  await theirWrite();
}

test('keeps simultaneous changes to different entries', async ({ page, workspace, dataFolder, homeFolder }) => {
  const assistant = assistantOn(workspace.folder, dataFolder, homeFolder);
  const field = await retype(page, 'unit_preference', 'imperial');
  await assistant.learns(learned('preference', 'language', 'German', 'certain'));
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await expect(question(page)).toBeHidden();
  await field.press('Enter');
  await expect(entryRow(page, 'Unit preference, imperial')).toBeVisible();
  // The assistant's change dated the file, and with it the entries without a date.
  const both = withLine(
    withLine(exampleContext, units, mine.replace('2026-01-16', dayFromNow())),
    '- language: English',
    '- [2026-01-16|certain|observer|undated] language: German',
  );
  await expectFile(workspace, afterChanges(2, both));
});

test('keeps or offers to restore changes to different entries made at the same moment, in either order', async ({
  page,
  workspace,
}) => {
  for (const [round, value] of ['imperial', 'metric', 'imperial units', 'metric units'].entries()) {
    const field = await retype(page, 'unit_preference', value);
    await Promise.all([
      field.press('Enter'),
      workspace.edit((text) => text.replace(/^(- \S*\s*language:) .*$/m, `$1 language ${round}`)),
    ]);
    await expect(field).toBeHidden();
    // A program that read before our save and writes after it overwrites text that it never saw: the app reports it and
    // can restore it.
    const putBack = strip(page, 'For you to decide').getByRole('button', { name: 'Restore mine' });
    await expect(async () => {
      if (await putBack.isVisible()) {
        await putBack.click();
      }
      expect(await workspace.read()).toMatch(new RegExp(`unit_preference: ${value}\n`));
    }).toPass();
    await expect(entryRow(page, `Unit preference, ${value}`)).toBeVisible();
    await expect(entryRow(page, `Language, language ${round}`)).toBeVisible();
    await eventually(() => workspace.read()).toMatch(new RegExp(`language: language ${round}\n`));
  }
});

test.describe('the same entry, changed by another program while it is edited:', () => {
  const outside = withLine(exampleContext, units, theirs);

  test.beforeEach(async ({ page, workspace }) => {
    await typeWhile(page, () => workspace.replace(outside));
    await expect(question(page)).toBeVisible();
    await expect(question(page)).toContainText('Another app changed this entry while you edited it.');
    await expect(question(page).getByRole('definition')).toHaveText(['metric, but miles on the road', 'imperial']);
    await expect(editField(page, 'unit_preference')).toHaveValue('imperial');
  });

  test('doesn’t decide on Enter alone', async ({ page, workspace }) => {
    await editField(page, 'unit_preference').press('Enter');
    await expect(question(page)).toBeVisible();
    expect(await workspace.read()).toBe(outside);
  });

  test('leaves their text in the file on “Take theirs”', async ({ page, workspace }) => {
    await question(page).getByRole('button', { name: 'Take theirs' }).click();
    await expect(editField(page, 'unit_preference')).toBeHidden();
    await expect(entryRow(page, 'Unit preference, metric, but miles on the road')).toBeVisible();
    expect(await workspace.read()).toBe(outside);
  });

  test('writes the typed text over theirs on “Keep mine”', async ({ page, workspace }) => {
    await question(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(entryRow(page, 'Unit preference, imperial')).toBeVisible();
    await expectFile(workspace, afterChanges(1, withLine(exampleContext, units, mine.replace('|undated', ''))));
  });

  test('asks about their next change instead', async ({ page, workspace }) => {
    const further = withLine(exampleContext, units, '- unit_preference: nautical');
    await workspace.replace(further);
    await expect(question(page).getByRole('definition')).toHaveText(['nautical', 'imperial']);
    await question(page).getByRole('button', { name: 'Keep mine' }).click();
    await expectFile(workspace, afterChanges(1, withLine(exampleContext, units, mine)));
  });
});

test.describe('the same prose insight, reworded by another program while it is edited:', () => {
  const wednesdays = '- Best workouts on Wednesday evenings';
  const outside = withLine(exampleContext, wednesdays, '- Best workouts on Wednesday evenings, outdoors');

  test('asks the person, who can keep their own text', async ({ page, workspace }) => {
    await retype(page, 'Best workouts on Wednesday evenings', 'Best workouts on Thursdays');
    await workspace.replace(outside);
    await expect(question(page).getByRole('definition')).toHaveText([
      'Best workouts on Wednesday evenings, outdoors',
      'Best workouts on Thursdays',
    ]);
    await question(page).getByRole('button', { name: 'Keep mine' }).click();
    const kept = withLine(
      exampleContext,
      wednesdays,
      '- [2026-01-16|tentative|user_correction|undated] Best workouts on Thursdays',
    );
    await expectFile(workspace, afterChanges(1, kept));
  });
});

test.describe('an entry that another program removes while it is edited', () => {
  const without = withLine(exampleContext, units, null);

  test.beforeEach(async ({ page, workspace }) => {
    await typeWhile(page, () => workspace.replace(without));
    await expect(question(page)).toContainText('Another app removed this entry while you edited it.');
    await expect(question(page).getByRole('definition')).toHaveText(['metric', 'imperial']);
  });

  test('can be discarded', async ({ page, workspace }) => {
    await question(page).getByRole('button', { name: 'Discard mine' }).click();
    await expect(question(page)).toBeHidden();
    await expect(entryRow(page, 'unit_preference')).toBeHidden();
    expect(await workspace.read()).toBe(without);
  });

  test('can be added back as typed', async ({ page, workspace }) => {
    await question(page).getByRole('button', { name: 'Add mine again' }).click();
    await expect(question(page)).toBeHidden();
    await expect(entryRow(page, 'Unit preference, imperial')).toBeVisible();
    await eventually(() => workspace.read()).toMatch(
      /^- \[[^\]]*\|certain\|user_correction\] unit_preference: imperial$/m,
    );
  });
});

test.describe('at the bottom of a small window', () => {
  test.use({ viewport: { width: 640, height: 480 } });
  test('shows the question in full, above the bar', async ({ page, workspace }) => {
    const last = 'Recovery seems faster with protein intake > 150g';
    await expect(entryRow(page, 'Unit preference, metric')).toBeVisible();
    await page.keyboard.press('End');
    await expect(entryRow(page, last)).toBeFocused();
    await page.keyboard.press('Enter');
    await editField(page, last).fill('Recovery is faster with protein');
    await workspace.replace(withLine(exampleContext, `- ${last}`, '- Recovery seems faster with more protein'));
    await expect(question(page)).toBeInViewport({ ratio: 1 });
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const asked = await question(page).boundingBox();
    expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });
});
