import { expect, type Page } from 'playwright/test';
import { goTo, type Pictured, review } from './view-steps.ts';

/** The list of workflows, with what needs the person on top. */
export const work = async (page: Page): Promise<void> => {
  await review(page);
  await goTo(page, 'work');
  await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible();
};

/** The row of a workflow in the list, by what it is called. */
export const workflowRow = (page: Page, title: string) =>
  page.getByRole('grid', { name: 'Workflows' }).getByRole('row', { name: title });

export const openWorkflow = async (page: Page, title: string): Promise<void> => {
  await workflowRow(page, title).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeFocused();
};

/** Work in progress, in the states that are looked at. */
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
