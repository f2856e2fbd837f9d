import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';

/** That the other tests would notice: each of these provokes what must never happen. */
test.describe('what must never happen on a page is noticed:', () => {
  test.afterEach(async ({ watch }) => {
    await expect(() => expect(() => watch.verify()).toThrow()).toPass();
    watch.allow(/./);
  });

  test('a console error', async ({ page }) => {
    await page.evaluate(() => console.error('provoked'));
  });

  test('an error nobody caught', async ({ page }) => {
    await page.evaluate(() => {
      queueMicrotask(() => {
        throw new Error('provoked');
      });
    });
  });

  test('a promise nobody caught', async ({ page }) => {
    await page.evaluate(() => {
      void Promise.reject(new Error('provoked'));
    });
  });

  for (const [what, markup] of [
    ['a style element', '<style>body { color: red }</style>'],
    ['a style attribute', '<b style="color: red">provoked</b>'],
    ['an image from elsewhere', '<img alt="" src="http://127.0.0.1:9/provoked.png">'],
    ['a frame', '<iframe title="provoked" src="http://127.0.0.1:9/"></iframe>'],
    ['code in an attribute', '<img alt="" src="data:," onerror="window.provoked = true">'],
  ] as const) {
    test(`${what} against the page’s policy`, async ({ page }) => {
      await page.evaluate(async (html) => {
        const refused = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve));
        document.body.insertAdjacentHTML('beforeend', html);
        await refused;
      }, markup);
    });
  }

  test('code built from text', async ({ page }) => {
    await page.evaluate(async () => {
      const refused = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve));
      // Later, because what the test itself runs is exempt from the policy.
      setTimeout(() => new Function('return 1')());
      await refused;
    });
  });
});

test('a test on whose page it happens fails, as this one is meant to', async ({ page }) => {
  test.fail();
  await page.evaluate(() => console.error('provoked'));
});

test('a test may allow what it provokes', async ({ page, watch }) => {
  watch.allow(/provoked/);
  await page.evaluate(() => console.error('provoked'));
});

test('a page may copy and nothing else, whichever browser it is', async ({ page }) => {
  const names = ['clipboard-write', 'clipboard-read', 'notifications', 'geolocation', 'camera', 'microphone', 'midi'];
  const states = await page.evaluate(
    (all) => Promise.all(all.map(async (name) => (await navigator.permissions.query({ name } as never)).state)),
    names,
  );
  expect(states).toEqual(['granted', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']);
});

test('a file that is looked for may come late, and any other error ends the looking', async ({ dataFolder }) => {
  const file = join(dataFolder, 'late');
  let looks = 0;
  await eventually(async () => {
    looks += 1;
    if (looks === 3) {
      await writeFile(file, 'there');
    }
    return readFile(file, 'utf8');
  }).toBe('there');
  await expect(eventually(() => readFile(dataFolder, 'utf8')).toBe('there')).rejects.toThrow('EISDIR');
});

test('the app ends when asked to, with its writes done', async ({ app }) => {
  expect(await app.stop()).toBe(0);
  expect(app.output()).toContain('Stopping.');
});
