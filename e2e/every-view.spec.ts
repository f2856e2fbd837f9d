import { expectAccessible } from './accessibility.ts';
import { test } from './fixtures.ts';
import { starts, viewsOn } from './views.ts';

/** What holds on every view, in both themes: nothing for axe to find, and nothing that goes wrong on the page. */
for (const { on, use } of starts) {
  test.describe(`started on ${on}`, () => {
    test.use(use);
    // Axe takes its time on a machine that is busy with other things.
    test.slow();
    for (const view of viewsOn(on)) {
      test(`${view.name} is accessible`, async ({ page }) => {
        await view.show(page);
        await expectAccessible(page);
      });
    }
  });
}
