import type { Page } from 'playwright/test';
import type { DesktopApp } from './desktop-app.ts';
import { anotherFolder, openWindows, otherMemory, pageInFront, settled } from './desktop-steps.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';

const linkTo = (path: string, rest = ''): string => `contexture://open?path=${encodeURIComponent(path)}${rest}`;

/** Answers the system's dialogs: 0 is the first button. */
const answer = (desktop: DesktopApp, response: number) =>
  desktop.evaluate(({ dialog }, pressed) => {
    const asked: string[] = [];
    (globalThis as unknown as { asked: string[] }).asked = asked;
    dialog.showMessageBox = async (...options: unknown[]) => {
      asked.push((options.at(-1) as { detail: string }).detail);
      return { response: pressed, checkboxChecked: false };
    };
  }, response);
const asked = (desktop: DesktopApp) => desktop.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
const archive = (page: Page) => page.getByRole('heading', { name: 'Archive', level: 1 });

test('a link shows a memory that was open before, in a view of it', async ({ desktop, page, workspace }) => {
  await settled(page);
  await answer(desktop, 1);
  expect(await desktop.startAgain([linkTo(workspace.folder, '&view=archive')])).toBe(0);
  await expect(archive(page)).toBeVisible();
  expect(await asked(desktop)).toEqual([]);
  expect(await openWindows(desktop)).toBe(1);
});

test('a link to another memory opens nothing without asking', async ({ desktop, page, workspace }) => {
  await settled(page);
  const other = await anotherFolder(workspace);
  await answer(desktop, 1);
  await desktop.startAgain([linkTo(other)]);
  await eventually(() => asked(desktop)).toEqual([`A link leads to ${other}`]);
  expect(await openWindows(desktop)).toBe(1);

  await answer(desktop, 0);
  await desktop.evaluate(
    ({ app }, link) => {
      app.emit('open-url', { preventDefault: () => undefined } as never, link);
    },
    linkTo(other, '&view=archive'),
  );
  const beside = await pageInFront(desktop, page);
  await expect(archive(beside)).toBeVisible();
  await beside.keyboard.press('1');
  await expect(otherMemory(beside)).toBeVisible();
});

test('a link that is not one of ours is refused', async ({ desktop, page, workspace }) => {
  await settled(page);
  await desktop.startAgain([`contexture://erase?path=${encodeURIComponent(workspace.folder)}`]);
  await expect(page.getByText('That link is not one that Contexture can open.')).toBeVisible();
  expect(await openWindows(desktop)).toBe(1);
});

test.describe('the installed app', () => {
  test.use({ appEnvironment: { STAND_IN_PACKAGED: '1' } });
  test('opens the links of its scheme', async ({ desktop, page }) => {
    await settled(page);
    await eventually(() => desktop.evaluate(({ app }) => app.isDefaultProtocolClient('contexture'))).toBe(true);
  });
});

test.describe('a start by a link', () => {
  test.use({
    start: async ({ start, workspace }, use) => use({ ...start, args: [linkTo(workspace.folder)] }),
  });
  test('asks about a memory that is new here', async ({ desktop, page }) => {
    // The dialog has nobody to answer it here, so nothing is opened.
    await expect(page.getByRole('heading', { name: 'See what your assistant knows about you' })).toBeVisible();
    expect(await openWindows(desktop)).toBe(1);
  });
});
