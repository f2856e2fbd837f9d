import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { prepareWorker } from '../worker-process.ts';
import { subjectNames } from './hostile-subject-names.ts';
import { hostileTexts } from './hostile-texts.ts';
import { patience, report, sized } from './size.ts';

/** Texts made to be slow: processing takes a bounded number of steps for each character, at any length. */

const start = prepareWorker(fileURLToPath(new URL('./hostile-process.ts', import.meta.url)));

const lengths = sized({ full: [1000, 10_000, 100_000, 1_000_000], small: [10_000] });
const row = 'hostile texts';

/**
 * Maximum steps for each character, and in addition for a text of any length: the part that a merge may compare line by
 * line.
 */
const most = { perCharacter: 1000, beside: 3_000_000 };

type Run = { readonly subject: string; readonly names: readonly string[] };
type StepCount = {
  readonly subject: string;
  readonly name: string;
  readonly length: number;
  readonly steps: number;
  readonly failed: string | null;
};

async function run(runs: readonly Run[], upTo: readonly number[]): Promise<StepCount[]> {
  const args = runs.map(({ subject, names }) => `${subject}:${names.join()}`);
  const worker = start(upTo.join(), String(most.perCharacter), String(most.beside), ...args);
  expect(await worker.ended).toBe(0);
  return worker.lines().map((line) => JSON.parse(line) as StepCount);
}

const tooMuch = ({ length, steps, failed }: StepCount): boolean =>
  failed !== null || steps > length * most.perCharacter + most.beside;

/** All of them, or a third in `npm test`, rotating by subject. */
const every = sized({ full: 1, small: 3 });
const runs = subjectNames.map((subject, index) => ({
  subject,
  names: Object.keys(hostileTexts).filter((_, at) => at % every === index % every),
}));

/** Number of subjects in one process: starting one takes as long as some subjects do on short texts. */
const together = sized({ full: 1, small: 7 });
const groups = runs
  .filter((_, index) => index % together === 0)
  .map((_, group) => runs.slice(group * together, (group + 1) * together))
  .map((ofGroup) => ({ subject: ofGroup.map(({ subject }) => subject).join(', '), runs: ofGroup }));

it.each(groups)(
  '$subject takes a bounded number of steps for each character of any text',
  patience,
  async ({ runs: ofGroup }) => {
    const took = await run(ofGroup, lengths);
    expect(took.filter(tooMuch)).toEqual([]);
    expect(took).toHaveLength(ofGroup.reduce((sum, { names }) => sum + names.length, 0) * lengths.length);
    report(row, { texts: took.length, steps: took.reduce((sum, { steps }) => sum + steps, 0) });
  },
);

it('control: finds a comparison of each line with each', patience, async () => {
  const took = await run([{ subject: 'comparing each line with each', names: ['short lines'] }], [20_000]);
  expect(took.filter(tooMuch)).not.toEqual([]);
  report(row, { texts: took.length, found: took.filter(tooMuch).length }, 'each line with each');
});
