import { goToArchive } from './archive-page.ts';
import { openEditor } from './editor-page.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { entryGrid } from './review-page.ts';

type Counted = { waiting: number; repeated: number };

test('keeps no timer, frame or repetition running while the page is at rest', async ({ page }) => {
  await page.addInitScript(() => {
    const waiting = new Set<string>();
    let repeated = 0;
    const { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame, setInterval } = window;
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => {
        const id = setTimeout(() => {
          waiting.delete(`timer ${id}`);
          work();
        }, ms);
        waiting.add(`timer ${id}`);
        return id;
      },
      clearTimeout: (id: number) => {
        waiting.delete(`timer ${id}`);
        clearTimeout(id);
      },
      requestAnimationFrame: (work: FrameRequestCallback) => {
        const id = requestAnimationFrame((time) => {
          waiting.delete(`frame ${id}`);
          work(time);
        });
        waiting.add(`frame ${id}`);
        return id;
      },
      cancelAnimationFrame: (id: number) => {
        waiting.delete(`frame ${id}`);
        cancelAnimationFrame(id);
      },
      setInterval: (work: () => void, ms?: number) => {
        repeated += 1;
        return setInterval(work, ms);
      },
      counted: (): Counted => ({ waiting: waiting.size, repeated }),
    });
  });
  await page.reload();
  const expectRest = (): Promise<void> =>
    eventually(() => page.evaluate<Counted>('counted()')).toEqual({ waiting: 0, repeated: 0 });

  await expect(entryGrid(page)).toBeVisible();
  await expectRest();
  await goToArchive(page);
  await expectRest();
  await openEditor(page);
  await expectRest();
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(entryGrid(page)).toBeVisible();
  await expectRest();
});
