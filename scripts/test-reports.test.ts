import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './programs.mjs';
import { failedLines, playwrightOutcome, slowLines, triedAgainLines, vitestOutcome } from './test-reports.mjs';

it('reads a report of vitest', () => {
  const assertionResults = [
    { fullName: 'the lock waits', duration: 6123, status: 'passed' },
    { fullName: 'the lock is skipped', duration: null, status: 'pending' },
    { fullName: 'the lock is let go', duration: 4, status: 'failed' },
  ];
  const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 };
  const outcome = vitestOutcome({ ...report, testResults: [{ name: join(root, 'a', 'b.test.ts'), assertionResults }] });
  expect(outcome).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
  expect(slowLines(outcome.tests)).toEqual([`   6.1 s  ${join('a', 'b.test.ts')} › the lock waits`]);
  expect(failedLines(outcome.tests)).toEqual([`  ${join('a', 'b.test.ts')} › the lock is let go`]);
});

it('reads a report of Playwright and adds up the time of retries', () => {
  const spec = (title: string, status: string, ...durations: readonly number[]) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ projectName: 'web', status, results: durations.map((duration) => ({ duration })) }],
  });
  const suites = [
    {
      title: 'a.spec.ts',
      specs: [spec('opens', 'unexpected', 5001), spec('closes', 'expected', 5000)],
      suites: [{ title: 'a page', specs: [spec('turns', 'flaky', 3000, 9000)] }],
    },
  ];
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
  const outcome = playwrightOutcome({ stats, suites, config: { rootDir: join(root, 'e2e') } });
  expect(outcome).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
  expect(slowLines(outcome.tests)).toEqual([
    '  12.0 s  e2e/a.spec.ts › a page › turns (web)',
    '   5.0 s  e2e/a.spec.ts › opens (web)',
  ]);
  expect(failedLines(outcome.tests)).toEqual(['  e2e/a.spec.ts › opens (web)']);
  expect(triedAgainLines(outcome.tests)).toEqual(['  e2e/a.spec.ts › a page › turns (web)']);
});
