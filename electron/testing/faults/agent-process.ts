import { writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemCalls } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { StorageDriver } from '#shared/storages/driver.ts';
import { createContext, type DriverChoice, type StateStorage } from '../../library/index.ts';
import { readStoredText } from './kept-plainly.ts';

/**
 * An agent with stored data, as a separate process.
 *
 * `agent-process.ts change WORKSPACE DRIVERS save|clear|remove CALL`: keeps `before`, says "kept", makes the change, and says "done";
 * it ends at the call with that number to the system or SQLite during the change. 0 is never.
 *
 * `agent-process.ts count WORKSPACE DRIVERS TIMES`: says "ready"; with the next line it adds one to a number that many times, and
 * says how often another process had saved before.
 */
const [command, workspace = '', names = '', ...more] = process.argv.slice(2);
const say = (line: string): void => void writeSync(1, `${line}\n`);

let calls = 0;
let endAt: number | null = null;
/** Counts a call. */
function called(): void {
  if (endAt === null) {
    return;
  }
  calls += 1;
  if (calls === endAt) {
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Counts every call of an object's functions. */
function count(object: object): void {
  const functions = object as Record<string, unknown>;
  for (const name of Object.keys(functions)) {
    const plain = functions[name];
    if (typeof plain === 'function') {
      functions[name] = function (this: unknown, ...values: unknown[]): unknown {
        called();
        return plain.apply(this, values);
      };
    }
  }
}

function countSqlite(): void {
  const { prototype } = createRequire(import.meta.url)('libsql') as { prototype: Record<string, unknown> };
  for (const name of ['exec', 'prepare']) {
    const plain = prototype[name] as (...values: unknown[]) => unknown;
    prototype[name] = function (this: unknown, ...values: unknown[]): unknown {
      called();
      return plain.apply(this, values);
    };
  }
}

/** Writes a file without any precaution. */
const naive: StorageDriver = {
  name: 'naive',
  readNow: (key) => readStoredText(workspace, key),
  async write(key, text) {
    writeFileSync(join(workspace, key), '');
    called();
    writeFileSync(join(workspace, key), text);
    called();
    return text;
  },
  async remove(key) {
    writeFileSync(join(workspace, key), '');
  },
};

const drivers = names.split(',').map((name) => (name === 'naive' ? naive : (name as DriverChoice)));
count(systemCalls);
countSqlite();
const context = await createContext({
  workspace,
  agent: 'support',
  identity: { user: 'ann' },
  drivers,
  without: ['memory', 'chat_history'],
});

async function change([kind, call]: readonly string[]): Promise<void> {
  context.state.set('n', 'before');
  await context.save();
  say('kept');
  endAt = Number(call);
  if (kind === 'save') {
    context.state.set('n', 'after');
    await context.save();
  } else if (kind === 'clear') {
    context.clear();
    await context.save();
  } else {
    await context.remove();
  }
  endAt = null;
  say(`done after ${calls}`);
}

async function add([times]: readonly string[]): Promise<void> {
  say('ready');
  await line();
  const { state } = context;
  let conflicts = 0;
  for (let done = 0; done < Number(times); ) {
    await state.read();
    state.set('n', Number(state.get('n') ?? 0) + 1);
    if (await isSaved(state)) {
      done += 1;
    } else {
      conflicts += 1;
    }
  }
  say(`conflicts ${conflicts}`);
}

/** False if another process saved meanwhile, or is still saving. */
async function isSaved(state: StateStorage): Promise<boolean> {
  try {
    await state.save();
    return true;
  } catch (error) {
    if (error instanceof ContextureError && (error.code === 'text_conflict' || error.code === 'busy')) {
      return false;
    }
    throw error;
  }
}

function line(): Promise<void> {
  const reader = createInterface({ input: process.stdin });
  return new Promise((resolve) => {
    reader.once('line', () => {
      reader.close();
      // Left open, it keeps the process from ending.
      process.stdin.destroy();
      resolve();
    });
  });
}

await (command === 'change' ? change(more) : add(more));
await context.close();
say('closed');
