import { expect, type Page } from 'playwright/test';
import { goTo, type Pictured, review } from './view-steps.ts';

const kept = async (page: Page): Promise<void> => {
  await review(page);
  await goTo(page, 'kept');
  await expect(page.getByRole('grid', { name: 'Agent data' }).getByRole('row', { name: /^State/ })).toHaveCount(3);
};

/** States of the Agent data view. */
export const storageViews: Pictured<'kept'> = [
  { name: 'kept', on: 'kept', show: kept },
  {
    name: 'kept-details',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('row', { name: /^Notes of cook for ann/ }).click();
    },
  },
  {
    name: 'kept-tree',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('row', { name: /^State of coach for ann/ }).dblclick();
      await page.getByRole('searchbox', { name: 'Find in it' }).fill('bench');
      await page.getByRole('treeitem', { name: /bench/ }).click();
    },
  },
  {
    name: 'kept-text',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('row', { name: /^State of coach for ann/ }).dblclick();
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeFocused();
    },
  },
  {
    name: 'kept-remove-everything',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('button', { name: 'Remove what coach stores…' }).click();
      await expect(page.getByRole('region', { name: 'Removed' })).toBeVisible();
    },
  },
  {
    name: 'kept-adopt',
    on: 'kept',
    show: async (page) => {
      await kept(page);
      await page.getByRole('row', { name: /^Notes · tutor/ }).click();
      await page.getByRole('button', { name: 'Choose its owner…' }).click();
      await expect(page.getByRole('dialog', { name: 'Choose its owner' })).toBeVisible();
    },
  },
  {
    name: 'kept-nothing',
    on: 'sample',
    show: async (page) => {
      await review(page);
      await goTo(page, 'kept');
      await expect(page.getByRole('heading', { name: 'No agent data here' })).toBeVisible();
    },
  },
];
