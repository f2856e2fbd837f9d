import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { refOf } from '#shared/entries/entry.ts';
import { writeBigLife } from '../big-life.ts';
import { builtInterface, launchBrowser, openReview } from '../browser.ts';
import { openEngine } from '../engine.ts';
import { type Figures, fewestRounds, sized, spreadOf, timed } from '../measure.ts';
import type { Bench, Row } from '../row.ts';
import { outsideChanges } from './outside-change.ts';

const sizes = sized([100, 1000, 10_000], [20, 40]);
const kinds = ['announced', 'in the page', 'edit', 'apply', 'archive', 'undo'] as const;
type Times = Record<(typeof kinds)[number], number[]>;

export const growth: Row = {
  name: 'growth',
  what: 'one change among 100, 1,000 and 10,000 entries',
  against: null,
  minutes: 2,
  run: async (bench) => {
    const bySize: { size: number; times: Times }[] = [];
    for (const size of sizes) {
      bench.progress(`${size} entries`);
      bySize.push({ size, times: await changesAmong(bench, size) });
    }
    const arms: Figures[] = bySize.flatMap(({ size, times }) =>
      kinds.map((kind) => ({
        name: `${kind}, ${size.toLocaleString('en-US')}`,
        unit: 'ms' as const,
        values: times[kind],
      })),
    );
    return { arms, targets: [], notes: growthTable(bySize) };
  },
};

async function changesAmong(bench: Bench, size: number): Promise<Times> {
  const times: Times = { announced: [], 'in the page': [], edit: [], apply: [], archive: [], undo: [] };
  const folder = bench.folder();
  const { contextFile } = await writeBigLife(folder, {
    entries: size,
    archives: 0,
    archived: 0,
    seed: 1,
    length: 'short',
  });
  const text = readFileSync(contextFile, 'utf8').replace(/## Facts.*\n/, (line) => `${line}- aa_edited: first\n`);
  const beside = `${contextFile}.other-program`;
  const write = (content: string): void => {
    writeFileSync(beside, content);
    renameSync(beside, contextFile);
  };
  write(text);
  const engine = await openEngine(bench, folder);
  for (let round = 0; round < fewestRounds; round++) {
    writeFileSync(beside, text.replace('- aa_edited: first', `- aa_edited: round ${round}`));
    const announced = engine.next('context.changed');
    times.announced.push(
      await timed(() => {
        renameSync(beside, contextFile);
        return announced;
      }),
    );
    await rested();
  }
  for (let round = 0; round < fewestRounds; round++) {
    const entry = refOf(await engine.find('aa_edited'));
    await rested();
    times.edit.push(
      await timed(() => engine.call('context.change', { operations: [{ op: 'edit', entry, value: `edit ${round}` }] })),
    );
    const update = {
      category: 'insight',
      key: `applied_${round}`,
      value: 'new',
      confidence: 'tentative',
      source: 'bench',
    };
    await rested();
    times.apply.push(await timed(() => engine.call('context.apply', { updates: [update] })));
    const leaving = refOf(await engine.find('aa_edited'));
    await rested();
    times.archive.push(
      await timed(() => engine.call('context.change', { operations: [{ op: 'archive', entry: leaving }] })),
    );
    await rested();
    times.undo.push(await timed(() => engine.call('context.undo', {})));
  }
  const page = await openReview(await launchBrowser(bench), (await engine.serve(builtInterface)).newAddress());
  times['in the page'].push(...(await outsideChanges(page, contextFile, fewestRounds)));
  await page.context().close();
  await engine.close();
  return times;
}

/** Waits longer than the write path does for a recently changed file, so that its wait doesn't count. */
const rested = (): Promise<void> => wait(250);

/** Medians, each with its ratio to the size before. */
function growthTable(bySize: readonly { readonly size: number; readonly times: Times }[]): string[] {
  const cell = (value: string): string => value.padStart(16);
  const head = `${''.padEnd(12)}${bySize.map(({ size }) => cell(size.toLocaleString('en-US'))).join('')}`;
  const lines = kinds.map((kind) => {
    const medians = bySize.map(({ times }) => spreadOf(times[kind]).median);
    const cells = medians.map((median, index) => {
      const before = medians[index - 1];
      return cell(`${median.toFixed(0)} ms${before === undefined ? '' : ` (× ${(median / before).toFixed(1)})`}`);
    });
    return `${kind.padEnd(12)}${cells.join('')}`;
  });
  return [head, ...lines];
}
