import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Set by `npm run check`: leaves out slow tests. */
const quick = process.env['CONTEXTURE_QUICK'] === '1';
const report = process.env['CONTEXTURE_REPORT'];
const slow = ['**/*.property.test.ts', '**/*.faults.test.ts', '**/*.slow.test.ts'];

/** Kills, failing calls and several writers: `npm run test:more` runs these tests, `npm run test:faults` in full. */
const faults = 'electron/testing/faults/**/*.test.ts';

/** Slowest files, begun first so no core waits at the end. */
const long = [/electron\/(node|engine)\/engine(-keeping)?\.test\.ts$/, /\.faults\.test\.ts$/, /\.property\.test\.ts$/];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = long.findIndex((pattern) => pattern.test(moduleId));
      return place < 0 ? long.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/** Tests that replace modules by their own, which must not reach other tests. */
const replacing = 'electron/desktop/**/*.test.ts';
const tests = [
  '{shared,renderer,bench,e2e,scripts,docs}/**/*.test.ts',
  'renderer/**/*.test.tsx',
  'electron/**/*.test.ts',
];
const excluded = ['**/node_modules/**', ...(quick ? slow : [])];

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      // Isolated, half of the time went into loading the same modules for each of a hundred files.
      {
        extends: true,
        test: { name: 'together', include: tests, exclude: [...excluded, replacing, faults], isolate: false },
      },
      { extends: true, test: { name: 'faults', include: [faults], exclude: excluded, isolate: false } },
      { extends: true, test: { name: 'apart', include: [replacing], exclude: excluded } },
    ],
    sequence: { sequencer: LongestFirst },
    setupFiles: ['./electron/testing/no-sync.mjs'],
    globalSetup: ['./electron/testing/temporary-data-folder.ts'],
    // For two cores: more workers would only take turns.
    maxWorkers: 2,
    // Ends a test that hangs. A test that is only slow, on a busy machine, is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    reporters: ['default', ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
  },
});
