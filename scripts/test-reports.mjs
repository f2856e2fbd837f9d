import { relative } from 'node:path';
import { root } from './programs.mjs';

/** Seconds after which a test gets its own line. Most take a tenth of that. */
export const slowSeconds = 5;

/** @typedef {{ name: string, file: string, seconds: number, failed: boolean, again?: boolean }} TimedTest `again`: passed on the second try */
/** @typedef {{ passed: number, failed: number, skipped: number, tests: readonly TimedTest[] }} Outcome */

/**
 * Reads a report of vitest.
 * @param {any} report
 * @returns {Outcome}
 */
export function vitestOutcome(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    tests: report.testResults.flatMap((/** @type {any} */ file) =>
      file.assertionResults.map((/** @type {any} */ test) => ({
        name: test.fullName,
        file: relative(root, file.name),
        seconds: (test.duration ?? 0) / 1000,
        failed: test.status === 'failed',
      })),
    ),
  };
}

/**
 * Reads a report of Playwright.
 * @param {any} report
 * @returns {Outcome}
 */
export function playwrightOutcome({ stats, suites, config }) {
  const folder = relative(root, config.rootDir);
  /** @type {(suite: any, names: readonly string[]) => TimedTest[]} */
  const testsIn = (suite, names) => [
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests.map((/** @type {any} */ test) => ({
        name: [...names, spec.title].join(' › ').concat(` (${test.projectName})`),
        file: [folder, spec.file].join('/'),
        seconds:
          test.results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration, 0) / 1000,
        failed: test.status === 'unexpected',
        again: test.status === 'flaky',
      })),
    ),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => testsIn(inner, [...names, inner.title])),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    // The outermost suites are files.
    tests: suites.flatMap((/** @type {any} */ file) => testsIn(file, [])),
  };
}

/**
 * One line for each slow test, the slowest first.
 * @param {readonly TimedTest[]} tests
 */
export function slowLines(tests) {
  return tests
    .filter(({ seconds }) => seconds > slowSeconds)
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ name, file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file} › ${name}`);
}

/**
 * One line for each failed test.
 * @param {readonly TimedTest[]} tests
 */
export const failedLines = (tests) => tests.filter(({ failed }) => failed).map(line);

/**
 * One line for each test that passed only on the second try: a fault in the test or the app that doesn't fail the run.
 * @param {readonly TimedTest[]} tests
 */
export const triedAgainLines = (tests) => tests.filter(({ again }) => again).map(line);

/** @param {TimedTest} test */
const line = ({ name, file }) => `  ${file} › ${name}`;
