import { defineConfig } from 'playwright/test';
import { browserLaunchOptions } from './e2e/browser.ts';
import type { Host } from './e2e/fixtures.ts';
import { electronRuntime } from './e2e/real-electron.ts';

const report = process.env['CONTEXTURE_REPORT'];

/** What belongs to the command line and the web host alone. */
const webOnly = [
  '**/command-line*.spec.ts',
  '**/mcp-*.spec.ts',
  '**/harness.spec.ts',
  '**/lean-start.spec.ts',
  '**/start.spec.ts',
  '**/impostor.spec.ts',
];
const desktopOnly = ['**/desktop-*.spec.ts'];
/** Of the page alone, whatever shows it. */
const sameEverywhere = [
  '**/at-rest.spec.ts',
  '**/every-view.spec.ts',
  '**/every-question.spec.ts',
  '**/bad-input.spec.ts',
  '**/paging.spec.ts',
  '**/forced-colours.spec.ts',
];
/** What is gone through case by case, and left to `npm run test:stories` on the web host too. */
const further = [
  // Every view, question and page, one after the other.
  '**/at-rest.spec.ts',
  '**/every-question.spec.ts',
  '**/every-view.spec.ts',
  '**/forced-colours.spec.ts',
  '**/paging.spec.ts',
  // Each form of a memory beside our own.
  '**/chosen-form.spec.ts',
  '**/claude-memory.spec.ts',
  '**/four-assistants.spec.ts',
  '**/openclaw-memory.spec.ts',
  '**/other-memories.spec.ts',
  // What others may do wrong, or mean badly.
  '**/bad-input.spec.ts',
  '**/both-at-once.spec.ts',
  '**/impostor.spec.ts',
  '**/mcp-bad-input.spec.ts',
  '**/mcp-too-much.spec.ts',
  '**/outside-writer.spec.ts',
  // What is around the app: its package, its starts for development, these tests themselves.
  '**/harness.spec.ts',
  '**/library-package.spec.ts',
  '**/start.spec.ts',
];
/** Run by `npm test` on both hosts; the other stories are run on the second by `npm run test:stories`. */
const onBoth = ['**/example-correction.spec.ts'];
/** Single tests of what the web host does in its own way, or of that host itself. */
const webAlone = /@web/;

/** The user stories against the built app, on each of its hosts. */
export default defineConfig<{ host: Host }>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/before-all.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Long enough for a busy machine; nothing waits that long when all is well.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
  use: {
    browserName: 'chromium',
    launchOptions: await browserLaunchOptions(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Recording everything takes a quarter of the time of all tests; it is for looking into one that fails.
    trace: process.env['CONTEXTURE_TRACE'] ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'web', testIgnore: [...desktopOnly, ...further], use: { host: 'web' } },
    { name: 'further stories', testMatch: further, use: { host: 'web' } },
    {
      name: 'desktop stand-in',
      testMatch: [...desktopOnly, ...onBoth],
      grepInvert: webAlone,
      use: { host: 'desktop stand-in' },
    },
    {
      name: 'stories on the stand-in',
      testIgnore: [...webOnly, ...sameEverywhere, ...desktopOnly, ...onBoth],
      grepInvert: webAlone,
      use: { host: 'desktop stand-in' },
    },
    {
      name: 'electron',
      // Where the runtime isn't there, what is of the desktop alone stands for all of it, and says that it was not run.
      testMatch: electronRuntime() === null ? desktopOnly : '**/*.spec.ts',
      testIgnore: [...webOnly, '**/desktop-stand-in.spec.ts'],
      grepInvert: webAlone,
      use: { host: 'electron' },
    },
  ],
});
