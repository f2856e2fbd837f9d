import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Files } from '#engine/ports.ts';
import { createNodePorts } from '#node/ports.ts';
import { refOf } from '#shared/entries/entry.ts';
import { createComputer } from '#testing/computer.ts';
import { computerWithBackup, preparedBackup, restoreAll, restoredNotes } from '#testing/prepared-backup.ts';
import { preparedComputer } from '#testing/prepared-computer.ts';

const decode = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** Data of memories and saved conversations, under names that do not depend on the home folder. */
const dataOf = (one: ReturnType<typeof createComputer>): string[] =>
  Object.entries(one.hashes('.data/contexture'))
    .filter(([path]) => /^(?:workspaces|conversations.kept|preferences)/.test(path))
    .map(([path, hash]) => `${path.replace(/path-[0-9a-f]+/, 'path')} ${hash}`)
    .sort();

describe('restoring on an empty computer', () => {
  test('gives every file the same bytes, under another home folder', async () => {
    const { computer, path, made } = await preparedBackup();
    expect(made).toMatchObject({ memories: 2, leftOut: [] });
    const other = createComputer();
    const preview = await other.run((call) => call('backup.read', { path }));
    expect(preview.memories.map(({ to, same, different, history }) => ({ to, same, different, history }))).toEqual([
      { to: join(other.home, '.claude/projects/-boat/memory/MEMORY.md'), same: 0, different: 0, history: 'new' },
      { to: join(other.home, 'notes'), same: 0, different: 0, history: 'new' },
    ]);
    expect(existsSync(join(other.home, 'notes'))).toBe(false);

    await restoreAll(path, other);
    expect(other.hashes('notes')).toEqual(computer.hashes('notes'));
    expect(Object.keys(other.hashes('notes')).length).toBeGreaterThan(8);
    expect(other.hashes('.claude')).toEqual(computer.hashes('.claude'));
    expect(dataOf(other)).toEqual(dataOf(computer));
    expect(dataOf(other).length).toBeGreaterThan(8);
  });

  test('puts a memory where one says, with its history', async () => {
    const { path, other } = await computerWithBackup();
    const to = join(other.home, 'elsewhere', 'mine');
    await other.run(async (call) => {
      const { memories } = await call('backup.read', { path });
      const [one] = memories.filter(({ name }) => name === 'notes').map(({ memory }) => ({ memory, to }));
      await call('backup.restore', { path, memories: one ? [one] : [] });
      const { id } = await call('workspaces.open', { path: to });
      const { entries } = await call('context.read', { workspace: id });
      expect(entries.map(({ key }) => key)).toEqual(['city', 'tea']);
      expect((await call('history.list', { workspace: id })).total).toBeGreaterThan(2);
    });
  });

  test('can be stopped between files, and goes on where it was', async () => {
    const { path, other } = await computerWithBackup();
    const memories = [{ memory: 1, to: join(other.home, 'notes') }];
    // It is stopped once the first file is there.
    const cancelled = (): boolean => existsSync(memories[0]?.to ?? '');
    const stopped = await other.run((call) => call('backup.restore', { path, memories }), { cancelled });
    expect(stopped.memories[0]?.problem).toContain('restore again to go on');
    const state = await other.run((call) => call('backup.state', {}));
    expect(state.interrupted).toMatchObject({ path });
    await restoreAll(path, other);
    expect(other.hashes('notes')).toEqual((await restoredNotes()).hashes);
    expect((await other.run((call) => call('backup.state', {}))).interrupted).toBeNull();
  });

  test('changes nothing the second time', async () => {
    const { path, other } = await computerWithBackup();
    await restoreAll(path, other);
    const before = [other.hashes('notes'), dataOf(other)];
    const again = await restoreAll(path, other, 'all');
    expect(again.memories.map(({ added, replaced }) => added + replaced)).toEqual([0, 0]);
    expect([other.hashes('notes'), dataOf(other)]).toEqual(before);
  });
});

describe('restoring into a memory that is here', () => {
  /** The same computer later: its memory learned more, and lost an archive. */
  async function later() {
    const prepared = await preparedBackup();
    const { computer, notes } = prepared;
    const memory = join(notes, 'logs/context/global.md');
    appendFileSync(memory, '- dog: Rex\n');
    return { ...prepared, memory, now: readFileSync(memory, 'utf8'), computer };
  }

  test('leaves what differs unless it is named', async () => {
    const { computer, path, memory, now } = await later();
    const { memories } = await restoreAll(path, computer);
    expect(memories.map(({ replaced }) => replaced)).toEqual([0, 0]);
    expect(readFileSync(memory, 'utf8')).toBe(now);
  });

  test('replaces what is named, keeps the version before, and can be undone', async () => {
    const { computer, path, notes, memory, now } = await later();
    const { memories } = await restoreAll(path, computer, ['memories/2/files/logs/context/global.md']);
    expect(memories.map(({ replaced, canUndo }) => ({ replaced, canUndo }))).toEqual([
      { replaced: 0, canUndo: false },
      { replaced: 1, canUndo: true },
    ]);
    const restored = unzipSync(readFileSync(path))['memories/2/files/logs/context/global.md'];
    expect(readFileSync(memory, 'utf8')).toBe(decode(restored));
    await computer.run(async (call) => {
      const { id } = await call('workspaces.open', { path: notes });
      await call('context.undo', { workspace: id });
    });
    expect(readFileSync(memory, 'utf8').replace(/version: \d+/, '')).toBe(now.replace(/version: \d+/, ''));
  });

  test('adds an archive that is gone, which can be undone', async () => {
    const { computer, notes, path } = await preparedBackup();
    const [name = ''] = readdirSync(join(notes, 'logs/context/archive'));
    const archive = join(notes, 'logs/context/archive', name);
    const before = readFileSync(archive, 'utf8');
    rmSync(archive);
    const { memories } = await restoreAll(path, computer);
    expect(memories[1]).toMatchObject({ added: 1, replaced: 0, canUndo: true });
    expect(readFileSync(archive, 'utf8')).toBe(before);
    expect(before).toContain('naps');
    await computer.run(async (call) => {
      const { id: workspace } = await call('workspaces.open', { path: notes });
      await call('context.undo', { workspace });
    });
    expect(readFileSync(archive, 'utf8')).not.toContain('naps');
  });

  test('brings the drafts of the backup, of the editor and of forms', async () => {
    const { computer, notes } = await preparedComputer();
    const [owner, editor] = ['page-of-the-forms', 'page-of-the-editor'];
    const add = {
      isOpen: true,
      value: 'plays the cello',
      key: '',
      category: 'fact' as const,
      heading: null,
      confidence: null,
    };
    const { path } = await computer.run(async (call) => {
      const { id: workspace } = await call('workspaces.open', { path: notes });
      const { version } = await call('text.read', { workspace });
      await call('text.keepDraft', {
        workspace,
        owner: editor,
        version,
        edits: [{ from: 0, to: 0, insert: 'typed ' }],
      });
      await call('text.keepFields', { workspace, owner, forms: { add } });
      return call('backup.create', { to: computer.home });
    });
    const other = createComputer();
    other.write('notes/logs/context/global.md', '## Facts (certain)\n- other: here\n');
    await other.run(async (call) => {
      const { id: workspace } = await call('workspaces.open', { path: join(other.home, 'notes') });
      const operations = [{ op: 'add' as const, category: 'fact' as const, key: 'mine', value: 'stays' }];
      await call('context.change', { workspace, operations });
    });
    await restoreAll(other.write('all.zip', readFileSync(path)), other);
    await other.run(async (call) => {
      const { id: workspace } = await call('workspaces.open', { path: join(other.home, 'notes') });
      expect(await call('text.claimFields', { workspace, owner })).toEqual({ forms: { add } });
      const { draft } = await call('text.claimDraft', { workspace, owner: editor });
      expect(draft?.text).toMatch(/^typed /);
    });
  });

  test('adds to its history the versions that only the backup has', async () => {
    const { path, other } = await computerWithBackup();
    other.write('notes/logs/context/global.md', '## Facts (certain)\n- other: here\n');
    const { memories } = await other.run(async (call) => {
      const { id } = await call('workspaces.open', { path: join(other.home, 'notes') });
      const operations = [{ op: 'add' as const, category: 'fact' as const, key: 'mine', value: 'stays' }];
      await call('context.change', { workspace: id, operations });
      return call('backup.read', { path });
    });
    const notes = memories.find(({ name }) => name === 'notes');
    expect(notes).toMatchObject({ history: 'merged', different: 2 });
    await restoreAll(path, other);
    expect(readFileSync(join(other.home, 'notes/logs/context/global.md'), 'utf8')).toContain('mine: stays');
    await other.run(async (call) => {
      const { id } = await call('workspaces.open', { path: join(other.home, 'notes') });
      const { lines } = await call('history.list', { workspace: id });
      expect(JSON.stringify(lines)).toMatch(/mine.*tea|tea.*mine/);
    });
  });
});

describe('the archive of a memory that is one file', () => {
  test('is in the backup, and is added or replaced as the memory is', async () => {
    const { computer, claude } = await preparedComputer();
    await computer.run(async (call) => {
      const { id: workspace } = await call('workspaces.open', { path: claude });
      const { entries } = await call('context.read', { workspace });
      const operations = entries.slice(0, 1).map((entry) => ({ op: 'archive' as const, entry: refOf(entry) }));
      await call('context.change', { workspace, operations });
    });
    const { path } = await computer.run((call) => call('backup.create', { to: computer.home }));
    const archive = Object.keys(computer.hashes('.data/contexture')).find((each) => /own.archive.*\.md$/.test(each));
    const file = join(computer.dataFolder, archive ?? 'none');
    const before = readFileSync(file, 'utf8');
    rmSync(file);
    await restoreAll(path, computer);
    expect(readFileSync(file, 'utf8')).toBe(before);
    writeFileSync(file, 'other');
    await restoreAll(path, computer);
    expect(readFileSync(file, 'utf8')).toBe('other');
    await restoreAll(path, computer, 'all');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('making a backup', () => {
  test('copies a large file part by part, and of one that only grows a whole beginning', async () => {
    const { computer } = await preparedComputer();
    const line = `${JSON.stringify({ said: 'tea '.repeat(5000) })}\n`;
    const saved = '.data/contexture/conversations/kept/0123/1-talk.jsonl';
    const file = computer.write(saved, line.repeat(1000));
    let calls = 0;
    const grow = (): boolean => {
      calls += 1;
      if (calls % 20 === 0) {
        appendFileSync(file, line);
      }
      return false;
    };
    const { path } = await computer.run((call) => call('backup.create', { to: computer.home }), { cancelled: grow });
    const zipped = unzipSync(readFileSync(path), { filter: ({ name }) => name.endsWith('1-talk.jsonl') });
    const copies = Object.values(zipped).map(decode);
    expect(copies).toHaveLength(1);
    expect(copies[0]?.length).toBeGreaterThanOrEqual(1000 * line.length);
    expect(readFileSync(file, 'utf8').startsWith(copies[0] ?? '-')).toBe(true);
    const other = createComputer();
    await restoreAll(path, other);
    expect(readFileSync(join(other.home, saved), 'utf8')).toBe(copies[0]);
  });

  test('reads a file again that changes meanwhile', async () => {
    const { computer, notes } = await preparedComputer();
    const memory = join(notes, 'logs/context/global.md');
    let calls = 0;
    const change = (): boolean => {
      calls += 1;
      if (calls % 7 === 0) {
        appendFileSync(memory, `- added_${calls}: meanwhile\n`);
      }
      return false;
    };
    const to = join(computer.home, 'all.zip');
    await computer.run((call) => call('backup.create', { to }), { cancelled: change });
    expect(calls).toBeGreaterThan(7);
    const other = createComputer();
    await restoreAll(to, other);
    expect(readFileSync(join(other.home, 'notes/logs/context/global.md'), 'utf8')).toBe(readFileSync(memory, 'utf8'));
  });

  test('has no erased text', async () => {
    const { computer, notes } = await preparedComputer();
    await computer.run(async (call) => {
      const { id: workspace } = await call('workspaces.open', { path: notes });
      await call('erase.carryOut', { workspace, target: { text: 'Lisbon' }, syntax: false, word: 'erase' });
    });
    const { path } = await computer.run((call) => call('backup.create', { to: computer.home }));
    const texts = Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) =>
      name.endsWith('.gz') ? '' : decode(bytes),
    );
    expect(texts.filter((text) => text.includes('Lisbon'))).toEqual([]);
    expect(texts.length).toBeGreaterThan(8);
  });

  test('waits until an erasure is done', async () => {
    const { computer } = await preparedComputer();
    const [data] = Object.keys(computer.hashes('.data/contexture')).filter((path) => path.endsWith('versions.jsonl'));
    computer.write(`.data/contexture/${data?.replace(/history.*/, 'erasing.json')}`, '{"id":"a","at":1}');
    await expect(computer.run((call) => call('backup.create', { to: computer.home }))).rejects.toMatchObject({
      code: 'busy',
    });
    expect(readdirSync(computer.home).filter((name) => /zip/.test(name))).toEqual([]);
  });

  test('is not made of texts that are erased while they are read', async () => {
    const { computer } = await preparedComputer();
    let calls = 0;
    const erase = (): boolean => {
      calls += 1;
      if (calls === 20) {
        const salt = 'a salt that is long enough';
        computer.write('.data/contexture/erased.json', JSON.stringify({ salt, fingerprints: [] }));
      }
      return false;
    };
    const made = computer.run((call) => call('backup.create', { to: computer.home }), { cancelled: erase });
    await expect(made).rejects.toMatchObject({ code: 'busy' });
    expect(readdirSync(computer.home).filter((name) => /zip/.test(name))).toEqual([]);
  });

  test('leaves nothing behind when it is stopped', async () => {
    const { computer } = await preparedComputer();
    const stopped = computer.run((call) => call('backup.create', { to: computer.home }), { cancelled: () => true });
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    expect(readdirSync(computer.home).filter((name) => /zip/.test(name))).toEqual([]);
  });

  test('writes over nothing, and makes no folder', async () => {
    const { computer, path } = await preparedBackup();
    const before = readFileSync(path);
    await expect(computer.run((call) => call('backup.create', { to: path }))).rejects.toMatchObject({
      code: 'key_exists',
    });
    expect(readFileSync(path)).toEqual(before);
    const gone = join(computer.home, 'gone', 'all.zip');
    await expect(computer.run((call) => call('backup.create', { to: gone }))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(existsSync(join(computer.home, 'gone'))).toBe(false);
  });

  test('names files it leaves out, and leaves out what was approved to be read here', async () => {
    const { computer, notes } = await preparedComputer();
    symlinkSync('/etc/hostname', join(notes, 'logs/context/archive/linked.md'));
    const made = await computer.run((call) => call('backup.create', { to: computer.home }));
    expect(made.leftOut.map(({ path }) => path)).toEqual([join(notes, 'logs/context/archive/linked.md')]);
    const names = Object.keys(unzipSync(readFileSync(made.path)));
    expect(names.filter((name) => /approv|lock|index\.db|\.log/.test(name))).toEqual([]);
  });
});

test('rows of a database of agent data are restored as rows', async () => {
  const { computer } = await preparedComputer();
  const [own = ''] = Object.keys(computer.hashes('.data/contexture/workspaces')).filter((name) => /path-/.test(name));
  const places = [
    'notes/logs/storages/storages.sqlite/plan.json',
    join('.data/contexture/workspaces', own.split(/[\\/]/)[0] ?? '', 'own/storages/storages.sqlite/plan.json'),
  ];
  /** Does something to the rows as an agent program does. */
  const onRows = async <T>(home: string, work: (files: Files) => Promise<T>): Promise<T> => {
    const ports = createNodePorts({
      dataFolder: join(home, 'agent'),
      sampleFolder: home,
      version: '0',
      homeFolder: home,
    });
    return work(ports.files).finally(ports.close);
  };
  const bytes = new TextEncoder().encode('{"state":"in a row"}');
  await onRows(computer.home, async (files) => {
    for (const place of places) {
      await files.replace(join(computer.home, place), bytes);
    }
  });
  const { path, leftOut } = await computer.run((call) => call('backup.create', { to: computer.home }));
  expect(leftOut).toEqual([]);
  const other = createComputer();
  await restoreAll(path, other);
  const [data = ''] = readdirSync(join(other.dataFolder, 'workspaces')).filter((name) => /^path-/.test(name));
  const rows = await onRows(other.home, (files) =>
    Promise.all(
      places.map((place) => files.read(join(other.home, place.replace(/path-[0-9a-f]+/, data)), { maxBytes: 1000 })),
    ),
  );
  expect(rows.map((row) => (row.state === 'present' ? decode(row.bytes) : null))).toEqual([
    '{"state":"in a row"}',
    '{"state":"in a row"}',
  ]);
});

test('a memory behind a link is in the backup once the person lets it lead there', async () => {
  const { computer, notes } = await preparedComputer();
  const memory = join(notes, 'logs/context/global.md');
  const outside = computer.write('dotfiles/global.md', readFileSync(memory));
  rmSync(memory);
  symlinkSync(outside, memory);
  const before = await computer.run((call) => call('backup.create', { to: computer.home }));
  expect(before.leftOut.map(({ path }) => path)).toEqual([memory]);
  await computer.run(async (call) => {
    const { id: workspace } = await call('workspaces.open', { path: notes });
    await call('sources.approve', { workspace, place: outside, approve: true, as: 'link' });
  });
  const after = await computer.run((call) => call('backup.create', { to: computer.home }));
  expect(after.leftOut).toEqual([]);
  const other = createComputer();
  await restoreAll(after.path, other);
  expect(readFileSync(join(other.home, 'notes/logs/context/global.md'))).toEqual(readFileSync(outside));
});

test('a restore writes nothing through a link that leads out', async () => {
  const { path, other } = await computerWithBackup();
  const outside = other.write('outside/context/global.md', 'theirs');
  mkdirSync(join(other.home, 'notes'));
  symlinkSync(join(other.home, 'outside'), join(other.home, 'notes', 'logs'));
  const { memories } = await other.run((call) => call('backup.read', { path }));
  expect(memories.map(({ problem }) => problem)).toEqual([null, expect.stringContaining('a link leads out')]);
  await expect(restoreAll(path, other, 'all')).rejects.toMatchObject({ code: 'outside_workspace' });
  expect(readFileSync(outside, 'utf8')).toBe('theirs');
});
