import { defineConfig } from 'playwright/test';
import everyTest from '../playwright.config.ts';
import type { Host } from './fixtures.ts';

const { globalSetup: _, ...rest } = everyTest;

/** Screenshots of every view in views.ts, for people to look at; `npm run screenshots`. */
export default defineConfig<{ host: Host }>({
  ...rest,
  testDir: '.',
  testMatch: 'screenshots.ts',
  outputDir: '../test-results/screenshots',
  reporter: 'list',
  projects: [{ name: 'web', use: { host: 'web' } }],
});
