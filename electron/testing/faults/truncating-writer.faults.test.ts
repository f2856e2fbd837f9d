import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { prepareWorker } from '../worker-process.ts';
import { beginLife } from './begin-life.ts';
import { type Place, textsKept } from './left-behind.ts';
import { createRandom } from './random.ts';
import { openOn, startRealEngine, withEngine } from './real-engine.ts';
import { patience, report, seed, sized } from './size.ts';

/** A person's changes that fall between the moment a program empties the memory and the moment it has written it. */

const startWriter = prepareWorker(fileURLToPath(new URL('./truncating-writer-process.ts', import.meta.url)));
const rounds = sized({ full: 300, small: 12 });
const facts = Array.from({ length: 10 }, (_, n) => `- fact_${n}: value ${n}\n`).join('');
const printed = (round: number): string => `# Notes\n\n## Facts (certain)\n${facts}- written: in round ${round}\n`;

type Outcome = { readonly spoiled: number; readonly 'of its writes nowhere': number; readonly refused: number };

/** @param change makes the person's change of a round @param kept every text the history has */
async function against(
  file: string,
  change: (round: number) => Promise<unknown>,
  kept: () => Promise<readonly string[]>,
): Promise<Outcome> {
  const random = createRandom(seed);
  const writer = startWriter(file);
  await writer.said('ready');
  const count = (word: string): number => writer.lines().filter((line) => line === word).length;
  const until = async (word: string, times: number): Promise<void> => {
    while (count(word) < times) {
      await wait(1);
    }
  };
  let [spoiled, refused] = [0, 0];
  const seen = new Set<string>();
  for (let round = 1; round <= rounds; round++) {
    // Half of the changes begin before the file is emptied.
    const made = round % 2 === 0 ? change(round) : null;
    await wait(random.upTo(8));
    writer.tell(JSON.stringify(printed(round)));
    await until('emptied', round);
    await wait(random.upTo(110));
    await (made ?? change(round)).catch(() => {
      refused += 1;
    });
    await until('written', round);
    const now = readFileSync(file, 'utf8');
    spoiled += now.endsWith('\n') && now.includes('fact_9: value 9') ? 0 : 1;
    seen.add(now);
    if (!now.includes(`in round ${round}`)) {
      writeFileSync(file, printed(round));
    }
  }
  writer.child.stdin?.end();
  const texts = [...seen, ...(await kept())];
  const nowhere = Array.from({ length: rounds }, (_, n) => `in round ${n + 1}\n`);
  return {
    spoiled,
    'of its writes nowhere': nowhere.filter((mark) => !texts.some((text) => text.includes(mark))).length,
    refused,
  };
}

const textsOf = (place: Place) => withEngine(place, async (_, ports) => [...(await textsKept(place, ports)).values()]);

it('loses nothing of either, and leaves no file empty or cut off', patience, async () => {
  const place = beginLife();
  const file = join(place.root, 'logs/context/global.md');
  writeFileSync(file, printed(0));
  const running = startRealEngine(place.dataFolder);
  const { call, workspace } = await openOn(running, place.root);
  const outcome = await against(
    file,
    async (round) => {
      const update = {
        category: 'fact',
        key: `mine_${round}`,
        value: 'x',
        confidence: 'certain',
        source: 'post_query',
      };
      await call('context.apply', { workspace, updates: [update] });
    },
    async () => {
      await running.close();
      return textsOf(place);
    },
  );
  const kept = await textsOf(place);
  const mine = Array.from({ length: rounds }, (_, n) => `mine_${n + 1}: x`);
  const lost = mine.filter((line) => !kept.some((text) => text.includes(line))).length;
  report('against a program that empties the file first', {
    rounds,
    ...outcome,
    'acknowledged lost': lost - outcome.refused,
  });
  expect(outcome).toMatchObject({ spoiled: 0, 'of its writes nowhere': 0 });
  expect(lost).toBe(outcome.refused);
});

it('does lose something where the file is simply read and replaced', patience, async () => {
  const file = join(beginLife().root, 'logs/context/global.md');
  writeFileSync(file, printed(0));
  const outcome = await against(
    file,
    async (round) => {
      writeFileSync(`${file}.mine`, `${readFileSync(file, 'utf8')}- mine_${round}: x\n`);
      renameSync(`${file}.mine`, file);
    },
    async () => [],
  );
  report('against a program that empties the file first', { rounds, ...outcome }, 'read and replaced');
  expect(outcome.spoiled + outcome['of its writes nowhere']).toBeGreaterThan(0);
});
