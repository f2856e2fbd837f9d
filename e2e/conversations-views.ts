import { expect } from 'playwright/test';
import { allowReading, goToConversations, openTeaShop } from './conversations-page.ts';
import { goTo, type Pictured, press, review } from './view-steps.ts';

/** States of the Conversations view. */
export const conversationViews: Pictured<'conversations'> = [
  { name: 'conversations', on: 'conversations', show: allowReading },
  {
    name: 'conversations-asked',
    on: 'conversations',
    show: async (page) => {
      await goToConversations(page);
      await expect(page.getByRole('button', { name: 'Read these' })).toBeVisible();
    },
  },
  {
    name: 'conversations-details',
    on: 'conversations',
    show: async (page) => {
      await allowReading(page);
      await press(page, 'j', 'i');
    },
  },
  { name: 'conversations-reading', on: 'conversations', show: openTeaShop },
  {
    name: 'conversations-unfolded',
    on: 'conversations',
    show: async (page) => {
      await openTeaShop(page);
      await page.getByRole('button', { name: /^Edit/ }).click();
      await expect(page.getByText('return tin.ounces;')).toBeVisible();
    },
  },
  {
    name: 'conversations-search',
    on: 'conversations',
    show: async (page) => {
      await allowReading(page);
      await press(page, '/', ...'grams');
      await expect(page.getByRole('row', { name: /^You: .*weighs tea|^Claude Code.*grams/ }).first()).toBeVisible();
    },
  },
  {
    name: 'conversations-finding',
    on: 'conversations',
    show: async (page) => {
      await openTeaShop(page);
      await press(page, '/', ...'in tin 1');
      await page.keyboard.press('Shift+Enter');
      await expect(page.getByRole('search').getByRole('status')).toHaveText('64 of 64');
    },
  },
  {
    name: 'conversations-sees',
    on: 'conversations',
    show: async (page) => {
      await openTeaShop(page);
      if (!(await page.getByRole('button', { name: 'Show what it still sees' }).isVisible())) {
        await press(page, 'i');
      }
      await page.getByRole('button', { name: 'Show what it still sees' }).click();
      await expect(page.getByText('Sees about')).toBeVisible();
      await press(page, 'Home');
    },
  },
  {
    name: 'conversations-kept',
    on: 'conversations',
    show: async (page) => {
      await allowReading(page);
      await press(page, 'j', 'i');
      await page.getByRole('button', { name: 'Save a copy' }).click();
      await page.getByRole('button', { name: 'Saved conversations…' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).toBeVisible();
    },
  },
  {
    name: 'conversations-none',
    on: 'work',
    show: async (page) => {
      await review(page);
      await goTo(page, 'conversations');
      await expect(page.getByRole('heading', { name: 'No conversations found' })).toBeVisible();
    },
  },
];
