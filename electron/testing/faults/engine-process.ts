import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Opened } from '../open-workspace.ts';
import { kindOfWrite } from './kinds-of-write.ts';
import { openOn, startRealEngine } from './real-engine.ts';

/**
 * A separate process with an engine, for the tests that kill it, and for those with several at once. It prints each
 * acknowledged call by a synchronous system call, so that a printed call is always acknowledged.
 *
 * `write ROOT DATA KIND DONE` makes two calls of a kind of write, prints `ready`, waits for a line, and continues
 * until it is killed. `learn ROOT DATA NAME COUNT` applies that many updates, one after the other. `edit ROOT DATA NAME COUNT`
 * adds and changes entries, undoes, and stores drafts, as a window would. `say ROOT DATA NAME COUNT` adds that many messages
 * to one conversation.
 */
const [command, root = '', dataFolder = '', name = '', number = '0'] = process.argv.slice(2);
const running = startRealEngine(dataFolder);

const say = (line: string): void => void writeSync(1, `${line}\n`);

async function write(opened: Opened): Promise<void> {
  const kind = kindOfWrite(name);
  for (let done = Number(number); ; done++) {
    if (done === Number(number) + 2) {
      say('ready');
      await line();
    }
    await kind.call(opened, done);
    say(`done ${done + 1}`);
  }
}

function line(): Promise<void> {
  const reader = createInterface({ input: process.stdin });
  return new Promise((resolve) => {
    reader.once('line', () => {
      reader.close();
      resolve();
    });
  });
}

async function learn({ call, workspace }: Opened): Promise<void> {
  for (let n = 0; n < Number(number); n++) {
    const key = `${name}_${n}`;
    const update = { category: 'fact', key, value: `learned by ${name}`, confidence: 'certain', source: 'post_query' };
    await untilFree(() => call('context.apply', { workspace, updates: [update], assistant: name }));
    say(`learned ${key}`);
  }
}

async function addMessages({ call, workspace }: Opened): Promise<void> {
  for (let n = 0; n < Number(number); n++) {
    const content = `${name}_${n}`;
    const messages = [{ role: 'user' as const, content }];
    await untilFree(() => call('conversationStore.add', { workspace, conversation: 'main', messages }));
    say(`learned ${content}`);
  }
}

async function edit({ call, workspace, ref }: Opened): Promise<void> {
  for (let n = 0; n < Number(number); n++) {
    const key = `${name}_${n}`;
    const change = (operation: object) =>
      untilFree(() => call('context.change', { workspace, operations: [operation as never] }));
    await change({ op: 'add', category: 'fact', key, value: 'added' });
    say(`learned ${key}`);
    const { change: made } = await change({ op: 'edit', entry: await ref(key), value: 'changed' });
    if (n % 2 === 0 && made) {
      await untilFree(() => call('context.undo', { workspace, change: made.id }));
    }
    const edits = [{ from: 0, to: 0, insert: `${name} ${n}` }];
    await call('text.keepDraft', { workspace, owner: `owner-${name}`, version: null, edits });
  }
}

/** A machine shared with others may keep the line moving slower than one wait lasts. */
async function untilFree<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'busy')) {
        throw error;
      }
    }
  }
}

const opened = await openOn(running, root, name);
const commands: Readonly<Record<string, (opened: Opened) => Promise<void>>> = { write, learn, edit, say: addMessages };
await commands[command ?? '']?.(opened);
await running.close();
say('closed');
