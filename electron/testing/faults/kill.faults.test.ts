import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { prepareWorker, type WorkerProcess } from '../worker-process.ts';
import { beginLife } from './begin-life.ts';
import { filesBefore, isWholeArchive, isWholeContext, kindOfWrite, kindsOfWrite } from './kinds-of-write.ts';
import { filesIn, litterIn, type Place, storedTexts } from './left-behind.ts';
import { createRandom, type Random } from './random.ts';
import { withEngine } from './real-engine.ts';
import { patience, report, seed, sized } from './size.ts';

/** Processes are killed at random moments while they write; the files have to be whole, and nothing lost. */

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const startEngineProcess = prepareWorker(here('./engine-process.ts'));
const startNaiveProcess = prepareWorker(here('./naive-process.ts'));

const kills = sized({ full: 1000, small: 16 });
/** Number of rounds on the same workspace before another replaces it. */
const killsInLife = 25;
const longestMs = 25;

type Findings = {
  torn: number;
  empty: number;
  lost: number;
  unkept: number;
  litter: string[];
  cut: number;
  done: number;
};

/** Lets a process write, and kills it at a random moment; returns how many of its calls were acknowledged before. */
async function killWhileWriting(worker: WorkerProcess, random: Random): Promise<number> {
  await worker.said('ready');
  worker.tell('go');
  const until = performance.now() + random.upTo(longestMs);
  await new Promise((resolve) => setTimeout(resolve, Math.floor(until - performance.now())));
  while (performance.now() < until) {
    // Timers have whole milliseconds only.
  }
  worker.child.kill('SIGKILL');
  expect(await worker.ended).toBe('SIGKILL');
  return Math.max(0, ...worker.lines().map((line) => Number(/^done (\d+)$/.exec(line)?.[1] ?? 0)));
}

/** The view of any reader at this moment, before any recovery. */
function lookAtFiles({ root }: Place, findings: Findings): string {
  const context = readFileSync(join(root, 'logs/context/global.md'), 'utf8');
  for (const path of filesIn(join(root, 'logs')).filter((each) => each.endsWith('.md'))) {
    const text = readFileSync(path, 'utf8');
    const isWhole = path.includes('archive') ? isWholeArchive : isWholeContext;
    findings.empty += text === '' ? 1 : 0;
    findings.torn += text !== '' && !isWhole(text) ? 1 : 0;
  }
  return context;
}

/** Kills processes one after the other on one workspace, and judges the next start after each. */
async function live(name: string, times: number, random: Random, findings: Findings): Promise<void> {
  const place = beginLife();
  const kind = kindOfWrite(name);
  const read = new Set<string>();
  let done = 0;
  for (let kill = 0; kill < times; kill++) {
    const before = done;
    const worker = startEngineProcess('write', place.root, place.dataFolder, name, String(done));
    const acknowledged = await killWhileWriting(worker, random);
    findings.done += acknowledged - before;
    read.add(lookAtFiles(place, findings));
    const seen = await withEngine(place, (opened) => kind.seen(opened));
    findings.litter.push(...litterIn(place));
    // The interrupted call may have taken effect or not; anything else is a loss.
    const isCut = seen === kind.after(acknowledged + 1);
    findings.cut += isCut ? 1 : 0;
    findings.lost += isCut || seen === kind.after(acknowledged) ? 0 : 1;
    done = acknowledged + (isCut ? 1 : 0);
    expect.soft([kind.after(acknowledged), kind.after(acknowledged + 1)], `${name}, seed ${seed}`).toContain(seen);
  }
  const kept = await withEngine(place, async (_, ports) => [...(await storedTexts(place, ports)).values()]);
  const traces = Array.from({ length: done }, (_, n) => kind.trace(n)).filter((trace) => trace !== null);
  findings.unkept += traces.filter((trace) => !kept.some((text) => text.includes(trace))).length;
  findings.unkept += [...read].filter((text) => !kept.includes(text)).length;
}

const total: Findings = { torn: 0, empty: 0, lost: 0, unkept: 0, litter: [], cut: 0, done: 0 };
const names = kindsOfWrite().map(({ name }) => name);

it.each(names)('killed during %s: nothing torn, nothing acknowledged lost, no litter', patience, async (name) => {
  const random = createRandom(seed + names.indexOf(name));
  const findings: Findings = { ...total, litter: [] };
  const wanted = Math.ceil(kills / names.length);
  for (let killed = 0; killed < wanted; killed += killsInLife) {
    await live(name, Math.min(killsInLife, wanted - killed), random, findings);
  }
  expect(findings).toMatchObject({ torn: 0, empty: 0, lost: 0, unkept: 0, litter: [] });
  const { torn, empty, lost, unkept, litter, cut, done } = findings;
  report('kill -9', {
    kills: wanted,
    'calls acknowledged': done,
    'calls cut short and done all the same': cut,
    torn,
    empty,
    'acknowledged lost': lost,
    'not in the history': unkept,
    litter: litter.length,
  });
});

it('control: fails when files are simply written: some are torn or empty', patience, async () => {
  const random = createRandom(seed);
  const file = join(temporaryFolder(), 'global.md');
  const findings = { torn: 0, empty: 0 };
  const atMost = 200;
  let killed = 0;
  // In full the same number each time, which makes the figures comparable.
  while (killed < sized({ full: 100, small: atMost }) && (sized({ full: true, small: false }) || isComplete())) {
    writeFileSync(file, filesBefore['logs/context/global.md'] ?? '');
    await killWhileWriting(startNaiveProcess('write', file), random);
    killed += 1;
    const text = readFileSync(file, 'utf8');
    findings.empty += text === '' ? 1 : 0;
    findings.torn += text !== '' && !isWholeContext(text) ? 1 : 0;
  }
  expect(isComplete()).toBe(false);
  report('kill -9', { kills: killed, ...findings }, 'plain writeFile');

  function isComplete(): boolean {
    return findings.torn + findings.empty === 0;
  }
});
