import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type BrowserContext, test as base, type Page } from 'playwright/test';
import { filesOfHome } from '#testing/assistants-homes.ts';
import { type AppHost, type AppProcess, createAppHost } from './app-process.ts';
import { writeConversations } from './conversations-home.ts';
import type { DesktopApp } from './desktop-app.ts';
import { launchStandIn } from './electron-stand-in/stand-in.ts';
import type { PackedApp } from './packed-app.ts';
import { type PageWatch, watchPage } from './page-watch.ts';
import { electronRuntime, launchElectron, launchPacked } from './real-electron.ts';
import {
  createWorkspaceFolder,
  removeFolder,
  removeWorkspaceFolder,
  type StartWith,
  type WorkspaceFolder,
  workspaceFolderAt,
} from './workspace-folder.ts';

export { expect } from 'playwright/test';

/** Shows the page: the web host in a browser, the desktop app on the stand-in for Electron, or Electron. */
export type Host = 'web' | 'desktop stand-in' | 'electron';

type Options = {
  /** The host, the same for all tests of a project. */
  host: Host;
  /** Initial content of the workspace: `test.use({ startWith: 'sample' })`. */
  startWith: StartWith;
  /** Opens the app on the workspace, on its own copy of the sample, or on nothing (the first start). */
  startOn: 'workspace' | 'app sample' | 'nothing';
  /** Initial content of the home folder that the app sees. */
  homeWith: 'nothing' | 'four assistants' | 'conversations';
  /** Additional environment variables of the app's process. */
  appEnvironment: Readonly<Record<string, string>>;
};

type Fixtures = {
  /** Skips each test with NOT RUN if Electron's runtime is missing. */
  runtime: undefined;
  /** Per-user data folder of this test alone. */
  dataFolder: string;
  /** The home folder that the app sees: a new one for each test, on any machine. */
  homeFolder: string;
  /** The person's files, and ways for other programs to write them. */
  workspace: WorkspaceFolder;
  /** Arguments and environment of the app. */
  start: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
  /** The built app with that workspace, on the project's host. */
  running: { readonly app: AppProcess | null; readonly desktop: DesktopApp | null; readonly output: () => string };
  /** The app on the web host. */
  app: AppProcess;
  /** The app on the desktop. */
  desktop: DesktopApp;
  /** Ends the app without warning, restarts it, and returns its new page. */
  crash: () => Promise<Page>;
  /** Watches the page for errors; a test may allow those it provokes. */
  watch: PageWatch;
};

type WorkerFixtures = {
  /** The process that runs the web host for each test. */
  appHost: AppHost;
};

const watches = new WeakMap<Page, PageWatch>();

/**
 * A test that begins with the page open on a separate workspace, served by the built app with a separate data folder.
 * It fails on any console error, page error or policy violation.
 */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  appHost: [
    async ({}, use) => {
      const host = createAppHost();
      await use(host);
      host.end();
    },
    { scope: 'worker' },
  ],

  host: ['web', { option: true }],
  startWith: ['example', { option: true }],
  startOn: ['workspace', { option: true }],
  homeWith: ['nothing', { option: true }],
  appEnvironment: [{}, { option: true }],
  // Browsers differ in the permissions they grant by default. A page gets these alone, in every browser. On the desktop
  // the app decides.
  permissions: async ({ host }, use) => use(host === 'web' ? ['clipboard-write'] : []),

  runtime: [
    async ({ host }, use, testInfo) => {
      testInfo.skip(host === 'electron' && electronRuntime() === null, 'NOT RUN: Electron’s runtime is not here');
      await use(undefined);
    },
    { auto: true },
  ],

  dataFolder: async ({}, use, { file, line }) => {
    // Named after its test, so that a folder that reappears later tells its origin.
    const folder = await mkdtemp(join(tmpdir(), `contexture-data-${basename(file, '.spec.ts')}-${line}-`));
    await use(folder);
    await removeFolder(folder);
  },

  homeFolder: async ({ homeWith }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'contexture-home-'));
    if (homeWith === 'four assistants') {
      for (const [name, text] of Object.entries(filesOfHome(folder))) {
        await workspaceFolderAt(folder).create(text, name);
      }
    } else if (homeWith === 'conversations') {
      await writeConversations(folder);
    }
    await use(folder);
    await removeFolder(folder);
  },

  workspace: async ({ startWith }, use) => {
    const workspace = await createWorkspaceFolder(startWith);
    await use(workspace);
    await removeWorkspaceFolder(workspace);
  },

  start: async ({ workspace, dataFolder, homeFolder, startOn, appEnvironment }, use) => {
    const args = { workspace: [workspace.folder], 'app sample': ['--sample'], nothing: [] }[startOn];
    const home = { HOME: homeFolder, USERPROFILE: homeFolder };
    await use({ args, env: { CONTEXTURE_DATA_DIR: dataFolder, ...home, ...appEnvironment } });
  },

  running: async ({ host, appHost, start, dataFolder, context }, use, testInfo) => {
    const app = host === 'web' ? await appHost.start(start.args, dataFolder, start.env) : null;
    const desktop = host === 'web' ? null : await launchDesktop(host, start, context);
    const output = (): string => (app ?? desktop)?.output() ?? '';
    await use({ app, desktop, output });
    await app?.stop();
    await desktop?.stop();
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('what the app printed', { body: output(), contentType: 'text/plain' });
    }
  },

  app: async ({ running }, use) => use(present(running.app, 'This test is for the web host.')),
  desktop: async ({ running }, use) => use(present(running.desktop, 'This test is for the desktop app.')),

  page: async ({ running: { app, desktop }, context, viewport }, use) => {
    const page = desktop === null ? await context.newPage() : await desktop.shownPage();
    if (app !== null) {
      watches.set(page, await watchPage(page));
      await page.goto(app.address);
    } else if (viewport !== null) {
      await page.setViewportSize(viewport);
    }
    await use(page);
    // A round trip, so that errors at the very end are reported first.
    await page.evaluate(() => {}).catch(() => {});
    watches.get(page)?.verify();
  },

  crash: async ({ host, appHost, running, start, dataFolder, context, page }, use) => {
    const again: { stop(): Promise<unknown> }[] = [];
    await use(async () => {
      watches.get(page)?.allow(/WebSocket|ERR_CONNECTION|Failed to load resource/);
      if (host === 'web') {
        await running.app?.kill();
        const app = await appHost.start(start.args, dataFolder, start.env);
        again.push(app);
        await page.goto(app.address);
        return page;
      }
      await running.desktop?.kill();
      const desktop = await launchDesktop(host, start, context);
      again.push(desktop);
      return desktop.shownPage();
    });
    await Promise.all(again.map((app) => app.stop()));
  },

  watch: async ({ page }, use) => {
    const watch = watches.get(page);
    if (watch === undefined) {
      throw new Error('The page of this test is not watched.');
    }
    await use(watch);
  },
});

type Start = Fixtures['start'];

/**
 * Starts another desktop app beside the test's, or after it.
 * @param packed the app of a package, in place of the built one
 */
export function launchDesktop(
  host: Host,
  start: Start,
  context: BrowserContext,
  packed?: Pick<PackedApp, 'unpacked'> & Partial<PackedApp>,
): Promise<DesktopApp> {
  const onPage = async (page: Page): Promise<void> => {
    watches.set(page, await watchPage(page));
  };
  if (host !== 'electron') {
    return launchStandIn({ ...start, context, onPage, app: packed?.unpacked });
  }
  return packed?.program === undefined
    ? launchElectron({ ...start, onPage })
    : launchPacked({ ...start, onPage }, packed.program);
}

function present<T>(value: T | null, otherwise: string): T {
  if (value === null) {
    throw new Error(otherwise);
  }
  return value;
}
