import { defineConfig } from 'playwright/test';
import everyTest from '../playwright.config.ts';

/** Pictures of every view in views.ts, for people to look at; `npm run screenshots`. */
export default defineConfig(everyTest, {
  testDir: '.',
  testMatch: 'screenshots.ts',
  outputDir: '../test-results/screenshots',
  reporter: 'list',
});
