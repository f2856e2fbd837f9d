import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { patiently } from '#shared/testing/patiently.ts';
import { countSystemCalls } from '#testing/counted-system-calls.ts';
import { openOn, startRealEngine } from '#testing/faults/real-engine.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const lines = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `- place_${from + index}: shelf number ${from + index}\n`).join('');
const tenThousand = `---\nlast_updated: 2026-01-16\nversion: 1\ntoken_estimate: 50000\n---\n\n## Facts (certain)\n${lines(0, 10_000)}`;

/** A memory of 10,000 entries in an engine whose every disk call is counted. */
async function openLarge() {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  mkdirSync(join(root, 'logs', 'context'), { recursive: true });
  mkdirSync(join(root, '.contexture'));
  writeFileSync(join(root, '.contexture', 'settings.yaml'), 'token_limit: 1000000\n');
  const contextFile = join(root, 'logs', 'context', 'global.md');
  writeFileSync(contextFile, tenThousand);
  const disk = countSystemCalls();
  const running = startRealEngine(join(folder, 'data'), { calls: disk.calls });
  onTestFinished(() => running.close());
  const opened = await openOn(running, root);
  /** Relative paths without unique parts. */
  const named = (paths: readonly string[]): string[] =>
    paths.map((path) =>
      path
        .slice(folder.length + 1)
        .replace(/workspaces\/\w+/, 'workspaces/ID')
        .replace(
          /objects\/\w\w(\/.*)?$/,
          (_, file) => `objects/XX${file === undefined || file === '/' ? '/' : '/HASH'}`,
        )
        .replace(/\/\.(global\.md|.+\.json)\..*$/, '/$1 (beside)'),
    );
  return { ...opened, disk, named, contextFile };
}

it('writes four files for an edit, makes each durable with its folder, and reads only known files', async () => {
  const { workspace, call, ref, disk, named } = await openLarge();
  const edit = async (value: string) => {
    const entry = await ref('place_7');
    disk.begin();
    await call('context.change', { workspace, operations: [{ op: 'edit', entry, value }] });
  };
  // The first one makes the folders and files of the history.
  await edit('first');
  await edit('second');
  // Read marks are stored a while later; a history folder is shared by many versions.
  const ofTheEdit = named(disk.syncs).filter((path) => !/seen\.json|\/ID\/$|\/objects\/$/.test(path));
  // The text is stored in the history while it is written to the file, and noted there afterwards.
  expect(ofTheEdit.slice(0, 4).sort()).toEqual([
    'data/workspaces/ID/history/objects/XX/',
    'data/workspaces/ID/history/objects/XX/HASH',
    'notes/logs/context/',
    'notes/logs/context/global.md (beside)',
  ]);
  expect(ofTheEdit.slice(4)).toEqual(['data/workspaces/ID/history/versions.jsonl', 'data/workspaces/ID/journal.jsonl']);
  expect(new Set(named(disk.writes).filter((path) => !path.includes('seen.json')))).toEqual(
    new Set(ofTheEdit.filter((path) => !path.endsWith('/'))),
  );
  const known = [
    'notes/.contexture/settings.yaml',
    'notes/logs/context/global.md',
    'notes/logs/context/global.md (beside)',
    'data/workspaces/ID/history/versions.jsonl',
    'data/workspaces/ID/journal.jsonl',
  ];
  expect(named(disk.reads).filter((path) => !known.includes(path))).toEqual([]);
});

it('sends only the changes of 10,000 entries', async () => {
  const { workspace, call, ref, of, contextFile } = await openLarge();
  const entry = await ref('place_7');
  const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'corrected' }] });
  writeFileSync(`${contextFile}.other`, tenThousand.replace('shelf number 9000', 'shelf by others'));
  renameSync(`${contextFile}.other`, contextFile);
  await vi.waitFor(() => expect(JSON.stringify(of('context.changed'))).toContain('shelf by others'), patiently);
  expect(Math.max(...of('context.changed').map(bytesOf))).toBeLessThan(4096);
});

it('adds messages to a conversation of any length in one write and one flush, without a copy', async () => {
  const { workspace, call, disk, named } = await openLarge();
  const add = async (messages: number): Promise<void> => {
    disk.begin();
    const message = { role: 'user' as const, content: 'a few words, over and over' };
    await call('conversationStore.add', {
      workspace,
      conversation: 'main',
      messages: Array.from({ length: messages }, () => message),
    });
  };
  // The first one makes the folders and the file.
  await add(1);
  for (const messages of [1, 1000, 1]) {
    await add(messages);
    const path = 'notes/logs/conversations/main.jsonl';
    expect([named(disk.writes), named(disk.syncs)]).toEqual([[path], [path]]);
    expect(named(disk.reads).filter((read) => read === path)).toHaveLength(1);
  }
});
