import { expect, test } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
import { openIn, today, type World } from '../engine-world.ts';
import { type CreateWorld, context, interfere, startOn, update } from './starting.ts';

/** The app's files beside the memory: settings, unfinished changes, history, ids. */
export function versionTests(createWorld: CreateWorld): void {
  const started = (text?: string | null) => startOn(createWorld, text);

  test('settings keep their comments, and invalid ones are reported', async () => {
    const { world, call, workspace, of } = await started();
    const path = `${world.root}/.contexture/settings.yaml`;
    // The folder is new: without a viewer, only the next write would notice its contents.
    await call('workspaces.attend', { workspace, visible: true });
    world.outside.write(path, '# mine\ntoken_limit: 1500 # small\nother: [1, 2]\n');
    await world.until(() => expect(of('settings.changed').at(-1)?.settings.tokenLimit).toBe(1500));
    await call('settings.write', { workspace, values: { tokenLimit: 1800, overLimit: 'always' } });
    expect(world.text(path)).toBe('# mine\ntoken_limit: 1800 # small\nother: [1, 2]\nover_limit: always\n');
    world.outside.write(path, 'token_limit: lots\n');
    await world.until(async () => expect((await call('settings.read', { workspace })).problems).toHaveLength(1));
    expect((await call('settings.read', { workspace })).settings.tokenLimit).toBe(2000);
    await world.until(() => expect(of('settings.changed').at(-1)?.problems).toHaveLength(1));
    world.outside.write(path, 'token_limit: 1500\n');
    await world.until(() => expect(of('settings.changed').at(-1)?.problems).toEqual([]));
  });

  test('a first entry that is read while the engine ends puts the folder on the list before the end', async () => {
    const { world, call, workspace } = await started(null);
    world.outside.write(world.contextPath, context);
    const files = world.files as { read: World['files']['read']; store: World['files']['store'] };
    const { read, store } = files;
    const recent = `${world.ports.dataFolder}/recent.json`;
    files.store = async (path, bytes) => {
      for (let turn = 0; path === recent && turn < 100; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return store(path, bytes);
    };
    const ended = new Promise<void>((resolve, reject) => {
      files.read = async (path, limits) => {
        if (path === world.contextPath) {
          files.read = read;
          world.engine().close().then(resolve, reject);
        }
        return read(path, limits);
      };
    });
    await call('workspaces.attend', { workspace, visible: true });
    await ended;
    expect(world.text(recent)).toContain(JSON.stringify(world.root));
  });

  test('a call during the end of the engine is refused, and nothing is written afterwards', async () => {
    const { world, call, workspace } = await started();
    const files = world.files as { store: World['files']['store'] };
    const { store } = files;
    const late: Promise<unknown>[] = [];
    const coffee = { workspace, updates: [update('coffee', 'no')] };
    files.store = async (path, bytes) => {
      files.store = store;
      late.push(call('context.apply', coffee).catch((error: unknown) => error));
      return store(path, bytes);
    };
    await world.engine().close();
    const ended = world.everyFile();
    let isLater = false;
    world.ports.clock.after(2000, () => {
      isLater = true;
    });
    await world.until(() => expect(isLater).toBe(true));
    expect(world.everyFile()).toEqual(ended);
    expect(await Promise.all(late)).toMatchObject([{ code: 'workspace_not_open' }]);
  });

  test('unreadable preferences are set aside with a notice, and the defaults apply', async () => {
    const world = await createWorld();
    const path = `${world.ports.dataFolder}/preferences.json`;
    world.outside.write(path, '{"theme": "mauve"');
    const { call, of } = await openIn(world, { startEmpty: true });
    expect((await call('app.start', {})).preferences.theme).toBe('system');
    const [notice] = of('notice').filter(({ message }) => message.includes('set aside'));
    const aside = /set aside as (.+)\.$/.exec(notice?.message ?? '')?.[1] ?? '';
    expect(world.text(aside)).toBe('{"theme": "mauve"');
    expect(world.text(path)).toBeNull();
  });

  test('a crash between the two files of an archival is finished at the next start', async () => {
    const { world, call, workspace, ref } = await started();
    const entry = await ref('sleep_effect');
    crashAtContext(world);
    await expect(call('context.change', { workspace, operations: [{ op: 'archive', entry }] })).rejects.toThrow();
    world.files.setFault(null);
    expect(world.text(world.contextPath)).toBe(context);
    expect(world.text(world.archivePath(today))).toContain('sleep_effect');
    await world.restart();
    const again = await openIn(world);
    expect((await again.entries()).map(({ key }) => key)).not.toContain('sleep_effect');
    expect((await again.call('archive.entries', { workspace })).entries.map(({ key }) => key)).toEqual([
      'sleep_effect',
    ]);
    const { lines } = await again.call('history.list', { workspace });
    expect(lines.slice(0, 2).map(({ type, label }) => [type, label])).toEqual([
      ['note', 'Put right after an interruption: finished the change ‘Archived “sleep_effect”’'],
      ['version', 'Finished: Archived “sleep_effect”'],
    ]);
  });

  test('a crash after both files of an archival is attributed to us, and reported by one start', async () => {
    const { world, call, workspace, ref } = await started();
    await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
    const entry = await ref('sleep_effect');
    const superseded = crashAfterContext(world);
    await expect(call('context.change', { workspace, operations: [{ op: 'archive', entry }] })).rejects.toThrow();
    expect(world.text(world.contextPath)).not.toContain('sleep_effect');
    await world.restart();
    world.files.setFault(null);
    const files = world.files as { sweep: World['files']['sweep'] };
    files.sweep = async (folder, onRecovered) => {
      if (!folder.endsWith('context')) {
        return [];
      }
      await onRecovered?.(world.contextPath, superseded());
      return ['.aside'];
    };
    const said = [
      'Finished: Archived “sleep_effect”',
      'Finished: Archived “sleep_effect”',
      'Deleted “language”',
      'First version',
    ];
    for (const start of [1, 2]) {
      const again = await openIn(world);
      const { lines } = await again.call('history.list', { workspace });
      const versions = lines.filter(({ type }) => type === 'version');
      expect(
        versions.map(({ label }) => label),
        `start ${start}`,
      ).toEqual(said);
      expect((await again.call('cards.list', { workspace })).total).toBe(0);
      await world.restart();
    }
  });

  test('a crash between two files is finished before another process writes, whose record would replace it', async () => {
    const { world, call, workspace, ref } = await started();
    const other = await openIn(world.another());
    const entry = await ref('sleep_effect');
    crashAtContext(world);
    await expect(call('context.change', { workspace, operations: [{ op: 'archive', entry }] })).rejects.toThrow();
    world.files.setFault(null);
    const tea = await other.ref('tea');
    await other.call('context.change', { workspace, operations: [{ op: 'pin', entry: tea, pinned: false }] });
    expect((await other.entries()).map(({ key }) => key)).not.toContain('sleep_effect');
    expect(world.text(world.archivePath(today))?.split('sleep_effect')).toHaveLength(2);
  });

  test('a start’s sweep and recovery are one line of the history, and recovered text is a version', async () => {
    const { world, call, workspace, ref } = await started();
    await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
    const files = world.files as { sweep: World['files']['sweep'] };
    const theirs = context.replace('calms', 'soothes');
    files.sweep = async (folder, onRecovered) => {
      if (folder.endsWith('archive')) {
        return ['.one', '.two'];
      }
      if (!folder.endsWith('context')) {
        return [];
      }
      await onRecovered?.(world.contextPath, world.ports.encodeText(theirs));
      return ['.three'];
    };
    await world.restart();
    const again = await openIn(world);
    const { lines } = await again.call('history.list', { workspace });
    expect(lines.find(({ type }) => type === 'note')?.label).toBe(
      'Put right after an interruption: kept 1 version that had not been kept yet, removed 3 leftover files',
    );
    const version = world.ports.hash(world.ports.encodeText(theirs));
    expect((await again.call('text.read', { workspace, version })).text).toBe(theirs);
    await world.restart();
    files.sweep = async () => [];
    expect((await (await openIn(world)).call('history.list', { workspace, limit: 500 })).lines).toHaveLength(5);
  });

  test('a folder is listed as opened before once it has contents', async () => {
    const world = await createWorld();
    const { call, of, workspace } = await openIn(world, { startEmpty: true });
    const listed = async () => (await call('workspaces.recent', {})).places.map(({ path }) => path);
    expect(await listed()).toEqual([]);
    await call('context.apply', { workspace, updates: [update('tea', 'calms')] });
    await world.until(() => expect(of('recent.changed')).toHaveLength(1));
    expect(await listed()).toEqual([world.root]);
    await call('workspaces.forget', { path: world.root });
    expect(of('recent.changed')).toHaveLength(2);
    expect(await listed()).toEqual([]);
  });

  test('a folder that began empty is listed too once another program writes the memory', async () => {
    const world = await createWorld();
    const { call, workspace } = await openIn(world, { startEmpty: true });
    await call('workspaces.attend', { workspace, visible: true });
    world.outside.write(world.contextPath, context);
    await world.until(async () => expect((await call('workspaces.recent', {})).places).toHaveLength(1));
  });

  test('the history has every version that was read or superseded', async () => {
    const { world, call, workspace, ref } = await started();
    await call('context.change', {
      workspace,
      operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
    });
    const first = world.text(world.contextPath) ?? '';
    const theirs = first.replace('calms', 'soothes');
    const entry = await ref('records');
    interfere(world, () => world.outside.replace(world.contextPath, theirs));
    await call('context.change', { workspace, operations: [{ op: 'delete', entry }] });
    const id = world.text(`${world.root}/.contexture/id`)?.trim();
    for (const text of [context, first, theirs, world.text(world.contextPath) ?? '']) {
      const hash = world.ports.hash(world.ports.encodeText(text));
      const read = await world.files.read(
        `${world.ports.dataFolder}/workspaces/${id}/history/objects/${hash.slice(0, 2)}/${hash}.gz`,
        { maxBytes: 1e6 },
      );
      expect(read.state === 'present' && world.ports.decodeText(await world.ports.decompress(read.bytes))).toBe(text);
    }
  });

  test('two choices made at once are both saved', async () => {
    const { call } = await started();
    await Promise.all([
      call('preferences.write', { values: { theme: 'dark' } }),
      call('preferences.write', { values: { density: 'compact' } }),
    ]);
    expect((await call('app.start', {})).preferences).toMatchObject({ theme: 'dark', density: 'compact' });
  });

  test('an interruption after the workspace got its id keeps the earlier history for the next start', async () => {
    const { world, call, workspace, ref } = await started();
    const entry = await ref('language');
    world.files.setFault({
      call: 1,
      method: 'renameFolder',
      when: 'before',
      error: new ContextureError('io_failed', 'It failed.'),
    });
    await expect(call('context.change', { workspace, operations: [{ op: 'delete', entry }] })).rejects.toThrow();
    world.files.setFault(null);
    expect(world.text(`${world.root}/.contexture/id`)).not.toBeNull();
    world.outside.write(world.contextPath, context.replace('calms', 'soothes'));
    await world.restart();
    const again = await openIn(world);
    const { lines } = await again.call('history.list', { workspace });
    expect(lines.map(({ label }) => label)).toEqual(['Changed by another app', 'First version']);
  });

  test('a memory stays readable when nothing can be recovered on a disk that is now read-only', async () => {
    const { world, call, workspace, ref } = await started();
    await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
    const ports = world.ports as { lock: World['ports']['lock'] };
    const { lock } = ports;
    ports.lock = { hold: () => Promise.reject(new ContextureError('no_permission', 'The disk is read-only.')) };
    await world.restart();
    const again = await openIn(world);
    expect((await again.entries()).map(({ key }) => key)).toContain('tea');
    const entry = await again.ref('tea');
    await expect(
      again.call('context.change', { workspace, operations: [{ op: 'delete', entry }] }),
    ).rejects.toMatchObject({ code: 'no_permission' });
    ports.lock = lock;
  });

  test('files a process stores before it learns the workspace’s id are moved once it does', async () => {
    const { world, call, workspace, ref } = await started();
    const other = await openIn(world.another(), { caller: 'other' });
    const draft = { workspace, owner: 'window-two', version: null, edits: [{ from: 0, to: 0, insert: 'typed' }] };
    await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
    await other.call('text.keepDraft', draft);
    world.outside.write(world.contextPath, context);
    await other.call('context.apply', { workspace, updates: [update('dog', 'Otto')] });
    await world.restart();
    const again = await openIn(world);
    expect((await again.call('text.claimDraft', { workspace, owner: 'window-one' })).draft?.text).toBe('typed');
    const { lines } = await again.call('history.list', { workspace });
    expect(lines.map(({ label }) => label)).toEqual([
      'Learned “dog”',
      'Changed by another app',
      'Deleted “language”',
      'First version',
    ]);
  });

  test('briefly unreadable settings stay in effect, with a notice', async () => {
    const { world, call, workspace } = await started();
    await call('settings.write', { workspace, values: { tokenLimit: 5000 } });
    const { read } = world.files;
    const files = world.files as { read: World['files']['read'] };
    files.read = async (path, options) => {
      if (path.endsWith('settings.yaml')) {
        throw new ContextureError('io_failed', 'The disk failed.');
      }
      return read(path, options);
    };
    await call('workspaces.attend', { workspace, visible: true });
    await world.until(async () =>
      expect((await call('settings.read', { workspace })).problems).toEqual(['The disk failed.']),
    );
    expect((await call('settings.read', { workspace })).settings.tokenLimit).toBe(5000);
    files.read = read;
  });

  test('a copied workspace gets its own id', async () => {
    const { world, call, workspace, ref } = await started();
    await call('context.change', {
      workspace,
      operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
    });
    const id = world.text(`${world.root}/.contexture/id`) ?? '';
    const copy = `${world.root}-copy`;
    world.outside.write(`${copy}/logs/context/global.md`, world.text(world.contextPath) ?? '');
    world.outside.write(`${copy}/.contexture/id`, id);
    const { id: second } = await call('workspaces.open', { path: copy });
    await call('context.apply', { workspace: second, updates: [update('a', 'b')] });
    expect(world.text(`${copy}/.contexture/id`)).not.toBe(id);
    expect(world.text(`${world.root}/.contexture/id`)).toBe(id);
  });
}

/** Fails like a killed process: the archive is written, and nothing after it. */
function crashAtContext(world: World): void {
  const { replace, remove, discard } = world.files;
  const files = world.files as { -readonly [K in keyof World['files']]: World['files'][K] };
  const dead = async (): Promise<never> => {
    throw new Error('The process was killed.');
  };
  files.replace = async (path, bytes) => {
    files.replace = dead;
    files.remove = dead;
    files.discard = dead;
    return replace(path, bytes);
  };
  files.setFault = () => {
    Object.assign(files, { replace, remove, discard });
  };
}

/**
 * Has the process killed just after the context was written, which leaves the superseded file under another name.
 * `setFault` revives it.
 * @returns the superseded text
 */
function crashAfterContext(world: World): () => Uint8Array {
  const { replace, remove, setFault } = world.files;
  const files = world.files as { -readonly [K in keyof World['files']]: World['files'][K] };
  const dead = async (): Promise<never> => {
    throw new Error('The process was killed.');
  };
  let superseded: Uint8Array = new Uint8Array();
  files.replace = async (path, bytes) => {
    const result = await replace(path, bytes);
    if (path !== world.contextPath) {
      return result;
    }
    superseded = result.version?.bytes ?? superseded;
    Object.assign(files, { replace: dead, remove: dead });
    world.files.forbid(world.ports.dataFolder);
    return dead();
  };
  files.setFault = (fault) => {
    Object.assign(files, { replace, remove, setFault });
    world.files.forbid(null);
    setFault(fault);
  };
  return () => superseded;
}
