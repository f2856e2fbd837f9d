import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Set by `npm run check`: leaves out what takes long. */
const quick = process.env['CONTEXTURE_QUICK'] === '1';
const report = process.env['CONTEXTURE_REPORT'];
const slow = ['**/*.property.test.ts', '**/*.faults.test.ts', '**/*.slow.test.ts'];

/** Processes killed at every call, calls that fail, several writers: run by `npm run test:more`, and in full by `npm run test:faults`. */
const faults = 'electron/testing/faults/**/*.test.ts';

/** What takes longest, so that it isn't what one core still works on when the other has nothing left to do. */
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

/** Replaces modules by its own, which must not reach the tests of others. */
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
      // Half of the time went into loading the same modules for each of a hundred files.
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
    // Two cores: more would only take turns.
    maxWorkers: 2,
    // For what hangs; what is only slow, on a machine busy with other work, is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    reporters: ['default', ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
  },
});
