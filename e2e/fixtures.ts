import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from 'playwright/test';
import { type AppProcess, startApp } from './app-process.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import {
  createWorkspaceFolder,
  removeFolder,
  removeWorkspaceFolder,
  type StartWith,
  type WorkspaceFolder,
} from './workspace-folder.ts';

export { expect } from 'playwright/test';

type Options = {
  /** What the workspace holds at first: `test.use({ startWith: 'sample' })`. */
  startWith: StartWith;
  /** How the app is started: on the workspace, on its own copy of the sample, or on nothing (the first start). */
  startOn: 'workspace' | 'app sample' | 'nothing';
  /** Further environment of the app's process. */
  appEnvironment: Readonly<Record<string, string>>;
};

type Fixtures = {
  /** The per-user data of this test alone. */
  dataFolder: string;
  /** The home folder that the app sees: empty, whoever runs the test. */
  homeFolder: string;
  /** The person's files, and other programs' ways to write them. */
  workspace: WorkspaceFolder;
  /** The built app, serving that workspace. */
  app: AppProcess;
  /** What must not happen on the page; a test may allow what it provokes. */
  watch: PageWatch;
};

const watches = new WeakMap<Page, PageWatch>();

/**
 * A test that begins with the page open on a workspace of its own, served by the built app with a data folder of its
 * own. It fails on any console error, page error or policy violation.
 */
export const test = base.extend<Options & Fixtures>({
  startWith: ['example', { option: true }],
  startOn: ['workspace', { option: true }],
  appEnvironment: [{}, { option: true }],

  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'contexture-data-'));
    await use(folder);
    await removeFolder(folder);
  },

  homeFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'contexture-home-'));
    await use(folder);
    await removeFolder(folder);
  },

  workspace: async ({ startWith }, use) => {
    const workspace = await createWorkspaceFolder(startWith);
    await use(workspace);
    await removeWorkspaceFolder(workspace);
  },

  app: async ({ workspace, dataFolder, homeFolder, startOn, appEnvironment }, use, testInfo) => {
    const args = { workspace: [workspace.folder], 'app sample': ['--sample'], nothing: [] }[startOn];
    const home = { HOME: homeFolder, USERPROFILE: homeFolder };
    const app = await startApp(args, dataFolder, { ...home, ...appEnvironment });
    await use(app);
    await app.stop();
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('what the app printed', { body: app.output(), contentType: 'text/plain' });
    }
  },

  page: async ({ page, app }, use) => {
    const watch = await watchPage(page);
    watches.set(page, watch);
    await page.goto(app.address);
    await use(page);
    // A round trip, so that what went wrong at the very end has been told of.
    await page.evaluate(() => {}).catch(() => {});
    watch.verify();
  },

  watch: async ({ page }, use) => {
    const watch = watches.get(page);
    if (watch === undefined) {
      throw new Error('The page of this test is not watched.');
    }
    await use(watch);
  },
});
