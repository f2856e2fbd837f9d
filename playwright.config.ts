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
  '**/package.spec.ts',
];
const desktopOnly = ['**/desktop-*.spec.ts'];
/** Of the page alone, whatever shows it. */
const sameEverywhere = [
  '**/at-rest.spec.ts',
  '**/every-view.spec.ts',
  '**/every-question.spec.ts',
  '**/bad-input.spec.ts',
  '**/paging.spec.ts',
  '**/composing.spec.ts',
  '**/forced-colours.spec.ts',
];
/**
 * Left to `npm run test:more` on the web host too, so that `npm test` stays short: it has the main stories of each area,
 * and whatever is not named here.
 */
const further = [
  // Every view, question and page, one after the other; each key and each setting.
  '**/at-rest.spec.ts',
  '**/every-question.spec.ts',
  '**/every-view.spec.ts',
  '**/forced-colours.spec.ts',
  '**/keyboard.spec.ts',
  '**/palette.spec.ts',
  '**/paging.spec.ts',
  '**/rail.spec.ts',
  '**/settings.spec.ts',
  // Each form of a memory beside our own, and the way from one into another.
  '**/all-memories.spec.ts',
  '**/bring-in.spec.ts',
  '**/chosen-form.spec.ts',
  '**/claude-memory.spec.ts',
  '**/four-assistants.spec.ts',
  '**/imports.spec.ts',
  '**/mcp-other-memories.spec.ts',
  '**/openclaw-memory.spec.ts',
  '**/other-memories.spec.ts',
  '**/transfer.spec.ts',
  // What one does to entries more rarely than correcting them.
  '**/about.spec.ts',
  '**/gauge.spec.ts',
  '**/keeping-place.spec.ts',
  '**/over-limit.spec.ts',
  '**/repair.spec.ts',
  '**/scan.spec.ts',
  '**/see-what-was-learned.spec.ts',
  '**/several-at-once.spec.ts',
  '**/sources.spec.ts',
  '**/story.spec.ts',
  '**/twins.spec.ts',
  // The further stories of conversations, of agents and of their work.
  '**/conversation-scan.spec.ts',
  '**/conversation-store.spec.ts',
  '**/conversations-finding.spec.ts',
  '**/conversations-following.spec.ts',
  '**/conversations-saved.spec.ts',
  '**/origins.spec.ts',
  '**/sample-agent.spec.ts',
  '**/work.spec.ts',
  '**/work-needs.spec.ts',
  '**/work-window.spec.ts',
  // What others may do wrong, or mean badly; several windows; and ends without warning.
  '**/bad-input.spec.ts',
  '**/composing.spec.ts',
  '**/both-at-once.spec.ts',
  '**/copying.spec.ts',
  '**/crash.spec.ts',
  '**/impostor.spec.ts',
  '**/leaving.spec.ts',
  '**/links.spec.ts',
  '**/mcp-bad-input.spec.ts',
  '**/mcp-too-much.spec.ts',
  '**/outside-writer.spec.ts',
  '**/two-pages.spec.ts',
  // The command line, command by command.
  '**/command-line.spec.ts',
  '**/command-line-for-people.spec.ts',
  // What is around the app: its package, its starts for development, these tests themselves.
  '**/harness.spec.ts',
  '**/package.spec.ts',
  '**/start.spec.ts',
];
/** Single tests that are left to it, too. */
const furtherTests = /@further/;
/** Run by `npm test` on the stand-in; everything else of it by `npm run test:more`. */
const onStandIn = ['**/desktop-stand-in.spec.ts'];
/** Single tests of what the web host does in its own way, or of that host itself. */
const webAlone = /@web/;

/** The user stories against the built app, on each of its hosts. */
export default defineConfig<{ host: Host }>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/before-all.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // For two cores: a third of a test is waiting for what the app does a little later.
  workers: 3,
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
    { name: 'web', testIgnore: [...desktopOnly, ...further], grepInvert: furtherTests, use: { host: 'web' } },
    {
      name: 'further tests',
      testIgnore: [...desktopOnly, ...further],
      grep: furtherTests,
      use: { host: 'web' },
    },
    { name: 'further stories', testMatch: further, use: { host: 'web' } },
    {
      name: 'desktop stand-in',
      testMatch: onStandIn,
      grepInvert: webAlone,
      use: { host: 'desktop stand-in' },
    },
    {
      name: 'stories on the stand-in',
      testIgnore: [...webOnly, ...sameEverywhere, ...onStandIn],
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
