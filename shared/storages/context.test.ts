import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Context, type ContextSetup } from './context.ts';
import { memoryDriver, type StorageDriver } from './driver.ts';
import { StateStorage } from './state-storage.ts';
import { defineStorage } from './value-storage.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const events = [
  ...['ContextCreated', 'StorageRegistered', 'ContextSaving', 'ContextSaved'],
  ...['ContextReading', 'ContextRead', 'ContextClearing', 'ContextCleared'],
] as const;
const Notes = defineStorage({ prefix: 'notes', schema: z.array(z.string()) });

function openOn(driver: StorageDriver, setup: Partial<ContextSetup> = {}) {
  const context = new Context({ identity: { agent: 'support', user: 'ann' }, drivers: [driver], hash, ...setup });
  return { context, state: context.make(StateStorage), notes: context.make(Notes) };
}

/** A driver that counts its calls and fails on request. */
function watched(driver = memoryDriver()) {
  const calls: string[] = [];
  const failing = new Set<string>();
  const of = (what: string) => {
    calls.push(what);
    if (failing.has(what)) {
      throw new Error(`${what} failed.`);
    }
  };
  const watching = {
    name: 'watched',
    readNow: (key: string) => {
      of(`read ${key}`);
      return driver.readNow(key);
    },
    write: async (key: string, text: string, over: string | null) => {
      of(`write ${key}`);
      return driver.write(key, text, over);
    },
    remove: async (key: string) => {
      of(`remove ${key}`);
      await driver.remove(key);
    },
  } satisfies StorageDriver;
  return { driver: watching, calls, failing };
}

describe('a context', () => {
  test('registers storages by prefix, tracks their keys, and finds them by prefix, class and name', () => {
    const { context, state } = openOn(memoryDriver());
    expect(context.names()).toEqual(['state', 'notes']);
    expect(context.trackedKeys()).toEqual(['state_support_ann', 'notes_support_ann']);
    expect(context.getStorage('state')).toBe(state);
    expect(context.getStorage(StateStorage)).toBe(state);
    expect(context.has(Notes) && context.has('state')).toBe(true);
    expect((context as unknown as { state: unknown }).state).toBe(state);
    expect(context.has('memory')).toBe(false);
    expect(context.getStorage('memory')).toBeNull();
    expect(context.getIdentity()).toEqual({ agent: 'support', user: 'ann', chat: null, group: null, scope: null });
  });

  test('lets a storage replace another of its prefix, and refuses names of its own methods', () => {
    const { context, state } = openOn(memoryDriver());
    const other = context.make(StateStorage);
    expect(context.getStorage('state')).toBe(other);
    expect(other).not.toBe(state);
    expect(context.trackedKeys()).toHaveLength(2);
    for (const prefix of ['save', 'names', 'constructor', '', 'a b', '../x', 'context', 'context_notes']) {
      const Wrong = defineStorage({ prefix, schema: z.string() });
      expect(() => context.make(Wrong), prefix).toThrow(/can’t be the prefix/);
    }
  });

  test('saves only changed storages, and reports whether any changed', async () => {
    const { driver, calls } = watched();
    const told: string[] = [];
    const on = Object.fromEntries(
      ['ContextCreated', 'StorageRegistered', 'ContextSaving', 'ContextSaved', 'ContextClearing', 'ContextCleared'].map(
        (name) => [name, () => told.push(name)],
      ),
    );
    const { context, state } = openOn(driver, { on });
    expect(told).toEqual(['ContextCreated', 'StorageRegistered', 'StorageRegistered']);
    await context.save();
    calls.length = 0;
    state.set('theme', 'dark');
    expect(await context.save()).toEqual({ written: ['state'], failures: [], notes: [] });
    state.set('theme', 'dark');
    expect(await context.save()).toEqual({ written: [], failures: [], notes: [] });
    expect(calls.filter((call) => call.startsWith('write'))).toEqual(['write state_support_ann']);
    context.clear();
    expect(told.slice(3)).toEqual([
      ...['ContextSaving', 'ContextSaved', 'ContextSaving', 'ContextSaved', 'ContextSaving', 'ContextSaved'],
      ...['ContextClearing', 'ContextCleared'],
    ]);
  });

  test('reads a storage on first use, and all keys from one file', () => {
    const driver = memoryDriver();
    const { driver: counting, calls } = watched(driver);
    const first = openOn(driver);
    expect(first.context.trackedKeys()).toHaveLength(2);
    const { state } = openOn(counting);
    expect(calls).toEqual(['read context_support_default']);
    expect(state.get('theme')).toBeUndefined();
    expect(calls).toEqual(['read context_support_default', 'read state_support_ann']);
    state.get('other');
    expect(calls).toHaveLength(2);
  });

  test('keeps its keys across instances, each once, and keys that others tracked meanwhile', async () => {
    const driver = memoryDriver();
    const one = openOn(driver);
    const other = openOn(driver, { identity: { agent: 'support', user: 'bob' } });
    await one.context.save();
    await other.context.save();
    await one.context.save();
    const keys = ['state_support_ann', 'notes_support_ann', 'state_support_bob', 'notes_support_bob'];
    expect(openOn(driver).context.trackedKeys()).toEqual(keys);

    await one.context.remove();
    expect(openOn(driver, { identity: { agent: 'support', user: 'eve' } }).context.trackedKeys()).toEqual([
      ...keys.slice(2),
      'state_support_eve',
      'notes_support_eve',
    ]);
    expect(openOn(driver, { identity: { agent: 'sales', user: 'bob' } }).context.trackedKeys()).toEqual([
      'state_sales_bob',
      'notes_sales_bob',
    ]);
  });

  test('does not track temporary chats', () => {
    const { context } = openOn(memoryDriver(), { identity: { agent: 'support', chat: '_temp_4711' } });
    expect(context.trackedKeys()).toEqual([]);
  });

  test('clears with the next save and keeps tracking; removes at once and stops tracking', async () => {
    const driver = memoryDriver();
    const { context, state, notes } = openOn(driver);
    state.set('theme', 'dark');
    notes.set(['tea']);
    await context.save();
    context.clear();
    expect(driver.readNow('state_support_ann')?.text).toContain('dark');
    await context.save();
    expect(driver.readNow('state_support_ann')?.text).not.toContain('dark');
    expect(context.trackedKeys()).toHaveLength(2);
    expect(notes.get()).toBeNull();
    const again = openOn(driver);
    expect([again.notes.get(), again.notes.problem, again.state.all()]).toEqual([null, null, {}]);

    await context.remove();
    expect(driver.readNow('state_support_ann')).toBeNull();
    expect(context.trackedKeys()).toEqual([]);
    expect(openOn(driver).context.trackedKeys()).toHaveLength(2);
  });

  test('lists the changes that a reread would discard, and those it did', async () => {
    const { context, state } = openOn(memoryDriver());
    state.set('theme', 'dark');
    await context.save();
    expect(context.unsaved()).toEqual([]);
    state.set('theme', 'light');
    expect(context.unsaved()).toEqual(['state']);
    expect(await context.read()).toEqual({ discarded: { state: expect.stringContaining('light') } });
    expect(state.get('theme')).toBe('dark');
    expect(await context.read()).toEqual({ discarded: {} });
  });

  test('rereads all others if one can’t be read, then reports it', async () => {
    const driver = memoryDriver();
    const { driver: watching, failing } = watched(driver);
    const { context, state, notes } = openOn(watching);
    expect([state.get('theme'), notes.get()]).toEqual([undefined, null]);
    await driver.write('notes_support_ann', '["tea"]', null);
    failing.add('read state_support_ann');
    await expect(context.read()).rejects.toThrow('read state_support_ann failed');
    expect(notes.get()).toEqual(['tea']);
  });

  test('emits each event with the context, and a registration with its prefix and storage', async () => {
    const told: [string, readonly string[], boolean][] = [];
    const hears = (name: string) => (event: { readonly context: Context }) =>
      told.push([name, Object.keys(event).sort(), event.context === context]);
    let context: Context | undefined;
    const on: Record<string, unknown> = {};
    for (const name of events) {
      on[name] = hears(name);
    }
    const opened = openOn(memoryDriver(), { on });
    context = opened.context;
    await context.save();
    await context.read();
    context.clear();
    const ofContext = ['context'];
    expect(told).toEqual([
      // Only the listener has it yet.
      ['ContextCreated', ofContext, false],
      ['StorageRegistered', ['context', 'prefix', 'storage'], false],
      ['StorageRegistered', ['context', 'prefix', 'storage'], false],
      ...events.slice(2).map((name) => [name, ofContext, true]),
    ]);
  });

  test('belongs to one agent; agents of one group share their data, and each tracks it', async () => {
    const driver = memoryDriver();
    const [support, sales] = ['support', 'sales'].map((agent) => openOn(driver, { identity: { agent, user: 'ann' } }));
    support?.state.set('theme', 'dark');
    await support?.context.save();
    expect(sales?.state.get('theme')).toBeUndefined();

    const team = ['support', 'sales'].map((agent) =>
      openOn(driver, { identity: { agent, user: 'ann', group: 'team' } }),
    );
    team[0]?.state.set('theme', 'light');
    await Promise.all(team.map(({ context }) => context.save()));
    expect(team[1]?.state.get('theme')).toBe('light');
    expect(team[1]?.context.trackedKeys()).toContain(team[0]?.state.key);
    expect(support?.state.get('theme')).toBe('dark');
  });

  test('saves once for two calls at once, and later calls in turn', async () => {
    const { driver, calls } = watched();
    const { context, state } = openOn(driver);
    await context.save();
    calls.length = 0;
    state.set('theme', 'dark');
    const saved = await Promise.all([context.save(), context.save()]);
    expect(saved.flatMap(({ written }) => written)).toEqual(['state']);
    expect(calls.filter((call) => call.startsWith('write'))).toEqual(['write state_support_ann']);
  });

  test('saves remaining changes when it is disposed of', async () => {
    const driver = memoryDriver();
    {
      await using context = openOn(driver).context;
      (context.getStorage(StateStorage) ?? expect.fail()).set('theme', 'dark');
    }
    expect(driver.readNow('state_support_ann')?.text).toContain('dark');
  });
});

describe('several drivers', () => {
  test('are read in order until one has the key, and all are written; a failing one is reported', async () => {
    const [first, second] = [watched(), watched()];
    await second.driver.write('state_support_ann', '{"theme":"dark"}', null);
    const { context, state } = openOn(first.driver, { drivers: [first.driver, second.driver] });
    expect(state.get('theme')).toBe('dark');
    state.set('theme', 'light');
    second.failing.add('write state_support_ann');
    expect((await context.save()).failures).toEqual([
      { prefix: 'state', driver: 'watched', problem: expect.any(String) },
    ]);
    expect(first.driver.readNow('state_support_ann')?.text).toContain('light');
    first.failing.add('write state_support_ann');
    state.set('theme', 'blue');
    await expect(context.save()).rejects.toThrow();
    expect(state.isDirty).toBe(true);
  });
});

describe('a storage', () => {
  test('reports both texts if another process saved meanwhile, and overwrites only on request', async () => {
    const driver = memoryDriver();
    const [one, other] = [openOn(driver), openOn(driver)];
    one.state.set('theme', 'dark');
    other.state.set('theme', 'light');
    await one.context.save();
    await expect(other.context.save()).rejects.toMatchObject({ code: 'text_conflict' });
    expect(driver.readNow('state_support_ann')?.text).toContain('dark');
    expect(other.state.get('theme')).toBe('light');
    expect(other.state.isDirty).toBe(true);
    await other.state.save({ over: true });
    expect(driver.readNow('state_support_ann')?.text).toContain('light');
  });

  test('leaves data that doesn’t fit its schema as it is, and reports it', async () => {
    const driver = memoryDriver();
    await driver.write('notes_support_ann', '{"not":"a list"}', null);
    const { context, notes } = openOn(driver);
    expect(notes.get()).toBeNull();
    expect(notes.problem).toContain('does not fit notes');
    expect(() => notes.set(['tea'])).toThrow(/does not fit/);
    await context.save();
    expect(driver.readNow('notes_support_ann')?.text).toBe('{"not":"a list"}');
    expect(() => openOn(memoryDriver()).notes.set([1] as never)).toThrow(/can’t be stored/);
  });

  test('refuses values that would read back differently, and leaves such a text of others as it is', async () => {
    const driver = memoryDriver();
    const foreign = '{"theme":"dark","__proto__":{"a":1}}';
    await driver.write('state_support_ann', foreign, null);
    const { context, state } = openOn(driver);
    expect(state.problem).toContain('__proto__');
    expect(() => state.set('theme', 'light')).toThrow(/does not fit/);
    await context.save();
    expect(driver.readNow('state_support_ann')?.text).toBe(foreign);

    const other = openOn(memoryDriver()).state;
    const loop: { loop?: never } = {};
    loop.loop = loop as never;
    const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    for (const [name, value] of [
      ['__proto__', 1],
      ['inside', [JSON.parse('{"__proto__":1}')]],
      ['loop', loop],
      ['deep', deep(500)],
      ['deepest', deep(9000)],
    ] as const) {
      expect(() => other.set(name, value), name).toThrow(expect.objectContaining({ code: 'value_invalid' }));
    }
    expect(other.all()).toEqual({});
    expect(other.isDirty).toBe(false);
  });

  test('stays unsaved if it changes while it is being saved', async () => {
    const driver = memoryDriver();
    const { state } = openOn(driver);
    state.set('theme', 'dark');
    const saving = state.save();
    state.set('theme', 'light');
    await saving;
    expect(state.isDirty).toBe(true);
    await state.save();
    expect(driver.readNow('state_support_ann')?.text).toContain('light');
  });

  test('hands out copies, which change nothing stored', () => {
    const { state } = openOn(memoryDriver());
    state.set('list', ['a']);
    const list = state.get('list') as string[];
    list.push('b');
    expect(state.get('list')).toEqual(['a']);
    expect(state.get('toString')).toBeUndefined();
  });
});
