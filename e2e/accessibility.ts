import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from 'playwright/test';

/** Axe's colour rules. Everything else axe checks is the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects axe to find no violation on the current page, in either theme. `npm test` skips this on the web host: axe
 * takes half as long as the story it checks, and `npm run test:more` repeats that story on the stand-in.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const look = test.info().project.name !== 'web';
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (look) {
    expect(await findViolations(page), 'light').toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  if (look) {
    expect(await findViolations(page, colourRules), 'dark').toEqual([]);
  }
}

async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Saves most of axe's time: loads it once per page, opens no blank page to merge results from foreign frames (the
  // page's policy allows none), and reports violations alone.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}
