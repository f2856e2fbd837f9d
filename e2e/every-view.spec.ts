import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { starts, viewsOn } from './views.ts';

/** Names of controls and texts that reach beyond the sides of the window without a way to scroll there. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll('button, a, input, textarea, select, h1, h2, h3, p, dd, [role="dialog"]'),
    ];
    return shown
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // Elements for screen readers only are one pixel wide.
        return width > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
  });
}

/** Height that a view reaches below the window without a way to scroll there. */
const reachesBelow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const scrolls = getComputedStyle(main).overflowY === 'auto';
    return scrolls ? 0 : main.scrollHeight - main.clientHeight;
  });

/**
 * Rules for every view: axe finds no violation in either theme, nothing is cut off in a small window or at 200 %, and
 * the page reports no errors.
 */
for (const { on, use } of starts) {
  test.describe(`started on ${on}`, () => {
    test.use(use);
    // Axe is slow on a busy machine.
    test.slow();
    for (const view of viewsOn(on)) {
      test(`${view.name} is accessible, and whole in a small window`, async ({ page }) => {
        await view.show(page);
        await expectAccessible(page);
        // 1280 × 800 at 200 %.
        await page.setViewportSize({ width: 640, height: 400 });
        await eventually(() => cutOff(page)).toEqual([]);
        await eventually(() => reachesBelow(page)).toBeLessThanOrEqual(1);
        for (const dialog of await page.getByRole('dialog').all()) {
          await expect(dialog).toBeInViewport({ ratio: 1 });
        }
      });
    }
  });
}
