import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensurePackages } from './packages.mjs';
import { requireNode, root, runTool } from './programs.mjs';

// npm run test:faults: the fault tests in full, with a line of figures for each row; npm run test:more runs them small.
// Also runs the tests of the engine on the real disk, which npm test runs in memory.
// File names after `--` select tests: npm run test:faults -- kill full-disk

requireNode();
if (!(await ensurePackages())) {
  process.exit(1);
}
const path = join(root, '.cache', 'faults.jsonl');
mkdirSync(dirname(path), { recursive: true });
rmSync(path, { force: true });
const chosen = process.argv.slice(2);
process.exitCode = await runTool(
  'vitest',
  ['run', ...(chosen.length === 0 ? ['.faults.', 'electron/node/engine-keeping'] : chosen)],
  {
    env: { CONTEXTURE_FAULTS: 'full', CONTEXTURE_FAULTS_REPORT: path },
  },
);
console.log('');
for (const line of rows(path)) {
  console.log(line);
}

/**
 * One line for each row: its counts, added up over its tests, and those of the control arms, which have to fail.
 * @param {string} path
 */
function rows(path) {
  /** @type {Map<string, Map<string, Map<string, number>>>} */
  const found = new Map();
  for (const line of linesOf(path)) {
    /** @type {{ row: string, control: string | null, figures: Record<string, number> }} */
    const { row, control, figures } = JSON.parse(line);
    const arms = found.get(row) ?? new Map();
    found.set(row, arms);
    const arm = control === null ? '' : `control (${control}): `;
    const sums = arms.get(arm) ?? new Map();
    arms.set(arm, sums);
    for (const [name, count] of Object.entries(figures)) {
      sums.set(name, (sums.get(name) ?? 0) + count);
    }
  }
  return [...found].map(([row, arms]) => {
    const ours = [...arms].sort(([one], [other]) => one.length - other.length);
    return `${row}: ${ours.map(([arm, sums]) => `${arm}${figuresText(sums)}`).join(' · ')}`;
  });
}

/** @param {ReadonlyMap<string, number>} sums */
function figuresText(sums) {
  return [...sums].map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`).join(', ');
}

/** @param {string} path */
function linesOf(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    console.error('There is no report of what ran.');
    return [];
  }
}
