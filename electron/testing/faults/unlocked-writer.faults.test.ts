import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createFiles } from '#node/files.ts';
import { sha256 } from '#node/hash.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { prepareWorker } from '../worker-process.ts';
import { beginLife } from './begin-life.ts';
import { storedTexts } from './left-behind.ts';
import { openOn, startRealEngine, withEngine } from './real-engine.ts';
import { patience, report, seed, sized } from './size.ts';

/** Saves while a program that takes no lock writes the same file every few milliseconds. */

const startWriter = prepareWorker(fileURLToPath(new URL('./unlocked-writer-process.ts', import.meta.url)));

const beforeAll = '# Notes\n- theirs: none\n- ours: none\n';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

type Outcome = {
  readonly writes: number;
  /** Superseded versions that nobody has. */
  readonly silent: number;
};

/** Runs `saves` while the other program writes, and counts lost versions of both. */
async function against(
  file: string,
  save: (n: number) => Promise<string | null>,
  saves: number,
  kept: () => Promise<ReadonlySet<string>>,
  rest = 0,
): Promise<Outcome> {
  const writer = startWriter(file, String(seed), String(rest));
  await writer.said('ready');
  const ours: string[] = [];
  for (let n = 0; n < saves; n++) {
    ours.push((await save(n)) ?? '');
  }
  writer.tell('stop');
  expect(await writer.ended).toBe(0);
  const told = (word: string): string[] =>
    writer.lines().flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  const accountedFor = new Set([...(await kept()), ...told('destroyed'), sha256(readFileSync(file))]);
  const written = [...told('wrote'), ...ours.filter((hash) => hash !== '')];
  return { writes: told('wrote').length, silent: written.filter((hash) => !accountedFor.has(hash)).length };
}

it('returns every version that a save supersedes, however the other program writes', patience, async () => {
  const saves = sized({ full: 4000, small: 150 });
  const file = join(temporaryFolder(), 'global.md');
  writeFileSync(file, beforeAll);
  const files = createFiles();
  const kept = new Set<string>();
  const lates: Promise<unknown>[] = [];
  const outcome = await against(
    file,
    async (n) => {
      const bytes = encode(readFileSync(file, 'utf8').replace(/^- ours: .*$/m, `- ours: number ${n}`));
      const { version, late } = await files.replace(file, bytes);
      if (version) {
        kept.add(version.hash);
      }
      lates.push(late.then((grown) => grown && kept.add(sha256(grown))));
      return sha256(bytes);
    },
    saves,
    async () => {
      await files.close();
      await Promise.all(lates);
      return kept;
    },
  );
  report('against an unlocked writer', { saves, 'of its writes': outcome.writes, silent: outcome.silent });
  expect(outcome.silent).toBe(0);
});

it.each([
  { pace: 'without rest', rest: 0, saves: sized({ full: 100, small: 3 }) },
  { pace: 'in bursts', rest: 4, saves: sized({ full: 300, small: 10 }) },
])('records every version that comes $pace, and reports each failed save', patience, async ({ pace, rest, saves }) => {
  const place = beginLife();
  const file = join(place.root, 'logs/context/global.md');
  writeFileSync(file, beforeAll);
  const running = startRealEngine(place.dataFolder);
  const opened = await openOn(running, place.root);
  const refused: string[] = [];
  const learned: string[] = [];
  const outcome = await against(
    file,
    async (n) => {
      const update = { category: 'fact', key: `ours_${n}`, value: 'x', confidence: 'certain', source: 'post_query' };
      try {
        await opened.call('context.apply', { workspace: opened.workspace, updates: [update] });
        learned.push(update.key);
      } catch (error) {
        refused.push((error as { code?: string }).code ?? String(error));
      }
      return null;
    },
    saves,
    async () => {
      await running.close();
      return new Set(await withEngine(place, async (_, ports) => (await storedTexts(place, ports)).keys()));
    },
    rest,
  );
  const kept = await withEngine(place, async (_, ports) => [...(await storedTexts(place, ports)).values()]);
  const lost = learned.filter((key) => !kept.some((text) => text.includes(`${key}: x`)));
  report(`through the engine, against one that writes ${pace}`, {
    saves,
    refused: refused.length,
    'of its writes': outcome.writes,
    silent: outcome.silent,
    'acknowledged lost': lost.length,
  });
  expect({ silent: outcome.silent, lost }).toEqual({ silent: 0, lost: [] });
  expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['busy'] : []));
});

it('control: fails when the file is compared before another is renamed over it', patience, async () => {
  const saves = sized({ full: 4000, small: 500 });
  const kept = new Set<string>();
  let silent = 0;
  for (let round = 0; round < 20 && silent === 0; round++) {
    const file = join(temporaryFolder(), 'global.md');
    writeFileSync(file, beforeAll);
    const outcome = await against(
      file,
      async (n) => {
        const before = readFileSync(file);
        const bytes = encode(before.toString().replace(/^- ours: .*$/m, `- ours: number ${n}`));
        writeFileSync(`${file}.ours`, bytes);
        if (sha256(readFileSync(file)) === sha256(before)) {
          kept.add(sha256(before));
          renameSync(`${file}.ours`, file);
        }
        await new Promise((resolve) => setImmediate(resolve));
        return null;
      },
      saves,
      async () => kept,
    );
    silent += outcome.silent;
    report('against an unlocked writer', { saves, silent: outcome.silent }, 'compare, then rename');
  }
  expect(silent).toBeGreaterThan(0);
});
