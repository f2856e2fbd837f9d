import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { startApp } from './app-process.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { entryRow } from './review-page.ts';

/** Checks of the other tests: each provokes what must never happen. */
test.describe('a forbidden event on a page is noticed:', () => {
  test.afterEach(async ({ watch }) => {
    await expect(() => expect(() => watch.verify()).toThrow()).toPass();
    watch.allow(/./);
  });

  test('a console error', async ({ page }) => {
    await page.evaluate(() => console.error('provoked'));
  });

  test('an uncaught error', async ({ page }) => {
    await page.evaluate(() => {
      queueMicrotask(() => {
        throw new Error('provoked');
      });
    });
  });

  test('an unhandled rejection', async ({ page }) => {
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
      // Later, because the policy exempts what the test itself runs.
      setTimeout(() => new Function('return 1')());
      await refused;
    });
  });
});

test('fails the test on whose page it happens, as this one is meant to', async ({ page }) => {
  test.fail();
  await page.evaluate(() => console.error('provoked'));
});

test('allows what a test provokes on purpose', async ({ page, watch }) => {
  watch.allow(/provoked/);
  await page.evaluate(() => console.error('provoked'));
});

test('finds accessibility problems, even in the dark theme alone', async ({ page }) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => {
    const text = document.createElement('p');
    text.textContent = 'hard to read at night';
    text.style.color = 'light-dark(black, #333)';
    document.querySelector('main')?.append(text);
  });
  await expect(expectAccessible(page)).rejects.toThrow(/dark[\s\S]*color-contrast: /);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  await expect(expectAccessible(page)).rejects.toThrow(/light[\s\S]*button-name: /);
});

test('lets a page copy and nothing else, in every browser', async ({ page }) => {
  const names = ['clipboard-write', 'clipboard-read', 'notifications', 'geolocation', 'camera', 'microphone', 'midi'];
  const states = await page.evaluate(
    (all) => Promise.all(all.map(async (name) => (await navigator.permissions.query({ name } as never)).state)),
    names,
  );
  expect(states).toEqual(['granted', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']);
});

test('waits for a late file, and stops at any other error', async ({ dataFolder }) => {
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

test('ends the app when asked to, after its writes', async ({ workspace, dataFolder, homeFolder }) => {
  const app = await startApp([workspace.folder], dataFolder, { HOME: homeFolder, USERPROFILE: homeFolder });
  expect(await app.stop()).toBe(0);
  expect(app.output()).toContain('Stopping.');
});

test('runs the app repeatedly in one process, with nothing left from the run before', async ({
  appHost,
  workspace,
  dataFolder,
  homeFolder,
}) => {
  const home = { HOME: homeFolder, USERPROFILE: homeFolder };
  const first = await appHost.start([workspace.folder], dataFolder, home);
  expect(first.output()).toContain(`It shows ${workspace.contextFile}`);
  await expect(appHost.start([], dataFolder, home)).rejects.toThrow('runs already');
  expect(await first.stop()).toBe(0);
  expect(await first.stop()).toBe(0);
  await expect(fetch(first.address)).rejects.toThrow();
  const second = await appHost.start([], join(dataFolder, 'other'), home);
  expect(second.output()).toContain('Choose there what to look at.');
  expect(second.address).not.toBe(first.address);
  await second.kill();
  await expect(appHost.start(['no-such-place'], 'no-such-folder', { CONTEXTURE_DATA_DIR: '' })).rejects.toThrow(
    'tests may not use the real data folder',
  );
  const third = await appHost.start([], dataFolder, home);
  expect(await third.stop()).toBe(0);
});
