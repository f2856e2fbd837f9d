import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { starts, themes, viewsOn } from './views.ts';

/** What holds on every view, in both themes: nothing for axe to find, and nothing that goes wrong on the page. */
for (const { on, use } of starts) {
  test.describe(`started on ${on}`, () => {
    test.use(use);
    for (const view of viewsOn(on)) {
      test(`${view.name} is accessible`, async ({ page }) => {
        await view.show(page);
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
          expect(found, `${view.name}, ${theme}`).toEqual([]);
        }
      });
    }
  });
}
