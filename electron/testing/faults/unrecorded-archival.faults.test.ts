import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { context } from '../engine-suite/starting.ts';
import { prepareWorker } from '../worker-process.ts';
import { beginLife } from './begin-life.ts';
import { filesIn, litterIn } from './left-behind.ts';
import { withEngine } from './real-engine.ts';
import { patience } from './size.ts';

const startArchival = prepareWorker(fileURLToPath(new URL('../dying-archival.ts', import.meta.url)));

/** Killed after both files were written and before that was recorded: the next start attributes it correctly. */
it('one start reports an archival cut off before its record as our own, and leaves no litter', patience, async () => {
  const place = beginLife(undefined, { 'logs/context/global.md': context });
  const worker = startArchival(place.root, place.dataFolder, 'sleep_effect', 'written');
  expect(await worker.ended).toBe('SIGKILL');
  expect(filesIn(place.root).some((path) => path.includes('contexture-aside'))).toBe(true);
  for (const start of [1, 2]) {
    const said = await withEngine(place, async ({ call, workspace }) => {
      const { lines } = await call('history.list', { workspace });
      const { total } = await call('cards.list', { workspace });
      return { labels: lines.filter(({ type }) => type === 'version').map(({ label }) => label), total };
    });
    expect(said, `start ${start}`).toEqual({
      total: 0,
      labels: ['Finished: Archived “sleep_effect”', 'Finished: Archived “sleep_effect”', 'First version'],
    });
    expect(litterIn(place), `start ${start}`).toEqual([]);
  }
});
