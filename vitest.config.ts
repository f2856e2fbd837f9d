import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Set by `npm run check`: leaves out what takes long. */
const quick = process.env['CONTEXTURE_QUICK'] === '1';
const report = process.env['CONTEXTURE_REPORT'];
const slow = ['**/*.property.test.ts', '**/*.faults.test.ts', '**/*.slow.test.ts'];

export default defineConfig({
  plugins: [react()],
  test: {
    include: [
      'shared/**/*.test.ts',
      'electron/**/*.test.ts',
      'renderer/**/*.test.{ts,tsx}',
      'bench/**/*.test.ts',
      'e2e/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', ...(quick ? slow : [])],
    globalSetup: ['./electron/testing/temporary-data-folder.ts'],
    // Two cores: more would only take turns.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    restoreMocks: true,
    reporters: ['default', ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
  },
});
