import { expect, type Page } from 'playwright/test';
import { allowReading } from './conversations-page.ts';
import { goTo, type Pictured, press, review } from './view-steps.ts';

/** The list of workflows, with those that need the person on top. */
export const work = async (page: Page): Promise<void> => {
  await review(page);
  await goTo(page, 'work');
  await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible();
};

/** Row of a workflow in the list, by its title. */
export const workflowRow = (page: Page, title: string) =>
  page.getByRole('grid', { name: 'Workflows' }).getByRole('row', { name: title });

export const openWorkflow = async (page: Page, title: string): Promise<void> => {
  await workflowRow(page, title).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeFocused();
};

/** States of the Work view. */
export const workViews: Pictured<'work'> = [
  { name: 'work', on: 'work', show: work },
  {
    name: 'work-one',
    on: 'work',
    show: async (page) => {
      await work(page);
      await openWorkflow(page, 'Note processing · 20 Nov 2026');
    },
  },
  {
    name: 'work-json',
    on: 'work',
    show: async (page) => {
      await work(page);
      await openWorkflow(page, 'Note processing · 20 Nov 2026');
      await page.getByRole('button', { name: 'JSON' }).click();
      await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeFocused();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('x');
      await expect(page.getByText('there is extra text after the end.')).toBeVisible();
    },
  },
  {
    name: 'work-compare',
    on: 'work',
    show: async (page) => {
      await work(page);
      await openWorkflow(page, 'Note processing · 20 Nov 2026');
      await page.getByRole('button', { name: 'Compare checkpoint 1…' }).click();
      await expect(page.getByRole('dialog')).toContainText('Working data › Title');
    },
  },
  {
    name: 'work-search',
    on: 'work',
    show: async (page) => {
      await work(page);
      await press(page, '/');
      await page.keyboard.type('the');
      await expect(page.getByRole('heading', { name: 'Found in the text' })).toBeVisible();
    },
  },
  {
    name: 'work-no-match',
    on: 'work',
    show: async (page) => {
      await work(page);
      await press(page, '/');
      await page.keyboard.type('xyzzy');
      await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    },
  },
  {
    name: 'work-archive',
    on: 'work',
    show: async (page) => {
      await work(page);
      await workflowRow(page, 'Meeting prep · 24 Nov 2026').focus();
      await press(page, 'a');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'work-archived',
    on: 'work',
    show: async (page) => {
      await work(page);
      await workflowRow(page, 'Meeting prep · 24 Nov 2026').focus();
      await press(page, 'a');
      await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
      await expect(page.getByRole('heading', { name: /^Archived/ })).toBeVisible();
    },
  },
  {
    name: 'work-elsewhere',
    on: 'conversations',
    show: async (page) => {
      await allowReading(page);
      await goTo(page, 'work');
      await page.getByRole('row', { name: /^Plan the beds/ }).click();
      await expect(page.getByRole('heading', { name: 'Plan the beds', level: 1 })).toBeFocused();
    },
  },
  {
    name: 'work-many',
    on: 'much work',
    show: async (page) => {
      await work(page);
      // 10,000 files take time to read on a busy machine.
      await expect(page.getByText('Reading the workflows')).toHaveCount(0, { timeout: 180_000 });
    },
  },
  {
    name: 'work-resume',
    on: 'work',
    show: async (page) => {
      await work(page);
      await openWorkflow(page, 'Meeting prep · 24 Nov 2026');
      await page.getByRole('button', { name: 'Try again from here…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'work-nothing',
    on: 'kept',
    show: async (page) => {
      await review(page);
      await goTo(page, 'work');
      await expect(page.getByRole('heading', { name: 'No work in progress' })).toBeVisible();
    },
  },
];
