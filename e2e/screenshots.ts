import { join } from 'node:path';
import { test } from './fixtures.ts';
import { sizes, starts, themes, viewsOn } from './views.ts';

const folder = join(import.meta.dirname, '..', 'screenshots');

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
            const name = `${view.name}-${theme}-${size.width}x${size.height}.png`;
            await page.screenshot({ path: join(folder, name), animations: 'disabled' });
          }
        }
      });
    }
  });
}
