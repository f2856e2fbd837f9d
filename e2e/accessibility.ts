import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** What axe says of colours; everything else it looks at is the same in both themes. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** That axe finds nothing on what is shown now, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await found(new AxeBuilder({ page })), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await found(new AxeBuilder({ page }).withRules(ofColours)), 'dark').toEqual([]);
}

async function found(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}
