import { expect, type Page } from 'playwright/test';
import { goTo, type Pictured, review } from './view-steps.ts';

const kept = async (page: Page): Promise<void> => {
  await review(page);
  await goTo(page, 'kept');
  await expect(page.getByRole('grid', { name: 'What agents keep' }).getByRole('row', { name: /^State/ })).toHaveCount(
    3,
  );
};

/** What agents keep, in the states that are looked at. */
export const keptViews: Pictured<'kept'> = [
  { name: 'kept', on: 'kept', show: kept },
  {
    name: 'kept-details',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('row', { name: /^Notes, notes_cook_ann/ }).click();
    },
  },
  {
    name: 'kept-tree',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('row', { name: /^State, state_coach_ann/ }).dblclick();
      await page.getByRole('searchbox', { name: 'Find in it' }).fill('bench');
      await page.getByRole('treeitem', { name: /bench/ }).click();
    },
  },
  {
    name: 'kept-text',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('row', { name: /^State, state_coach_ann/ }).dblclick();
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeFocused();
    },
  },
  {
    name: 'kept-remove-everything',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('button', { name: 'Remove everything coach keeps…' }).click();
      await expect(page.getByRole('region', { name: 'What goes' })).toBeVisible();
    },
  },
  {
    name: 'kept-adopt',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('row', { name: /^Notes, notes_tutor_ann|^notes_tutor_ann/ }).click();
      await page.getByRole('button', { name: 'Say whose it is…' }).click();
      await expect(page.getByRole('dialog', { name: 'Whose is it?' })).toBeVisible();
    },
  },
  {
    name: 'kept-nothing',
    on: 'sample',
    show: async (page) => {
      await review(page);
      await goTo(page, 'kept');
      await expect(page.getByRole('heading', { name: 'No agent keeps anything here' })).toBeVisible();
    },
  },
];
