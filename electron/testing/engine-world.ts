import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createEngine, type Engine, type EngineOptions } from '#engine/engine.ts';
import type { Clock, Files, Ports } from '#engine/ports.ts';
import { systemClock } from '#node/clock.ts';
import { createNodePorts } from '#node/ports.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { type AnyFile, filesIn } from './byte-search.ts';
import { createFaultyFiles, type FaultyFiles } from './faulty-files.ts';
import { createMemoryPorts } from './memory-ports.ts';
import { createOutsideProgram } from './outside-program.ts';

export { openIn } from './open-workspace.ts';

/** Today's date in every engine under test. */
export const today = '2026-11-21';

/** An engine with files around it, on one kind of ports. */
export type World = {
  readonly root: string;
  readonly contextPath: string;
  readonly archivePath: (date: string) => string;
  readonly files: FaultyFiles;
  readonly ports: Ports;
  readonly outside: {
    write(path: string, text: string): void;
    replace(path: string, text: string): void;
    replaceBytes(path: string, bytes: Uint8Array): void;
    remove(path: string): void;
    makeOther(path: string): void;
    /** Finishes writing into the version of the file that was superseded last, through a handle it still holds open. */
    growSuperseded(path: string, text: string): void;
  };
  /** The text of a file; null for a missing one. */
  text(path: string): string | null;
  /** Every file of the workspace and of the app's data, hidden ones too. */
  everyFile(): readonly AnyFile[];
  engine(): Engine;
  /** Ends the engine, and starts another on the same files. */
  restart(): Promise<void>;
  /** The same files under an engine of another process. */
  another(options?: EngineOptions): Pick<World, 'engine' | 'root'>;
  /** Ends all of those. */
  closeOthers(): Promise<void>;
  /** Tries until `check` no longer throws, letting time pass. */
  until(check: () => void | Promise<void>): Promise<void>;
};

/** Environment variables for other programs; none of the machine's. */
export type Environment = Readonly<Record<string, string>>;

/** An engine in memory, whose clock moves only while it is awaited. */
export async function createMemoryWorld(environment: Environment = {}): Promise<World> {
  const ports = createMemoryPorts({ day: today, environment });
  const root = '/home/person/notes';
  ports.outside.makeFolder(root);
  return createWorld(root, ports, {
    outside: { ...ports.outside, replaceBytes: ports.outside.replace },
    text: ports.outside.text,
    everyFile: () => ports.outside.paths().map((path) => ({ path, bytes: ports.outside.bytes(path) })),
    until: async (check) => {
      for (let turn = 0; ; turn++) {
        try {
          await check();
          return;
        } catch (error) {
          if (turn === 40) {
            throw error;
          }
          await ports.clock.advance(100);
        }
      }
    },
  });
}

const longestWait = 250;
/** Speed-up of timers while a test waits for their effects. */
const haste = 10;

/**
 * The machine's clock with shortened timers: superseded files get their second check before two seconds have passed,
 * since nobody here writes that slowly. `hurry` runs those that would be over by now if time had passed faster.
 */
function createHastyClock() {
  const pending = new Set<{ readonly begun: number; readonly ms: number; run(): void }>();
  const after: Clock['after'] = (ms, work) => {
    const forget = (): void => {
      pending.delete(timer);
      cancel();
    };
    const run = (): void => {
      forget();
      work();
    };
    const timer = { begun: performance.now(), ms, run };
    const cancel = systemClock.after(Math.min(ms, longestWait), run);
    pending.add(timer);
    return forget;
  };
  const hurry = (): void => {
    const now = performance.now();
    for (const { begun, ms, run } of [...pending]) {
      if ((now - begun) * haste >= ms) {
        run();
      }
    }
  };
  return { ...systemClock, after, today: () => today, hurry };
}

const agreeing = { where: null, agrees: async () => true };

/** An engine on the real disk. */
export async function createNodeWorld(environment: Environment = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'contexture-engine-'));
  const dataFolder = join(folder, 'data');
  const clock = createHastyClock();
  const ports = createNodePorts({
    dataFolder,
    homeFolder: join(folder, 'home'),
    environment,
    sampleFolder: join(folder, 'none'),
    version: '0.0.0',
    clock,
    person: agreeing,
  });
  const root = join(folder, 'notes');
  const outside = createOutsideProgram();
  outside.makeFolder(root);
  // Before the engine is made: what is registered first runs last, and an engine that closes still writes.
  onTestFinished(async () => {
    await ports.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return createWorld(root, ports, {
    outside: { ...outside, replaceBytes: writeFileSync },
    text: (path) => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return null;
      }
    },
    everyFile: () => filesIn(folder),
    until: (check) =>
      vi.waitFor(async () => {
        try {
          await check();
        } catch (error) {
          clock.hurry();
          throw error;
        }
      }, patiently),
  });
}

async function createWorld(
  root: string,
  ports: Ports & { readonly files: Files },
  rest: Pick<World, 'outside' | 'text' | 'everyFile' | 'until'>,
): Promise<World> {
  const files = createFaultyFiles(ports.files);
  const faulty = { ...ports, files };
  let engine = createEngine(faulty);
  const others: Engine[] = [];
  onTestFinished(() => engine.close());
  return {
    ...rest,
    root,
    files,
    ports: faulty,
    contextPath: `${root}/logs/context/global.md`,
    archivePath: (date) => `${root}/logs/context/archive/global-${date}.md`,
    engine: () => engine,
    another: (options) => {
      const other = createEngine(faulty, options);
      others.push(other);
      onTestFinished(() => other.close());
      return { engine: () => other, root };
    },
    closeOthers: async () => {
      for (const other of others) {
        await other.close();
      }
    },
    restart: async () => {
      await engine.close();
      engine = createEngine(faulty);
    },
  };
}
