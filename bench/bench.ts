import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeAllConversations } from './all-conversations.ts';
import { writeBigLife } from './big-life.ts';
import { isSmall } from './measure.ts';
import {
  hasFigures,
  keepResult,
  keptResults,
  type Result,
  resultOf,
  resultText,
  sumText,
  tableText,
} from './report.ts';
import type { Bench, Row } from './row.ts';
import { rows } from './rows.ts';

const help = `npm run bench                    every row of the table of targets
npm run bench -- NAME …          some of them
npm run bench -- --small [NAME …]
                                 each row once, tiny, to check that it runs; saves no figures
npm run bench -- --list          their names, and how long each takes
npm run bench -- --table         what was measured last, as a table in markdown
npm run bench -- generate FOLDER --entries N --archives M --seed S [--archived N] [--short]
                                 a workspace of N entries and M archive files, the same for the same seed
npm run bench -- generate-conversations FOLDER
                                 a home folder with 1,000 conversations of 1 GB, and some in files that are read whole
`;

const results = join(import.meta.dirname, '..', 'bench', 'results');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    entries: { type: 'string', default: '1000' },
    archives: { type: 'string', default: '100' },
    archived: { type: 'string' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
  },
});
const [first, folder] = positionals;

if (values.help) {
  process.stdout.write(help);
} else if (values.list) {
  process.stdout.write(
    rows.map(({ name, minutes, what }) => `${name.padEnd(21)} ${String(minutes).padStart(4)} min  ${what}\n`).join(''),
  );
} else if (values.table) {
  process.stdout.write(tableText(keptResults(results, rows)));
} else if (first === 'generate') {
  await generate();
} else if (first === 'generate-conversations') {
  writeAllConversations(folder ?? fail('Say which folder to make: npm run bench -- generate-conversations FOLDER'));
} else {
  await measure();
}

async function generate(): Promise<void> {
  if (folder === undefined) {
    fail('Say which folder to make: npm run bench -- generate FOLDER');
  }
  const archives = wholeNumber('archives', values.archives);
  const made = await writeBigLife(folder, {
    entries: wholeNumber('entries', values.entries),
    archives,
    archived: wholeNumber('archived', values.archived ?? String(archives * 10)),
    seed: wholeNumber('seed', values.seed),
    length: values.short ? 'short' : 'as people write',
  });
  process.stdout.write(
    `${folder} holds ${made.entries} entries (${made.bytes} bytes, ${made.tokens} tokens) and ${made.archived} archived ones in ${made.archives} files.\n`,
  );
}

async function measure(): Promise<void> {
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    fail(`There is no row ${unknown.join(', ')}. There are: ${rows.map(({ name }) => name).join(', ')}`);
  }
  const chosen = positionals.length === 0 ? rows : rows.filter(({ name }) => positionals.includes(name));
  if (isSmall) {
    await tryOut(chosen);
    return;
  }
  const done: Result[] = [];
  for (const row of chosen) {
    const result = await runRow(row);
    keepResult(results, result);
    process.stdout.write(`${resultText(result)}\n`);
    done.push(result);
  }
  process.stdout.write(`${sumText(done)}\n`);
}

/** Runs each row, then reports those that failed or gave no figures. */
async function tryOut(chosen: readonly Row[]): Promise<void> {
  const failed: string[] = [];
  for (const row of chosen) {
    try {
      if (!hasFigures(await runRow(row))) {
        throw new Error('Figures are missing.');
      }
    } catch (error) {
      process.stderr.write(`${row.name}: ${error instanceof Error ? error.stack : error}\n`);
      failed.push(row.name);
    }
  }
  const names = failed.length === 0 ? '' : `; ${failed.join(', ')} failed`;
  process.stdout.write(`${chosen.length - failed.length} of ${chosen.length} rows work${names}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

async function runRow(row: Row): Promise<Result> {
  const endings: (() => unknown)[] = [];
  const bench: Bench = {
    folder: () => {
      const made = mkdtempSync(join(tmpdir(), 'contexture-bench-'));
      endings.push(() => rmSync(made, { recursive: true, force: true, maxRetries: 3 }));
      return made;
    },
    afterwards: (work) => endings.push(work),
    progress: (what) => process.stderr.write(`… ${row.name}: ${what}\n`),
  };
  // Timers and watches of the engine don't keep the process alive, so it would end while a row waits for one.
  const alive = setInterval(() => isSmall && fail(`${row.name} did not end within five minutes.`), 300_000);
  try {
    bench.progress('begins');
    return resultOf(row, await row.run(bench));
  } finally {
    clearInterval(alive);
    for (const end of endings.toReversed()) {
      await end();
    }
  }
}

function wholeNumber(name: string, written: string): number {
  const number = Number(written);
  if (!Number.isSafeInteger(number) || number < 0) {
    fail(`--${name} is a whole number, not ${written}.`);
  }
  return number;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
