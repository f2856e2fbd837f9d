import { defineConfig } from 'playwright/test';
import { browserLaunchOptions } from './e2e/browser.ts';
import type { Host } from './e2e/fixtures.ts';
import { electronRuntime } from './e2e/real-electron.ts';

const report = process.env['CONTEXTURE_REPORT'];

/** Tests of the command line and web host only. */
const webOnly = [
  '**/command-line*.spec.ts',
  '**/mcp-*.spec.ts',
  '**/harness.spec.ts',
  '**/lean-start.spec.ts',
  '**/start.spec.ts',
  '**/impostor.spec.ts',
  '**/nothing-leaves.spec.ts',
  '**/package.spec.ts',
];
const desktopOnly = ['**/desktop-*.spec.ts'];
/** Tests of the page alone, which no host changes. */
const sameEverywhere = [
  '**/at-rest.spec.ts',
  '**/backup.spec.ts',
  '**/every-view.spec.ts',
  '**/every-question.spec.ts',
  '**/bad-input.spec.ts',
  '**/paging.spec.ts',
  '**/composing.spec.ts',
  '**/forced-colours.spec.ts',
];
/**
 * Tests that only `npm run test:more` runs, on every host, so that `npm test` stays short: it runs all others, among them
 * the main stories of each area.
 */
const further = [
  // Every view, question and page, one after the other; each key and each setting.
  '**/at-rest.spec.ts',
  '**/backup.spec.ts',
  '**/every-question.spec.ts',
  '**/every-view.spec.ts',
  '**/forced-colours.spec.ts',
  '**/keyboard.spec.ts',
  '**/palette.spec.ts',
  '**/paging.spec.ts',
  '**/rail.spec.ts',
  '**/settings.spec.ts',
  // Each other format of a memory, and the transfer between formats.
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
  // Rarer actions on entries than correcting them.
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
  // Faults and attacks of other programs; several windows; and ends without warning.
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
  // The app's package, its start for development, and these tests themselves.
  '**/harness.spec.ts',
  '**/nothing-leaves.spec.ts',
  '**/package.spec.ts',
  '**/start.spec.ts',
];
/** Single tests that only `npm run test:more` runs. */
const furtherTests = /@further/;
/** Desktop tests that `npm test` runs on the stand-in; `npm run test:more` runs the others. */
const onStandIn = ['**/desktop-stand-in.spec.ts'];
/** Single tests of the web host, or of behaviour that differs there. */
const webAlone = /@web/;

/** The user stories against the built app, on each of its hosts. */
export default defineConfig<{ host: Host }>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/before-all.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Three workers for two cores: a test spends a third of its time waiting.
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
    // A trace takes a quarter of the time of all tests: record one only to look into a failure.
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
      // Without the runtime, only the tests of the desktop itself are listed; each reports that it was not run.
      testMatch: electronRuntime() === null ? desktopOnly : '**/*.spec.ts',
      testIgnore: [...webOnly, '**/desktop-stand-in.spec.ts', '**/desktop-notifications.spec.ts'],
      grepInvert: webAlone,
      use: { host: 'electron' },
    },
  ],
});
