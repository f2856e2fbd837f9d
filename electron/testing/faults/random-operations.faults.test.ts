import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomContext, randomKey, randomValue } from '#shared/formats/context/testing/random-context.ts';
import { withCoarseTimes, withoutExchange, withoutExchangeAndLinks } from '../plain-file-systems.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { beginLife } from './begin-life.ts';
import { contextPath, missing, savedEntries } from './known-entries.ts';
import type { Place } from './left-behind.ts';
import { createRandom } from './random.ts';
import { liveAtRandom } from './random-life.ts';
import { patience, report, seed, sized } from './size.ts';

/** Random changes to random documents by a person, an assistant and another program, with random crashes. */

const fileSystems = {
  'as it is': (calls) => calls,
  'without exchange': withoutExchange,
  'without exchange and hard links': withoutExchangeAndLinks,
  'with coarse times': withCoarseTimes,
} satisfies Record<string, (calls: Parameters<typeof withoutExchange>[0]) => Parameters<typeof withoutExchange>[0]>;

const operations = sized({ full: 5000, small: 96 });
const inLife = 12;
const lives = Math.ceil(operations / inLife / Object.keys(fileSystems).length);

const texts = (arbitrary: fc.Arbitrary<string>, count: number, offset: number): string[] =>
  fc.sample(arbitrary, { numRuns: count, seed: seed + offset });
const vocabulary = { values: texts(randomValue, 60, 1), keys: texts(randomKey, 30, 2) };

function begin(document: string, folder?: string): Place {
  return beginLife(folder, {
    'logs/context/global.md': document,
    '.contexture/settings.yaml': 'token_limit: 100\n',
  });
}

it.each(Object.entries(fileSystems))(
  'keeps every entry somewhere, on a file system %s',
  patience,
  async (name, system) => {
    const offset = Object.keys(fileSystems).indexOf(name) * 1000;
    const documents = texts(randomContext, lives, offset);
    const outermost = temporaryFolder();
    const total = { operations: 0, refused: 0, crashes: 0 };
    const flaws: string[] = [];
    for (const [n, document] of documents.entries()) {
      const random = createRandom(seed + offset + n);
      const place = begin(document, join(outermost, String(n)));
      const life = await liveAtRandom(place, random, vocabulary, inLife, system);
      total.operations += life.operations;
      total.refused += life.refused;
      total.crashes += life.crashes;
      flaws.push(...life.flaws.map((flaw) => `seed ${seed}, life ${n}: ${flaw}`));
    }
    report('random operations and crashes', { ...total, 'entries nowhere, litter, unforeseen errors': flaws.length });
    expect(flaws).toEqual([]);
  },
);

it('control: fails when a file is read, changed and written', async () => {
  let lost = 0;
  const documents = texts(randomContext, 20, 5000);
  for (const document of documents) {
    const place = begin(document);
    const text = readFileSync(contextPath(place), 'utf8');
    writeFileSync(contextPath(place), `- theirs: said in the meantime\n${text}`);
    const known = savedEntries(place);
    writeFileSync(contextPath(place), `${text}\n## Facts (certain)\n- ours: x\n`);
    lost += missing(known, place, []).length > 0 ? 1 : 0;
  }
  report('random operations and crashes', { operations: documents.length, lost }, 'read, change, write');
  expect(lost).toBeGreaterThan(0);
});
