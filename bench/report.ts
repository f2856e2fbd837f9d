import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Figures, isMet, spreadOf, type Target } from './measure.ts';
import type { Outcome, Row } from './row.ts';

/** Saved result of a row. */
export type Result = Outcome & {
  readonly name: string;
  readonly what: string;
  readonly against: string | null;
  readonly at: string;
  readonly machine: string;
};

export function resultOf({ name, what, against }: Row, outcome: Outcome): Result {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cores.length} × ${cores[0]?.model ?? 'unknown processor'}, ${memory} GB, ${process.platform}, Node ${process.versions.node}`;
  return { name, what, against, at: new Date().toISOString(), machine, ...outcome };
}

export function keepResult(folder: string, result: Result): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${result.name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Latest result of each row, in the order of the rows. */
export function keptResults(folder: string, rows: readonly Row[]): Result[] {
  const kept = new Set(readdirSync(folder));
  return rows.flatMap(({ name }) =>
    kept.has(`${name}.json`) ? [JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Result] : [],
  );
}

/** True if every arm and every target of a row has figures. */
export const hasFigures = ({ arms, targets }: Outcome): boolean =>
  arms.length > 0 &&
  [...arms.map(({ values }) => spreadOf(values).median), ...targets.map(({ measured }) => measured)].every(
    Number.isFinite,
  );

/** Text of a row for a terminal. */
export function resultText({ name, what, against, arms, targets, notes = [] }: Result): string {
  const title = `${name}: ${what}${against === null ? '' : `, against ${against}`}`;
  const width = Math.max(...arms.map((arm) => arm.name.length), ...targets.map((target) => target.what.length), 0);
  return [
    title,
    ...arms.map((arm) => `    ${arm.name.padEnd(width)}  ${figuresText(arm)}`),
    ...targets.map((target) => `  ${isMet(target) ? '✓' : '✗'} ${target.what.padEnd(width)}  ${targetText(target)}`),
    ...notes.map((note) => `    ${note}`),
    '',
  ].join('\n');
}

export function sumText(results: readonly Result[]): string {
  const targets = results.flatMap((result) => result.targets);
  const met = targets.filter(isMet).length;
  const missed = results.flatMap(({ name, targets }) => (targets.every(isMet) ? [] : [name]));
  return `${met} targets met, ${targets.length - met} missed${missed.length === 0 ? '' : `: ${missed.join(', ')}`}`;
}

/** All rows as a table in markdown. */
export function tableText(results: readonly Result[]): string {
  const rows = results.flatMap(({ name, what, against, at, targets }) =>
    targets.map(
      (target, index) =>
        `| ${index === 0 ? `${what}${against === null ? '' : `, against ${against}`}` : ''} | ${target.what} | ${boundText(target)} | ${isMet(target) ? '' : '**'}${number(target.measured)}${unitText(target.unit)}${isMet(target) ? '' : '** (missed)'} | ${index === 0 ? at.slice(0, 10) : ''} | ${index === 0 ? `\`npm run bench -- ${name}\`` : ''} |`,
    ),
  );
  return ['| what | measured | target | came to | date | by |', '|---|---|---|---|---|---|', ...rows, ''].join('\n');
}

function figuresText({ values, unit }: Figures): string {
  const { median, least, most, p95 } = spreadOf(values);
  const tail = values.length >= 20 ? `, p95 ${number(p95)}` : '';
  return `median ${number(median)}${unitText(unit)}  (${number(least)} to ${number(most)}${tail}; ${values.length})`;
}

function targetText(target: Target): string {
  return `${number(target.measured)}${unitText(target.unit)}, target ${boundText(target)}`;
}

function boundText({ atMost, atLeast, unit }: Target): string {
  return atMost === undefined ? `≥ ${number(atLeast ?? 0)}${unitText(unit)}` : `≤ ${number(atMost)}${unitText(unit)}`;
}

const unitText = (unit: Figures['unit'] | Target['unit']): string => (unit === '' ? '' : ` ${unit}`);

function number(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}
