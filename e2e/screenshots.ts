import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { test } from './fixtures.ts';
import { sizes, starts, themes, viewsOn } from './views.ts';

const folder = join(import.meta.dirname, '..', 'screenshots');

/**
 * Waits until the content has loaded and two more frames were drawn: the page adapts to a new size in the next frame,
 * and the one after it shows that.
 */
async function waitUntilDrawn(page: Page): Promise<void> {
  const frames = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await frames();
  await page.waitForFunction(() => document.querySelector('nav')?.childElementCount !== 0);
  await frames();
}

for (const { on, use } of starts) {
  test.describe(`started on ${on}`, () => {
    test.use(use);
    for (const view of viewsOn(on)) {
      test(view.name, async ({ page }) => {
        await view.show(page);
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          for (const size of sizes) {
            await page.setViewportSize(size);
            await waitUntilDrawn(page);
            const name = `${view.name}-${theme}-${size.width}x${size.height}.png`;
            await page.screenshot({ path: join(folder, name), animations: 'disabled' });
          }
        }
      });
    }
  });
}
