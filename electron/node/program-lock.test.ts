import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ProgramLock } from '#engine/ports.ts';
import { hermesItems, hermesRefusal } from '#shared/formats/hermes/testing/strict-hermes.ts';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { terminal } from '../terminal.ts';
import { createProgramLock } from './program-lock.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';

/** The other program: Python with the same calls as Hermes. */
const hasPython = spawnSync('python3', ['-c', 'import fcntl']).status === 0;
const hasFlock = spawnSync('flock', ['--version']).status === 0;
const canTest = hasPython && hasFlock;
if (!canTest) {
  terminal.writeError(
    `NOT TESTED: that Hermes and Contexture wait for each other. It takes python3 with fcntl (${hasPython ? 'there' : 'MISSING'}) and the program flock (${hasFlock ? 'there' : 'MISSING'}).\n`,
  );
}

const holding = `
import fcntl, sys
with open(sys.argv[1], "a+", encoding="utf-8") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.readline()
`;

const trying = `
import fcntl, sys
with open(sys.argv[1], "a+", encoding="utf-8") as lock:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        print("got it")
    except BlockingIOError:
        print("refused")
`;

/** Reads the file under the lock, and writes it with one more item on request. */
const slow = `
import fcntl, os, sys
path = sys.argv[1]
with open(path + ".lock", "a+", encoding="utf-8") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    text = open(path, encoding="utf-8").read()
    print("read", flush=True)
    sys.stdin.readline()
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        file.write(text + "\\n§\\ntheirs")
    os.replace(path + ".tmp", path)
`;

/** Adds items one by one, each by reading and replacing the file under the lock, as Hermes does. */
const adding = `
import fcntl, os, sys, tempfile
path, count = sys.argv[1], int(sys.argv[2])
for n in range(count):
    with open(path + ".lock", "a+", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        text = open(path, encoding="utf-8").read()
        items = [item.strip() for item in text.split("\\n§\\n") if item.strip()] + ["theirs %d" % n]
        fd, name = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".mem_", suffix=".tmp")
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            file.write("\\n§\\n".join(items))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
`;

/** Takes the lock as Hermes does; returns the function to release it. */
async function heldByPython(path: string): Promise<() => Promise<void>> {
  const child = spawn('python3', ['-c', holding, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end('\n');
    await ended;
  };
}

const triedByPython = (path: string): string => spawnSync('python3', ['-c', trying, path]).stdout.toString().trim();

async function released(lock: Awaited<ReturnType<ProgramLock['take']>>): Promise<void> {
  if (typeof lock === 'string') {
    throw new Error(`The lock is ${lock}.`);
  }
  await lock.release();
}

const hermes = ['Name: Maren', 'Likes tea.\nNever coffee.'].join('\n§\n');

/** @param onTaking called when the engine is about to take the lock */
async function hermesWorld(onTaking = () => {}) {
  const world = await createNodeWorld();
  const ports = world.ports as { programLock: ProgramLock };
  const { take } = ports.programLock;
  ports.programLock = {
    take: (path) => {
      onTaking();
      return take(path);
    },
  };
  const path = join(world.root, '.hermes/memories/MEMORY.md');
  world.outside.write(path, hermes);
  const opened = await openIn({ root: path, engine: world.engine });
  const add = (value: string) =>
    opened.call('context.change', {
      workspace: opened.workspace,
      operations: [{ op: 'add', category: null, key: null, value }],
    });
  return { ...opened, world, path, add };
}

describe.skipIf(!canTest)('the lock of Hermes (python3 and flock are needed)', () => {
  it('keeps Python out while we have it, and lets it in afterwards', async () => {
    const path = join(temporaryFolder(), 'memories/MEMORY.md.lock');
    const lock = await createProgramLock().take(path);
    expect(triedByPython(path)).toBe('refused');
    await released(lock);
    expect(triedByPython(path)).toBe('got it');
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('is awaited while Python has it', async () => {
    const path = join(temporaryFolder(), 'MEMORY.md.lock');
    const release = await heldByPython(path);
    let waits = 0;
    const timing = {
      now: () => 0,
      elapsed: () => 0,
      wait: async () => {
        waits += 1;
        await (waits === 3 ? release() : Promise.resolve());
      },
    };
    const lock = await createProgramLock({ timing }).take(path);
    expect(waits).toBe(3);
    expect(triedByPython(path)).toBe('refused');
    await released(lock);
  });

  it('is free at once when we are killed', async () => {
    const path = join(temporaryFolder(), 'MEMORY.md.lock');
    const ours = `
      import { open } from 'node:fs/promises';
      import { spawn } from 'node:child_process';
      const file = await open(process.argv[1], 'a+');
      spawn('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'ignore', file.fd] })
        .on('exit', () => process.stdout.write('held'));
      setInterval(() => file.fd, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', ours, path]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    expect(triedByPython(path)).toBe('refused');
    child.kill('SIGKILL');
    await ended;
    expect(triedByPython(path)).toBe('got it');
  });

  it('refuses a change in words while Hermes holds it, and makes the change after its release', async () => {
    const { add, path } = await hermesWorld();
    const release = await heldByPython(`${path}.lock`);
    await expect(add('ours')).rejects.toMatchObject({
      code: 'busy',
      retry: true,
      message: 'Hermes is changing this memory right now. Nothing was changed. Wait a moment, then try again.',
    });
    expect(readFileSync(path, 'utf8')).toBe(hermes);
    await release();
    await add('ours');
    expect(readFileSync(path, 'utf8')).toBe(`${hermes}\n§\nours`);
  });

  it('protects text that Hermes has read and not written yet, and ours from Hermes', async () => {
    const { add, path, world } = await hermesWorld(() => child.stdin.write('\n'));
    const child = spawn('python3', ['-c', slow, path], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    await add('ours');
    expect(world.text(path)).toBe(`${hermes}\n§\ntheirs\n§\nours`);
  });

  it('loses no item when both add theirs at once', { timeout: 60_000 }, async () => {
    const { add, path } = await hermesWorld();
    const child = spawn('python3', ['-c', adding, path, '40'], { stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = once(child, 'close');
    const wanted: string[] = [];
    for (let n = 0; n < 20; n++) {
      await add(`ours ${n}`);
      wanted.push(`ours ${n}`);
    }
    expect(await ended).toEqual([0, null]);
    wanted.push(...Array.from({ length: 40 }, (_, n) => `theirs ${n}`), 'Name: Maren', 'Likes tea.\nNever coffee.');
    const text = readFileSync(path, 'utf8');
    expect(hermesRefusal(text, 2200)).toBe(null);
    expect(hermesItems(text).sort()).toEqual(wanted.sort());
  });
});

describe('without that lock', () => {
  const withFlock = (answer: boolean | null): SystemCalls => ({
    ...systemCalls,
    open: async (...args) => ({ ...(await systemCalls.open(...args)), tryFlock: async () => answer }),
  });

  it('reports that it is unavailable when the machine has no program for it', async () => {
    const path = join(temporaryFolder(), 'MEMORY.md.lock');
    expect(await createProgramLock({ calls: withFlock(null) }).take(path)).toBe('unavailable');
  });

  it('gives up after two seconds when it is never free', async () => {
    const path = join(temporaryFolder(), 'MEMORY.md.lock');
    let time = 0;
    const timing = {
      now: () => time,
      elapsed: () => time,
      wait: async (ms: number) => {
        time += ms;
      },
    };
    expect(await createProgramLock({ calls: withFlock(false), timing }).take(path)).toBe('busy');
    expect(time).toBeLessThanOrEqual(2000);
  });

  it('never creates or locks a file behind a link', async () => {
    const folder = temporaryFolder();
    const [path, elsewhere] = [join(folder, 'MEMORY.md.lock'), join(folder, 'elsewhere')];
    symlinkSync(elsewhere, path);
    expect(await createProgramLock({ calls: withFlock(true) }).take(path)).toBe('unavailable');
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('takes the lock of the file that has the name now', async () => {
    const path = join(temporaryFolder(), 'MEMORY.md.lock');
    let opened = 0;
    const calls: SystemCalls = {
      ...systemCalls,
      open: async (...args) => {
        const file = await systemCalls.open(...args);
        opened += 1;
        if (opened === 1) {
          rmSync(path);
          writeFileSync(path, '');
        }
        return { ...file, tryFlock: async () => true };
      },
    };
    const timing = { now: () => 0, elapsed: () => 0, wait: async () => undefined };
    await released(await createProgramLock({ calls, timing }).take(path));
    expect(opened).toBe(2);
    expect(statSync(path).size).toBe(0);
  });
});
