import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createContext, defineStorage } from './index.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'contexture-library-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openIn(workspace: string, identity = { user: 'ann' }) {
  const context = await createContext({ workspace, agent: 'support', identity, drivers: ['file'] });
  onTestFinished(() => context.close());
  return context;
}

function setUp() {
  vi.stubEnv('CONTEXTURE_DATA_DIR', emptyFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  return emptyFolder();
}

test('what an agent keeps in an empty folder is there when it comes back', async () => {
  const workspace = setUp();
  const context = await openIn(workspace);
  expect(context.has('state')).toBe(true);
  context.state.set('theme', 'dark');
  expect(context.state.get('theme')).toBe('dark');
  expect(await context.save()).toEqual({ written: ['state', 'context'], failures: [], notes: [] });
  await context.close();
  expect(readFileSync(join(workspace, 'logs/storages/state_support_ann.json'), 'utf8')).toBe(
    '{\n  "theme": "dark"\n}\n',
  );

  const again = await openIn(workspace);
  expect(again.state.get('theme')).toBe('dark');
  expect(again.trackedKeys()).toEqual(['state_support_ann']);
  expect((await openIn(workspace, { user: 'bob' })).state.get('theme')).toBeUndefined();
});

test('two contexts that save the same do not write over each other', async () => {
  const workspace = setUp();
  const [one, other] = [await openIn(workspace), await openIn(workspace)];
  expect(one.state.get('theme') ?? other.state.get('theme')).toBeUndefined();
  one.state.set('theme', 'dark');
  other.state.set('theme', 'light');
  await one.save();
  await expect(other.save()).rejects.toMatchObject({ code: 'text_conflict' });
  expect((await other.read()).discarded).toEqual({ state: expect.stringContaining('light') });
  expect(other.state.get('theme')).toBe('dark');
});

test('a damaged file is named, set aside whole, and never read as empty and written over', async () => {
  const workspace = setUp();
  const first = await openIn(workspace);
  first.state.set('theme', 'dark');
  await first.close();
  const folder = join(workspace, 'logs/storages');
  const path = join(folder, 'state_support_ann.json');
  writeFileSync(path, '{"theme":"da');
  const context = await openIn(workspace);
  expect(() => context.state.get('theme')).toThrow(path);
  await context.read();
  context.state.set('theme', 'light');
  await context.save();
  expect(readFileSync(path, 'utf8')).toContain('light');
  const aside = readdirSync(folder).filter((name) => name.includes('.damaged-'));
  expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['{"theme":"da']);
});

test('storages of one’s own are typed by their schema, and removed with the rest', async () => {
  const workspace = setUp();
  const Notes = defineStorage({ prefix: 'notes', schema: z.array(z.string()) });
  const context = await openIn(workspace);
  const notes = context.make(Notes);
  notes.set(['tea']);
  await context.save();
  const path = join(workspace, 'logs/storages/notes_support_ann.json');
  expect(existsSync(path)).toBe(true);
  await context.remove();
  expect(existsSync(path)).toBe(false);
  expect(context.trackedKeys()).toEqual([]);
});
