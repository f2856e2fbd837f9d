import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { ConversationIndex } from '#engine/ports.ts';
import { openSqlite } from '#node/conversation-index/sqlite.ts';
import { type MethodName, methods, type Params, type ParsedParams, type Result } from '#shared/contract/contract.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { prepareBundle, prepareWorker } from '../worker-process.ts';
import { createRandom, type Random } from './random.ts';
import { startRealEngine } from './real-engine.ts';
import { patience, report, seed, sized } from './size.ts';

/** A search finds the text of conversations and nothing else, whatever happens to their index. */

const startIndexing = prepareWorker(fileURLToPath(new URL('./index-process.ts', import.meta.url)));
const worker = prepareBundle('electron/node/conversation-index/worker.ts');

const kills = sized({ full: 100, small: 4 });
const erasures = sized({ full: 100, small: 4 });
const damages = sized({ full: 100, small: 6 });
const longestMs = 60;
const conversations = 40;
/** A word in each of them. */
const secret = 'hunter77swordfish';

/** Enough for several batches; a unique word at the end of each conversation. */
function writeHome(): string {
  const home = temporaryFolder();
  const folder = join(home, '.claude/projects/-code');
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < conversations; number++) {
    const texts = Array.from(
      { length: 60 },
      (_, n) => `turn${n} ${`said${n % 13} again${number} and${n} again `.repeat(150)}`,
    );
    const lines = [...texts, `mark${number}x`, `the word is ${secret}`].map((content, n) =>
      JSON.stringify({ type: 'user', uuid: `${number}-${n}`, message: { role: 'user', content } }),
    );
    writeFileSync(join(folder, `s${number}.jsonl`), `${lines.join('\n')}\n`);
  }
  return home;
}

/** An engine on the same index, ended after the work. */
async function withIndex<T>(home: string, dataFolder: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const { engine, ports, close } = startRealEngine(dataFolder, {
    homeFolder: home,
    environment: {},
    indexWorker: worker(),
  });
  const context = { caller: 'test', cancelled: () => false, progress: () => undefined };
  const call = <N extends MethodName>(method: N, params: Params<N>): Promise<Result<N>> =>
    engine.call(method, methods[method].params.parse(params) as ParsedParams<N>, context);
  const filled = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const stop = engine.subscribe(({ event, data }) => {
        if (event === 'conversations.indexing' && data.state !== 'reading') {
          stop();
          resolve(data.state);
        }
      });
      call('conversations.index', {}).catch(reject);
    });
  try {
    return await work({ call, filled, index: ports.conversationIndex });
  } finally {
    await close();
  }
}
type Opened = {
  call<N extends MethodName>(method: N, params: Params<N>): Promise<Result<N>>;
  filled(): Promise<string>;
  readonly index: ConversationIndex;
};

/** Searches without the index: all searches are alike, and read all conversations. */
const scans = sized({ full: conversations, small: 3 });

/** Number of conversations that a search for their unique word misses, and of others that it finds. */
async function searchAll({ call }: Opened) {
  const findings = { missing: 0, wrong: 0, scanned: 0 };
  for (let number = 0; number < conversations && findings.scanned < scans; number++) {
    const { found, byScan } = await call('conversations.search', { text: `"mark${number}x"` });
    const right = found.filter(({ conversation }) => conversation.id.endsWith(`/s${number}.jsonl`));
    findings.missing += right.length === 1 ? 0 : 1;
    findings.wrong += found.length - right.length;
    findings.scanned += byScan === null ? 0 : 1;
  }
  return findings;
}

/** Kills processes that fill an index, each a new one, and judges the search after the next start has filled it. */
async function live(how: 'in one step' | 'in two steps', times: number, random: Random) {
  const home = writeHome();
  const sum = { missing: 0, wrong: 0, scanned: 0 };
  for (let kill = 0; kill < times; kill++) {
    const dataFolder = temporaryFolder();
    await withIndex(home, dataFolder, ({ call }) => call('conversations.approve', { place: 'claude', approved: true }));
    const process = startIndexing(home, dataFolder, worker(), how);
    await process.said('adding');
    const until = performance.now() + random.upTo(longestMs);
    while (performance.now() < until) {
      // Timers have whole milliseconds only.
    }
    process.child.kill('SIGKILL');
    expect(await process.ended).toBe('SIGKILL');
    const findings = await withIndex(home, dataFolder, async (opened) => {
      expect(await opened.filled()).toBe('complete');
      return searchAll(opened);
    });
    sum.missing += findings.missing;
    sum.wrong += findings.wrong;
    sum.scanned += findings.scanned;
  }
  return sum;
}

it('finds everything once the index is filled, whenever a process that fills it is killed', patience, async () => {
  const findings = await live('in one step', kills, createRandom(seed));
  report('index: killed while it is filled', { kills, ...findings });
  expect(findings).toEqual({ missing: 0, wrong: 0, scanned: 0 });
});

it('control: an index that notes how far it has read before it adds the texts loses some', patience, async () => {
  const random = createRandom(seed);
  let findings = await live('in two steps', kills, random);
  // Nearly always at once; a machine may happen to kill each of a few between two batches.
  for (let round = 1; round < 10 && findings.missing === 0; round++) {
    findings = await live('in two steps', kills, random);
  }
  report('index: killed while it is filled', { kills, ...findings }, 'in two steps');
  expect(findings.missing).toBeGreaterThan(0);
});

/** An index with all conversations, to be copied: the folder of its closed files. */
async function filledIndex(home: string): Promise<string> {
  const dataFolder = temporaryFolder();
  await withIndex(home, dataFolder, async ({ call, filled }) => {
    await call('conversations.approve', { place: 'claude', approved: true });
    expect(await filled()).toBe('complete');
  });
  return dataFolder;
}

/** Number of index files with the word. */
function filesWithSecret(dataFolder: string): number {
  const folder = join(dataFolder, 'conversations');
  const files = readdirSync(folder).filter((name) => name.startsWith('index.db'));
  return files.filter((name) => readFileSync(join(folder, name)).includes(secret)).length;
}

it('erases all of a word on a second request, whenever a process that erases it is killed', patience, async () => {
  const home = writeHome();
  const full = await filledIndex(home);
  expect(filesWithSecret(full)).toBeGreaterThan(0);
  const random = createRandom(seed);
  const sum = { 'erased before the kill': 0, left: 0, missing: 0, wrong: 0 };
  for (let kill = 0; kill < erasures; kill++) {
    const dataFolder = temporaryFolder();
    cpSync(full, dataFolder, { recursive: true });
    const process = startIndexing(home, dataFolder, worker(), `erase ${secret}`);
    await process.said('erasing');
    const until = performance.now() + random.upTo(longestMs);
    while (performance.now() < until) {
      // Timers have whole milliseconds only.
    }
    process.child.kill('SIGKILL');
    await process.ended;
    const isErased = process.lines().includes('erased');
    sum['erased before the kill'] += isErased ? 1 : 0;
    sum.left += isErased ? filesWithSecret(dataFolder) : 0;
    const findings = await withIndex(home, dataFolder, async (opened) => {
      await opened.index.erase((await opened.index.itemsWithin([secret])) ?? []);
      sum.left += filesWithSecret(dataFolder);
      return searchAll(opened);
    });
    sum.missing += findings.missing;
    sum.wrong += findings.wrong;
  }
  report('index: killed while it erases', { kills: erasures, ...sum });
  expect(sum).toMatchObject({ left: 0, missing: 0, wrong: 0 });
});

it('control: rows that are only deleted leave their words in the file', patience, async () => {
  const home = writeHome();
  const dataFolder = await filledIndex(home);
  const database = openSqlite(join(dataFolder, 'conversations/index.db'), 0);
  database.exec('DELETE FROM texts');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  report('index: killed while it erases', { left: filesWithSecret(dataFolder) }, 'deleted alone');
  expect(filesWithSecret(dataFolder)).toBeGreaterThan(0);
});

it('finds everything while the index is damaged, and rebuilds it', patience, async () => {
  const home = writeHome();
  const dataFolder = temporaryFolder();
  const path = join(dataFolder, 'conversations/index.db');
  const random = createRandom(seed);
  await withIndex(home, dataFolder, async ({ call, filled }) => {
    await call('conversations.approve', { place: 'claude', approved: true });
    expect(await filled()).toBe('complete');
  });
  const whole = readFileSync(path);
  const sum = { missing: 0, wrong: 0, anew: 0 };
  for (let number = 0; number < damages; number++) {
    writeFileSync(path, whole);
    damage(path, random);
    const [first, second] = await withIndex(home, dataFolder, async (opened) => {
      const before = await searchAll(opened);
      expect(await opened.filled()).toBe('complete');
      return [before, await searchAll(opened)];
    });
    sum.missing += first.missing + second.missing;
    sum.wrong += first.wrong + second.wrong;
    sum.anew += first.scanned > 0 ? 1 : 0;
    expect(second.scanned).toBe(0);
  }
  report('index: damaged', { damages, ...sum });
  expect(sum).toMatchObject({ missing: 0, wrong: 0 });
  expect(sum.anew).toBeGreaterThan(0);
});

/** The result of a failing disk: a truncated file, or a missing one. */
function damage(path: string, random: Random): void {
  const { size } = statSync(path);
  if (random.below(2) === 0) {
    truncateSync(path, random.below(size));
    return;
  }
  const bytes = readFileSync(path);
  const from = random.below(size);
  bytes.fill(0, from, Math.min(size, from + Math.floor(size / 4)));
  writeFileSync(path, bytes);
}
