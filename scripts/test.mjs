import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './app-build.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, root, runTool } from './programs.mjs';
import { keepTemporaryFilesTogether } from './temporary-files.mjs';
import {
  failedLines,
  playwrightOutcome,
  slowLines,
  slowSeconds,
  triedAgainLines,
  vitestOutcome,
} from './test-reports.mjs';

// npm test: all but the longest tests, on a fresh clone too. npm run test:more (--more): the longest tests.
// npm run check (--quick): the tests that take seconds. No command stops at the first failure; the last line sums up.
// Format, lint and type check count as one test each.

const quick = process.argv.includes('--quick');
/** True for `--more`: faults, the desktop app on its stand-in, further stories and bench rows, which take too long for `npm test`. */
const more = process.argv.includes('--more');
const started = Date.now();
/** @type {{ name: string, passed: number, failed: number, skipped: number, seconds: number }[]} */
const results = [];
/** @type {import('./test-reports.mjs').TimedTest[]} */
const timedTests = [];
/** @type {string[]} */
const alsoFailed = [];

requireNode();
const temporary = keepTemporaryFilesTogether();
heading('Packages');
if ((await ensurePackages()) && more) {
  await tests('Fault tests', 'vitest', ['run', '--project=faults'], vitestOutcome, {});
  await browserTests(['stories on the stand-in', 'further stories', 'further tests']);
  await check('Bench rows, small', 'bench', ['--small']);
} else if (await ensurePackages()) {
  await check('Format', 'biome', ['ci', '--linter-enabled=false', '--assist-enabled=false', '.']);
  await check('Lint', 'biome', ['ci', '--formatter-enabled=false', '.']);
  await check('Types', 'tsc', ['-b']);
  const projects = ['--project=together', '--project=apart'];
  const env = quick ? { CONTEXTURE_QUICK: '1' } : {};
  await tests('Unit and contract tests', 'vitest', ['run', ...projects], vitestOutcome, env);
  if (!quick) {
    await browserTests(['web', 'desktop stand-in', 'electron']);
  }
} else {
  results.push({ name: 'Packages', passed: 0, failed: 1, skipped: 0, seconds: 0 });
}
temporaryFiles();
finish();

/** @param {string[]} projects */
async function browserTests(projects) {
  heading('Build');
  const began = Date.now();
  if (await ensureBuild()) {
    // Hundreds of tests run for nearly an hour beside other work, so a failed test is tried again, and named if it then
    // passes. In `npm test` each test has to pass at once.
    const again = more ? ['--retries=1'] : [];
    const args = ['test', ...again, ...projects.map((project) => `--project=${project}`)];
    await tests('Browser tests', 'playwright', args, playwrightOutcome, {});
  } else {
    results.push({ name: 'Build', passed: 0, failed: 1, skipped: 0, seconds: secondsSince(began) });
  }
}

/**
 * @param {string} name
 * @param {string} tool
 * @param {string[]} args
 */
async function check(name, tool, args) {
  heading(name);
  const began = Date.now();
  const passed = (await runToEnd(tool, args)) === 0;
  results.push({ name, passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0, seconds: secondsSince(began) });
}

/**
 * @param {string} name
 * @param {string} tool
 * @param {string[]} args
 * @param {(report: any) => import('./test-reports.mjs').Outcome} outcomeOf
 * @param {Record<string, string>} env
 */
async function tests(name, tool, args, outcomeOf, env) {
  heading(name);
  const began = Date.now();
  const report = join(root, '.cache', `${tool}-results.json`);
  rmSync(report, { force: true });
  const code = await runToEnd(tool, args, { env: { ...env, CONTEXTURE_REPORT: report } });
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const { tests: timed, ...rest } = outcomeOf(JSON.parse(readFileSync(report, 'utf8')));
    counts = rest;
    timedTests.push(...timed);
  } catch {
    console.error(`${name}: there is no report of what ran.`);
  }
  // An error outside any test, such as while a file loads, counts as a failure.
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  results.push({ name, ...counts, failed, seconds: secondsSince(began) });
}

/** Counts files that tests left behind as failures: every test removes its files, even when it fails. */
function temporaryFiles() {
  const names = temporary.leftBehind();
  if (names.length > 0) {
    heading('Temporary files');
    const left = `The tests left ${names.length} behind, among them ${names.slice(0, 5).join(', ')}.`;
    console.error(left);
    alsoFailed.push(`  ${left}`);
    results.push({ name: 'Temporary files', passed: 0, failed: 1, skipped: 0, seconds: 0 });
  }
}

/**
 * Runs a tool to its end. Ctrl+C or a request to end also reaches the tool, and nothing else begins after it.
 * @type {typeof runTool}
 */
async function runToEnd(tool, args, options) {
  let asked = 0;
  const notes = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }).map(([signal, code]) => {
    const note = () => {
      asked = code;
    };
    process.on(signal, note);
    return () => process.off(signal, note);
  });
  // Test runners clean up only on Ctrl+C.
  const code = await runTool(tool, args, { ...options, endBy: 'SIGINT' });
  if (asked > 0) {
    process.exit(asked);
  }
  for (const forget of notes) {
    forget();
  }
  return code;
}

function finish() {
  const slow = slowLines(timedTests);
  if (slow.length > 0) {
    heading(`Slower than ${slowSeconds} s`);
    console.log(slow.join('\n'));
  }
  const failures = [...failedLines(timedTests), ...alsoFailed];
  if (failures.length > 0) {
    heading('Failed');
    console.log(failures.join('\n'));
  }
  const again = triedAgainLines(timedTests);
  if (again.length > 0) {
    heading('Passed only on the second try');
    console.log(again.join('\n'));
  }
  heading(`Results after ${secondsSince(started)} s`);
  for (const { name, passed, failed, skipped, seconds } of results) {
    console.log(`${name.padEnd(26)} ${countsText(passed, failed, skipped)} (${seconds} s)`);
  }
  if (!quick && electronRuntime() === null) {
    console.log('\nNot run: the desktop tests in Electron, whose runtime isn’t installed. They ran on the stand-in.');
  }
  if (!quick && !more) {
    console.log(
      '\nNot run: the fault tests, most desktop tests, the further stories and the bench rows. Run them with npm run test:more.',
    );
  }
  /** @param {'passed' | 'failed' | 'skipped'} kind */
  const sum = (kind) => results.reduce((total, result) => total + result[kind], 0);
  console.log(`\n${countsText(sum('passed'), sum('failed'), sum('skipped'))}`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} skipped
 */
function countsText(passed, failed, skipped) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/** @param {string} text */
function heading(text) {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(3, 70 - text.length))}`);
}

/** @param {number} began */
function secondsSince(began) {
  return Math.round((Date.now() - began) / 100) / 10;
}
