import { execFileSync } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { Result } from '#shared/contract/contract.ts';
import { namedIn } from '../all-conversations.ts';
import { openConversations } from '../conversations.ts';
import { type Figures, sized, type Target } from '../measure.ts';
import type { Row } from '../row.ts';

const megabyte = 1024 * 1024;
const sampleMs = 2;

export const conversationsAll: Row = {
  name: 'conversations-all',
  what: '1,000 conversations of 1 GB, and others in files that are read whole: listed, taken into the index, searched, followed',
  against: 'a thread that does nothing, on the same machine',
  minutes: 2,
  run: async (bench) => {
    const home = bench.folder();
    // Another process writes, so that its memory doesn't count as the engine's.
    execFileSync(process.execPath, [process.argv[1] ?? '', 'generate-conversations', home, ...sized([], ['--small'])]);
    const opened = await openConversations(bench, home);
    await opened.call('conversations.approve', { place: 'gemini', approved: true });
    for (const path of namedIn(home)) {
      await opened.call('conversations.addPlace', { path });
    }
    const watch = createWatch((what) => bench.progress(what));
    bench.afterwards(watch.close);
    const filled = opened.filled();
    await watch.phase('list while it is filled', () => listAll(opened));
    await watch.phase('search while it is filled', () => searchAll(opened));
    await watch.phase('fill', () => filled);
    await watch.phase('list', () => listAll(opened));
    await watch.phase('search', () => searchAll(opened));
    await watch.phase('read whole files', () => readWhole(opened));
    await watch.phase('follow', () => follow(opened, home));
    return { arms: watch.figures(), targets: watch.targets() };
  },
};

type Opened = Awaited<ReturnType<typeof openConversations>>;
type Phase = {
  readonly name: string;
  readonly took: number;
  readonly longest: number;
  readonly idle: number;
  /** Null if the system doesn't tell. */
  readonly turn: number | null;
  readonly memory: number;
};

/** Thread that does nothing but measure its waits. It reports the longest when asked, and starts again. */
const idleThread = `
const { parentPort } = require('node:worker_threads');
const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: ${sampleMs} });
delay.enable();
parentPort.on('message', () => { parentPort.postMessage(delay.max); delay.reset(); });
`;

/**
 * Longest time for which the engine's thread was busy between two timers, in milliseconds of processor time, so that other
 * work of the machine doesn't count. Only Linux tells it.
 */
function createTurns() {
  const path = `/proc/self/task/${process.pid}/schedstat`;
  const file = existsSync(path) ? openSync(path, 'r') : null;
  const buffer = Buffer.alloc(100);
  const ran = (): number =>
    file === null ? 0 : Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 100, 0)).split(' ')[0]) / 1e6;
  let before = ran();
  let longest = 0;
  const timer = setInterval(() => {
    const now = ran();
    longest = Math.max(longest, now - before);
    before = now;
  }, sampleMs);
  return {
    reset: (): void => {
      longest = 0;
    },
    longest: (): number | null => (file === null ? null : longest),
    close(): void {
      clearInterval(timer);
      if (file !== null) {
        closeSync(file);
      }
    },
  };
}

/** Measures for each phase how late timers fired on the engine's thread and on an idle one, and the process's memory. */
function createWatch(progress: (what: string) => void) {
  const thread = new Worker(idleThread, { eval: true });
  const turns = createTurns();
  const longestOfIdle = (): Promise<number> =>
    new Promise((resolve) => {
      thread.once('message', resolve);
      thread.postMessage('');
    });
  globalThis.gc?.();
  const before = process.memoryUsage.rss() / megabyte;
  const phases: Phase[] = [];
  const most = (of: (phase: Phase) => number): number => Math.max(...phases.map(of));
  const waitOf = (longest: number): number => Math.max(0, longest / 1e6 - sampleMs);
  return {
    async phase(name: string, work: () => Promise<unknown>): Promise<void> {
      await longestOfIdle();
      const delay = monitorEventLoopDelay({ resolution: sampleMs });
      let memory = 0;
      const sampling = setInterval(() => {
        memory = Math.max(memory, process.memoryUsage.rss() / megabyte);
      }, 50);
      delay.enable();
      turns.reset();
      const began = performance.now();
      await work();
      const took = performance.now() - began;
      // The last sample covers the time before it.
      await new Promise((resolve) => setTimeout(resolve, 2 * sampleMs));
      delay.disable();
      clearInterval(sampling);
      const one = {
        name,
        took,
        longest: waitOf(delay.max),
        idle: waitOf(await longestOfIdle()),
        turn: turns.longest(),
        memory,
      };
      phases.push(one);
      progress(
        `${name}: ${Math.round(took)} ms; longest wait ${Math.round(one.longest)} ms, p99.9 ${Math.round(waitOf(delay.percentile(99.9)))} ms, of an idle thread ${Math.round(one.idle)} ms, busy ${Math.round(one.turn ?? 0)} ms of the processor’s time; ${Math.round(memory - before)} MB more`,
      );
    },
    figures: (): Figures[] =>
      phases.flatMap(({ name, took, longest, idle, turn, memory }) => [
        { name, unit: 'ms', values: [took] },
        { name: '  longest wait', unit: 'ms', values: [longest] },
        { name: '  longest wait of an idle thread', unit: 'ms', values: [idle] },
        ...(turn === null ? [] : [{ name: '  longest turn, processor', unit: 'ms' as const, values: [turn] }]),
        { name: '  memory beside that before', unit: 'MB', values: [memory - before] },
      ]),
    targets: (): Target[] => [
      // Clock time includes other work of the machine; it has to do if the system doesn't tell processor time.
      phases.every(({ turn }) => turn !== null)
        ? {
            what: 'longest that the thread of the engine was busy, of the processor’s time',
            unit: 'ms',
            atMost: 50,
            measured: most(({ turn }) => turn ?? 0),
          }
        : {
            what: 'longest wait of all, less that of an idle thread',
            unit: 'ms',
            atMost: 50,
            measured: most(({ longest, idle }) => longest - idle),
          },
      {
        what: 'MB beside those before, at most',
        unit: '',
        atMost: 400,
        measured: most(({ memory }) => memory) - before,
      },
    ],
    close: async () => {
      turns.close();
      await thread.terminate();
    },
  };
}

async function listAll({ call }: Opened): Promise<void> {
  let revision: number | undefined;
  for (let offset = 0, total = 1; offset < total; offset += 50) {
    const page: Result<'conversations.list'> = await call('conversations.list', { revision, offset, limit: 50 });
    ({ revision, total } = page);
  }
}

/** Searches for words in nearly all and in few conversations, their beginnings, and parts of words. */
async function searchAll({ call }: Opened): Promise<void> {
  const { found } = await call('conversations.search', { text: 'the', match: 'anywhere' });
  const words = (found[0]?.hits[0]?.passage.text ?? '').split(' ').filter(({ length }) => length >= 6);
  for (const word of words.slice(0, 4)) {
    for (const text of [`"${word}"`, word.slice(0, 3)]) {
      await call('conversations.search', { text });
    }
    await call('conversations.search', { text: word.slice(1, 6), match: 'anywhere' });
  }
}

async function readWhole({ call }: Opened): Promise<void> {
  const { conversations } = await call('conversations.list', { offset: 0, limit: 200 });
  for (const { id } of conversations.filter(({ format }) => format !== 'claude')) {
    await call('conversations.page', { id, direction: 'back', limit: 50 });
    await call('conversations.outline', { id, from: 0, limit: 2000 });
  }
}

/** Adds a line, as a program would, and reads the end, as a viewer would. */
async function follow({ call, engine }: Opened, home: string): Promise<void> {
  const folder = join(home, '.claude', 'projects', '-code-long');
  const path = join(folder, readdirSync(folder)[0] ?? '');
  const id = `claude:${path}`;
  await call('conversations.follow', { id, on: true });
  for (let turn = 0; turn < 20; turn++) {
    const grown = new Promise<void>((resolve) => {
      const stop = engine.subscribe(({ event }) => {
        if (event === 'conversations.followed') {
          stop();
          resolve();
        }
      });
    });
    const message = { role: 'user', content: `More ${turn}` };
    appendFileSync(path, `${JSON.stringify({ type: 'user', uuid: `f${turn}`, message })}\n`);
    await grown;
    await call('conversations.page', { id, direction: 'back', limit: 50 });
  }
  await call('conversations.follow', { id, on: false });
}
