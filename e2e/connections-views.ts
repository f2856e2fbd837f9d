import { expect, type Page } from 'playwright/test';
import { goTo, type Pictured, review } from './view-steps.ts';

/** Status of a program in the list of connectable programs. */
export const programRow = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label, level: 3, exact: true }) });

const assistants = async (page: Page): Promise<void> => {
  await review(page);
  await goTo(page, 'connections');
  await expect(programRow(page, 'Claude Code')).toBeVisible();
};

/** States of the view that connects assistants. */
export const connectionsViews: Pictured<'connections'> = [
  { name: 'connections', on: 'conversations', show: assistants },
  {
    name: 'connections-connect',
    on: 'conversations',
    show: async (page) => {
      await assistants(page);
      await programRow(page, 'Claude Code').getByRole('button', { name: 'Connect…' }).click();
      await expect(page.getByRole('dialog')).toContainText('What changes in its settings');
    },
  },
  {
    name: 'connections-connected',
    on: 'conversations',
    show: async (page) => {
      await assistants(page);
      await programRow(page, 'Claude Code').getByRole('button', { name: 'Connect…' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Connect/ })
        .click();
      await programRow(page, 'Claude Code').getByRole('button', { name: 'Try it' }).click();
      await expect(programRow(page, 'Claude Code')).toContainText('It works');
    },
  },
];
