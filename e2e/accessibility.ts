import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from 'playwright/test';

/** What axe says of colours; everything else it looks at is the same in both themes. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * That axe finds nothing on what is shown now, in either theme. On the web host `npm test` does without: axe takes as long as half
 * of the story it looks at, which `npm run test:more` goes through once more on the stand-in.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const look = test.info().project.name !== 'web';
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (look) {
    expect(await found(page), 'light').toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  if (look) {
    expect(await found(page, ofColours), 'dark').toEqual([]);
  }
}

async function found(page: Page, rules?: string[]): Promise<string[]> {
  // Most of the time went into what nothing came of: axe loaded again, a blank page opened to sum up what frames from
  // elsewhere found, of which the page's policy allows none, and reports of what is as it should be.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}
