import { expect } from 'playwright/test';
import { addEntry, goTo, type Pictured, press, review } from './view-steps.ts';

export const weekViews: Pictured<'week'> = [
  {
    name: 'week',
    on: 'sample',
    show: async (page) => {
      await review(page);
      await addEntry(page, 'Reads in the evening, with tea');
      await addEntry(page, 'Sings alto in the choir');
      await press(page, 'j', 'a');
      await expect(page.getByRole('button', { name: /^Undo: Archived/ })).toBeVisible();
      await goTo(page, 'week');
      await expect(page.getByRole('heading', { name: /^Archived/ })).toBeVisible();
    },
  },
];
