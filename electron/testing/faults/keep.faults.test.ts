import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  constants,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type SystemCalls, systemCalls } from '#node/system-calls.ts';
import { type MethodName, methods, type Params, type ParsedParams, type Result } from '#shared/contract/contract.ts';
import { createFaultySystemCalls, type SystemFault } from '../faulty-system-calls.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { createRandom } from './random.ts';
import { startRealEngine } from './real-engine.ts';
import { patience, report, seed, sized } from './size.ts';

/**
 * A saved conversation has grown and is saved again, and each system call of that fails in turn: the copy has its
 * earlier text, a reported copy is complete, the original is unchanged, and the next attempt is whole.
 */

const faults: Readonly<Record<string, (call: number) => SystemFault>> = {
  EIO: (call) => ({ call, errno: 'EIO' }),
  ENOSPC: (call) => ({ call, errno: 'ENOSPC' }),
  EACCES: (call) => ({ call, errno: 'EACCES' }),
  'a short write': (call) => ({ call, short: 'told' }),
  'an unreported short write': (call) => ({ call, short: 'untold' }),
  'the end of the process': (call) => ({ call, killed: true }),
};

const lines = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, n) =>
      `${JSON.stringify({ type: 'user', uuid: `${from + n}`, message: { role: 'user', content: `Said ${from + n}.` } })}\n`,
  ).join('');
const [first, second] = [40, 70];

type Place = { readonly home: string; readonly dataFolder: string; readonly path: string; readonly id: string };

function placeIn(folder: string): Place {
  const home = join(folder, 'home');
  const path = join(home, '.claude/projects/-code/1.jsonl');
  return { home, dataFolder: join(folder, 'data'), path, id: `claude:${path}` };
}

async function withEngine<T>(place: Place, calls: SystemCalls, work: (call: Call) => Promise<T>): Promise<T> {
  const { engine, close } = startRealEngine(place.dataFolder, { homeFolder: place.home, environment: {}, calls });
  const context = { caller: 'test', cancelled: () => false, progress: () => undefined };
  try {
    return await work((method, params) =>
      engine.call(method, methods[method].params.parse(params) as ParsedParams<typeof method>, context),
    );
  } finally {
    await close().catch(() => undefined);
  }
}
type Call = <N extends MethodName>(method: N, params: Params<N>) => Promise<Result<N>>;

/** A conversation with a sub-agent's, saved before it grew. */
async function begin(): Promise<Place> {
  const place = placeIn(temporaryFolder());
  const agent = join(place.path.replace('.jsonl', ''), 'subagents/agent-2.jsonl');
  mkdirSync(dirname(agent), { recursive: true });
  writeFileSync(place.path, lines(0, first));
  writeFileSync(agent, lines(0, 3));
  await withEngine(place, systemCalls, async (call) => {
    await call('conversations.approve', { place: 'claude', approved: true });
    await call('conversations.keep', { id: place.id });
  });
  appendFileSync(place.path, lines(first, second));
  return place;
}

/** The contents of its copies, each file whole, and other files beside them. */
function copiesOf({ dataFolder }: Place) {
  const root = join(dataFolder, 'conversations/kept');
  const [folder = ''] = readdirSync(root);
  const { copies } = JSON.parse(readFileSync(join(root, folder, 'about.json'), 'utf8')) as {
    copies: readonly { readonly file: string; readonly of: string }[];
  };
  const of = new Map(copies.map((copy) => [copy.of, readFileSync(join(root, folder, copy.file), 'utf8')]));
  const named = new Set(['about.json', 'lock', ...copies.map(({ file }) => file)]);
  return { of, litter: readdirSync(join(root, folder)).filter((name) => !named.has(name)) };
}

/** The next start is another process: half-written files of this one belong to an ended process. */
function leaveAsEnded({ dataFolder }: Place): void {
  const root = join(dataFolder, 'conversations/kept');
  const folder = join(root, readdirSync(root)[0] ?? '');
  for (const name of readdirSync(folder)) {
    renameSync(join(folder, name), join(folder, name.replace(`.${process.pid}-`, `.${endedProcess}-`)));
  }
}
const endedProcess = spawnSync(process.execPath, ['--version']).pid;

/** Lets one call fail while it is saved again; returns the flaws, and if there were that many calls. */
async function flawsOf(place: Place, before: string, fault: SystemFault) {
  const folder = dirname(place.home);
  rmSync(folder, { recursive: true });
  cpSync(before, folder, { recursive: true, preserveTimestamps: true });
  const original = readFileSync(place.path, 'utf8');
  const calls = createFaultySystemCalls(systemCalls);
  let isReached = false;
  const isReported = await withEngine(place, calls, async (call) => {
    calls.setFault(fault);
    const kept = await call('conversations.keep', { id: place.id }).then(
      () => true,
      () => false,
    );
    isReached = calls.made.length >= fault.call;
    // A process that has ended closes nothing either.
    calls.setFault('killed' in fault ? fault : null);
    return kept;
  });
  const left = copiesOf(place).of.get(place.path) ?? '';
  leaveAsEnded(place);
  await withEngine(place, systemCalls, (call) => call('conversations.keep', { id: place.id }));
  const again = copiesOf(place);
  const flaws = [
    left.startsWith(lines(0, first)) ? null : 'what was kept is gone',
    isReported && left !== original ? 'a reported copy is incomplete' : null,
    readFileSync(place.path, 'utf8') === original ? null : 'the original is another',
    again.of.get(place.path) === original && again.of.size === 2 ? null : 'the next attempt is not whole',
    again.litter.length === 0 ? null : `beside it lies ${again.litter.join(', ')}`,
  ];
  return { flaws: flaws.filter((flaw) => flaw !== null), isReached };
}

it.each(Object.entries(faults))(
  '%s: earlier copies stay, reported copies are complete, no litter',
  patience,
  async (what, fault) => {
    const place = await begin();
    const before = join(temporaryFolder(), 'before');
    cpSync(dirname(place.home), before, { recursive: true, preserveTimestamps: true });
    // In full each call in turn, up to the number of calls.
    const random = createRandom(seed + what.length);
    const [from, to] = sized({ full: [1, Number.POSITIVE_INFINITY], small: [1 + random.below(60), 0] });
    const flaws: string[] = [];
    let attempts = 0;
    for (let call = from, isReached = true; isReached; call++) {
      const found = await flawsOf(place, before, fault(call));
      flaws.push(...found.flaws.map((flaw) => `${call}: ${flaw}`));
      attempts += found.isReached ? 1 : 0;
      isReached = found.isReached && call < to;
    }
    report('keep: each call fails in turn', { attempts, flaws: flaws.length });
    expect(flaws).toEqual([]);
  },
);

it('control: fails when a copy is written over the one before', patience, async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'copy.jsonl');
  let lost = 0;
  for (let call = 1, isReached = true; isReached; call++) {
    writeFileSync(path, lines(0, first));
    const calls = createFaultySystemCalls(systemCalls);
    calls.setFault({ call, killed: true });
    await overwrite(calls, path, lines(0, second)).catch(() => undefined);
    isReached = calls.made.length >= call;
    lost += readFileSync(path, 'utf8').startsWith(lines(0, first)) ? 0 : 1;
  }
  report('keep: each call fails in turn', { lost }, 'written over');
  expect(lost).toBeGreaterThan(0);
});

async function overwrite(calls: SystemCalls, path: string, text: string): Promise<void> {
  const file = await calls.open(path, constants.O_WRONLY | constants.O_TRUNC);
  await file.write(new TextEncoder().encode(text), 0);
  await file.close();
}

it('two windows that save the same conversation at once leave one whole copy', patience, async () => {
  const place = await begin();
  const rounds = sized({ full: 30, small: 3 });
  for (let round = 0; round < rounds; round++) {
    appendFileSync(place.path, lines(second + round, second + round + 1));
    const keep = () => withEngine(place, systemCalls, (call) => call('conversations.keep', { id: place.id }));
    await Promise.all([keep(), keep()]);
    const { of, litter } = copiesOf(place);
    expect(of.get(place.path)).toBe(readFileSync(place.path, 'utf8'));
    expect({ files: of.size, litter }).toEqual({ files: 2, litter: [] });
  }
  report('keep: two windows at once', { rounds, 'missing or torn': 0 });
});
