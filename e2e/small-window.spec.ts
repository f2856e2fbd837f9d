import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { starts, viewsOn } from './views.ts';

/** Names of what a person uses or reads that reaches beyond the sides of the window, where nothing scrolls to it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll('button, a, input, textarea, select, h1, h2, h3, p, dd, [role="dialog"]'),
    ];
    return shown
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // What only a screen reader is for is a point.
        return width > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
  });
}

for (const { on, use } of starts) {
  test.describe(`on ${on}`, () => {
    // A window of 1280 × 800 at 200 %.
    test.use({ ...use, viewport: { width: 640, height: 400 } });
    for (const view of viewsOn(on)) {
      test(`nothing of ${view.name} is cut off`, async ({ page }) => {
        await view.show(page);
        expect(await cutOff(page)).toEqual([]);
        for (const dialog of await page.getByRole('dialog').all()) {
          await expect(dialog).toBeInViewport({ ratio: 1 });
        }
      });
    }
  });
}
