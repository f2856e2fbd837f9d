import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { prepareWorker } from '../worker-process.ts';
import { subjectNames } from './hostile-subject-names.ts';
import { hostileTexts } from './hostile-texts.ts';
import { patience, report, sized } from './size.ts';

/** Texts made to be slow: what goes over them takes a number of steps for each character, however long they are. */

const start = prepareWorker(fileURLToPath(new URL('./hostile-process.ts', import.meta.url)));

const lengths = sized({ full: [1000, 10_000, 100_000, 1_000_000], small: [10_000] });
const row = 'hostile texts';

/** Steps for each character, and those that a text of any length may take beside: what a merge may compare line by line. */
const most = { perCharacter: 1000, beside: 3_000_000 };

type Took = { readonly name: string; readonly length: number; readonly steps: number; readonly failed: string | null };

async function run(subject: string, upTo: readonly number[], names: readonly string[]): Promise<Took[]> {
  const worker = start(subject, upTo.join(), String(most.perCharacter), String(most.beside), names.join());
  expect(await worker.ended).toBe(0);
  return worker.lines().map((line) => JSON.parse(line) as Took);
}

const tooMuch = ({ length, steps, failed }: Took): boolean =>
  failed !== null || steps > length * most.perCharacter + most.beside;

/** All of them, or a third in `npm test`: another for each subject that follows. */
const every = sized({ full: 1, small: 3 });
const subjects = subjectNames.map((subject, index) => ({
  subject,
  names: Object.keys(hostileTexts).filter((_, at) => at % every === index % every),
}));

it.each(subjects)(
  '$subject takes a number of steps for each character of any text',
  patience,
  async ({ subject, names }) => {
    const took = await run(subject, lengths, names);
    expect(took.filter(tooMuch)).toEqual([]);
    expect(took).toHaveLength(names.length * lengths.length);
    report(row, { texts: took.length, steps: took.reduce((sum, { steps }) => sum + steps, 0) });
  },
);

it('finds what compares each line with each', patience, async () => {
  const took = await run('comparing each line with each', [20_000], ['short lines']);
  expect(took.filter(tooMuch)).not.toEqual([]);
  report(row, { texts: took.length, found: took.filter(tooMuch).length }, 'each line with each');
});
