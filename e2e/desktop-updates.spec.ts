import { existsSync } from 'node:fs';
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Electron from 'electron';
import type { Locator, Page } from 'playwright/test';
import { viewList } from '#shared/views.ts';
import { expectAccessible } from './accessibility.ts';
import { eventually } from './eventually.ts';
import { test as base, expect, launchDesktop } from './fixtures.ts';
import { createNetworkLog, type NetworkLog } from './network-log.ts';
import { type PackageKind, startUpdateFeed, type UpdateFeed } from './update-feed.ts';
import { goTo } from './view-steps.ts';

const notes = '<h2>Faster</h2>\n<ul>\n<li>Search &amp; find</li>\n</ul>\n<script>document.title = "no"</script>';

/** The desktop app as if it ran from an AppImage, with a made-up place for its versions. */
const test = base.extend<{ feed: UpdateFeed; image: string; network: NetworkLog; packedAs: PackageKind }>({
  packedAs: ['AppImage', { option: true }],
  feed: async ({}, use) => {
    const feed = await startUpdateFeed('99.0.0', notes);
    await use(feed);
    await feed.close();
  },
  network: async ({ homeFolder }, use) => use(createNetworkLog(homeFolder)),
  image: async ({ homeFolder }, use) => use(join(homeFolder, 'app', 'Contexture.AppImage')),
  start: async ({ start, feed, network, packedAs, homeFolder }, use) => {
    const env = await feed.pack(join(homeFolder, 'app'), packedAs);
    await use({ ...start, env: { ...start.env, ...network.env, ...env } });
  },
});

// biome-ignore lint/suspicious/noSkippedTests: the report says why.
test.skip(process.platform !== 'linux', 'NOT RUN: the made-up versions are AppImages.');
// biome-ignore lint/suspicious/noSkippedTests: the report says why.
test.skip(({ host }) => host === 'electron', 'NOT RUN: Electron’s runtime is not a packed app.');

const section = (page: Page) => page.getByRole('region', { name: 'Updates' });
const card = (page: Page) => section(page).getByRole('region', { name: 'Contexture 99.0.0 is available' });

async function turnOn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await section(page).getByRole('radio', { name: 'Once a day' }).check();
}

async function download(page: Page): Promise<void> {
  await turnOn(page);
  await card(page).getByRole('button', { name: 'Download' }).click();
  await expect(card(page).getByRole('button', { name: 'Install and restart' })).toBeVisible();
}

test('asks nobody until it is turned on, then shows what is new and downloads nothing', async ({
  page,
  feed,
  network,
}) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  for (const { id } of viewList.filter(({ group }) => group !== 'agents')) {
    await goTo(page, id);
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
  }
  await expect(section(page).getByRole('radio', { name: 'Never' })).toBeChecked();
  expect(feed.paths()).toEqual([]);
  expect(network.attempts()).toEqual([]);
  await turnOn(page);
  await expect(card(page)).toContainText('Faster');
  await expect(card(page)).toContainText('• Search & find');
  await expect(card(page)).not.toContainText('<');
  await expect(page).not.toHaveTitle('no');
  await expect(page.getByText('Contexture 99.0.0 is available.')).toBeVisible();
  expect(feed.paths()).toEqual([`/${feed.channelFile}`]);
  expect(network.attempts()).toEqual([{ kind: 'connect', to: new URL(feed.address).host }]);
  const [{ headers } = { headers: {} }] = feed.asked;
  expect(headers).toMatchObject({
    'user-agent': 'electron-builder',
    'x-user-staging-id': '00000000-0000-0000-0000-000000000000',
  });
});

test('offers it on Home, until it is skipped, and says so if the computer is offline', async ({ page, feed }) => {
  await turnOn(page);
  await page.getByRole('button', { name: 'Open: Contexture 99.0.0 is available.' }).click();
  const onHome = page.getByRole('region', { name: 'Contexture 99.0.0 is available' });
  await expect(onHome).toContainText('Search & find');
  await expectAccessible(page);
  await onHome.getByRole('button', { name: 'Skip this version' }).click();
  await expect(onHome).toBeHidden();
  await page.getByRole('link', { name: 'Settings' }).click();
  await section(page).getByRole('button', { name: 'Look now' }).click();
  await expect(section(page)).toContainText('No newer version is offered.');
  await feed.close();
  await section(page).getByRole('button', { name: 'Look now' }).click();
  await expect(section(page).getByRole('alert')).toContainText('could not be reached. Check the connection');
});

test('downloads when asked, installs after quitting and starts the new version', async ({ page, desktop, image }) => {
  await download(page);
  expect(await readFile(image, 'utf8')).toBe('the old version');
  await card(page).getByRole('button', { name: 'Install and restart' }).click();
  expect(await desktop.ended).toBe(0);
  expect(await readFile(image, 'utf8')).toContain('touch');
  await eventually(() => existsSync(`${image}.started`)).toBe(true);
});

test('starts again as it was, and says why, if it can’t be installed', async ({ page, desktop, image }) => {
  await download(page);
  await unlink(image);
  await card(page).getByRole('button', { name: 'Install and restart' }).click();
  expect(await desktop.ended).toBe(0);
  expect(desktop.output()).toContain('The new version could not be installed');
  expect(desktop.output()).toContain('The app starts again.');
});

/** Downloads the new version while a typed correction is unsaved, and asks to install it. */
async function installWithUnsavedText(page: Page): Promise<Locator> {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.locator('[data-row] textarea').fill('half a thought');
  await download(page);
  await card(page).getByRole('button', { name: 'Install and restart' }).click();
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await expect(question).toContainText('The correction of');
  return question;
}

test('asks about unsaved text before it installs', async ({ page, desktop, image }) => {
  const question = await installWithUnsavedText(page);
  expect(await readFile(image, 'utf8')).toBe('the old version');
  await question.getByRole('button', { name: 'Close without saving' }).click();
  expect(await desktop.ended).toBe(0);
  expect(await readFile(image, 'utf8')).toContain('touch');
});

for (const [how, end] of [
  ['quits', ({ app }: typeof Electron) => app.quit()],
  ['closes the window', ({ BrowserWindow }: typeof Electron) => BrowserWindow.getAllWindows()[0]?.close()],
] as const) {
  test(`installs nothing when a person who stayed for unsaved text ${how} later`, async ({ page, desktop, image }) => {
    const question = await installWithUnsavedText(page);
    await question.getByRole('button', { name: 'Keep open' }).click();
    await page.getByRole('link', { name: 'Review' }).click();
    await expect(page.locator('[data-row] textarea')).toHaveValue('half a thought');
    await page.locator('[data-row] textarea').press('Escape');
    await desktop.evaluate(end).catch(() => undefined);
    expect(await desktop.ended).toBe(0);
    expect(await readFile(image, 'utf8')).toBe('the old version');
  });
}

test('says what is new once, after an update', async ({ page, host, start, context, desktop, dataFolder }) => {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const version = await desktop.evaluate(({ app }) => app.getVersion());
  await desktop.stop();
  const found = { version, notes: 'Search got faster.' };
  await writeFile(join(dataFolder, 'updates-desktop.json'), JSON.stringify({ lookedAt: 1, found, skipped: null }));
  const updated = await launchDesktop(host, start, context);
  const next = await updated.shownPage();
  await next.getByRole('button', { name: `Open: Contexture was updated to ${version}.` }).click();
  const news = next.getByRole('region', { name: `New in Contexture ${version}` });
  await expect(news).toContainText('Search got faster.');
  await news.getByRole('button', { name: 'Got it' }).click();
  await expect(news).toBeHidden();
  await updated.stop();
  const later = await launchDesktop(host, start, context);
  const last = await later.shownPage();
  await expect(last.locator('[data-row]').first()).toBeVisible();
  await last.getByRole('link', { name: 'Settings' }).click();
  await expect(section(last).getByRole('radio', { name: 'Never' })).toBeChecked();
  await expect(last.getByText('Contexture was updated')).toBeHidden();
  await later.stop();
});

test('throws away a download that differs from what was announced', async ({ page, feed, image }) => {
  feed.damage();
  await turnOn(page);
  await card(page).getByRole('button', { name: 'Download' }).click();
  await expect(card(page).getByRole('alert')).toContainText('The download is damaged and was thrown away.');
  await expect(card(page).getByRole('button', { name: 'Download' })).toBeVisible();
  expect(await readFile(image, 'utf8')).toBe('the old version');
});

test.describe('a package that the system installs', () => {
  test.use({ packedAs: 'deb' });

  test('only tells where the new version is', async ({ page, feed, network }) => {
    await turnOn(page);
    await expect(card(page)).toContainText('Search & find');
    await expect(card(page).getByRole('link', { name: feed.address })).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Download' })).toBeHidden();
    expect(feed.paths()).toEqual([`/${feed.channelFile}`]);
    expect(network.attempts()).toEqual([{ kind: 'connect', to: new URL(feed.address).host }]);
  });
});
