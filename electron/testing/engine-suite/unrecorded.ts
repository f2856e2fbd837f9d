import { describe, expect, test } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
import { openIn, today, type World } from '../engine-world.ts';
import { type CreateWorld, context, startOn, uncounted, update } from './starting.ts';

const refused = { code: 'not_recorded', message: expect.stringContaining('Changes can’t be recorded for now') };

const startedOver = { type: 'note', label: 'The history was deleted by another app; it starts over here.' };

/** Changes that can't be recorded: that is reported, and the person is asked. */
export function unrecordedTests(createWorld: CreateWorld): void {
  const started = () => startOn(createWorld);

  describe('without a writable history', () => {
    test('reading works from the start, and nothing is changed unasked', async () => {
      const world = await createWorld();
      world.outside.write(world.contextPath, context);
      world.outside.write(`${world.root}/.contexture/settings.yaml`, 'token_limit: 1500\n');
      world.files.forbid(world.ports.dataFolder);
      const { call, workspace, summary, entries } = await openIn(world);
      expect(await entries()).toHaveLength(7);
      expect(await summary()).toMatchObject({ status: 'present', writable: true, problem: refused });
      expect((await summary()).tokens.limit).toBe(1500);
      await expect(call('context.apply', { workspace, updates: [update('a', 'b')] })).rejects.toMatchObject(refused);
      await expect(call('settings.write', { workspace, values: { tokenLimit: 900 } })).rejects.toMatchObject(refused);
      expect(world.text(world.contextPath)).toBe(context);
      expect(world.text(`${world.root}/.contexture/id`)).toBeNull();

      world.files.forbid(null);
      await call('context.apply', { workspace, updates: [update('a', 'b')] });
      expect(await summary()).toMatchObject({ problem: null });
      expect(world.text(world.contextPath)).toContain('a: b');
    });

    test('a person who agrees can change, an assistant can’t, until changes can be recorded again', async () => {
      const { world, call, workspace, ref, of } = await started();
      const edit = async (value: string) =>
        call('context.change', { workspace, operations: [{ op: 'edit', entry: await ref('language'), value }] });
      await edit('German');
      const before = world.text(world.contextPath);
      world.files.forbid(world.ports.dataFolder);
      await expect(edit('Danish')).rejects.toMatchObject(refused);
      expect(world.text(world.contextPath)).toBe(before);
      expect(of('context.changed').at(-1)?.summary.problem).toMatchObject(refused);

      await call('history.goWithout', { workspace });
      const danish = await edit('Danish');
      expect(world.text(world.contextPath)).toContain('language: Danish');
      await call('settings.write', { workspace, values: { tokenLimit: 1500 } });
      expect(world.text(`${world.root}/.contexture/settings.yaml`)).toContain('token_limit: 1500');
      await expect(call('context.apply', { workspace, updates: [update('a', 'b')] })).rejects.toMatchObject(refused);
      await call('context.undo', { workspace, change: danish.change?.id });
      expect(world.text(world.contextPath)).toContain('language: German');
      await edit('Danish');

      // Recording resumes as soon as possible, and changes are no longer unrecorded.
      world.files.forbid(null);
      await call('workspaces.attend', { workspace, visible: true });
      await world.until(() => expect(of('context.changed').at(-1)?.summary.problem).toBeNull());
      await world.until(async () => {
        const { lines } = await call('history.list', { workspace });
        expect(lines[0]).toMatchObject({ label: 'Changed while nothing could be recorded', who: 'person' });
      });
      world.files.forbid(world.ports.dataFolder);
      await expect(edit('Dutch')).rejects.toMatchObject(refused);
    });

    test('unrecorded changes are never attributed to others, even if the next change discovers them', async () => {
      const { world, call, workspace, ref } = await started();
      world.files.forbid(world.ports.dataFolder);
      await call('history.goWithout', { workspace });
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('unit_preference') }] });
      world.files.forbid(null);
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      const { lines } = await call('history.list', { workspace });
      expect(lines.slice(0, 2).map((line) => [line.label, line.type === 'version' && line.who])).toEqual([
        ['Deleted “language”', 'person'],
        ['Changed while nothing could be recorded', 'person'],
      ]);
      expect((await call('cards.list', { workspace })).total).toBe(0);
    });

    test('later changes of another program are attributed to it once they can be recorded', async () => {
      const { world, call, workspace, ref, find, of } = await started();
      await call('workspaces.attend', { workspace, visible: true });
      const edit = async (value: string) =>
        call('context.change', { workspace, operations: [{ op: 'edit', entry: await ref('language'), value }] });
      const rewrite = async (pattern: RegExp, words: string, value: string) => {
        world.outside.replace(world.contextPath, (world.text(world.contextPath) ?? '').replace(pattern, words));
        await world.until(async () => expect(await find('language')).toMatchObject({ value }));
      };
      world.files.forbid(world.ports.dataFolder);
      await call('history.goWithout', { workspace });
      await edit('Danish');
      await edit('Dutch');
      await rewrite(/^.*(Best workouts|sleep_effect).*\n/gm, '', 'Dutch');
      await edit('German');
      await rewrite(/^- .*language: German$/m, '- language: English', 'English');

      world.files.forbid(null);
      await world.until(() => expect(of('context.changed').at(-1)?.summary.problem).toBeNull());
      await world.until(async () => {
        const { lines } = await call('history.list', { workspace });
        expect(lines.map((line) => [line.label, line.type === 'version' && line.who])).toEqual([
          ['Changed by another app', 'outside'],
          ['Changed while nothing could be recorded', 'person'],
          ['Changed by another app', 'outside'],
          ['Changed while nothing could be recorded', 'person'],
          ['First version', 'outside'],
        ]);
      });
      await world.until(async () => {
        const { cards } = await call('cards.list', { workspace });
        const items = cards.flatMap((card) => (card.kind === 'losses' ? card.items : []));
        expect(items.map(({ what, yours }) => [what, yours.value])).toEqual([
          ['overwritten', 'German'],
          ['dropped', 'performance drops below 7 hours'],
          ['dropped', 'Best workouts on Wednesday evenings'],
        ]);
      });
    });

    test('an archival with consent moves the entry, and a crash in its midst leaves two copies', async () => {
      const { world, call, workspace, ref } = await started();
      const archive = async (name: string) =>
        call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref(name) }] });
      world.files.forbid(world.ports.dataFolder);
      await expect(archive('sleep_effect')).rejects.toMatchObject(refused);
      await call('history.goWithout', { workspace });
      await archive('sleep_effect');
      expect(world.text(world.archivePath(today))).toContain('sleep_effect');
      expect(world.text(world.contextPath)).not.toContain('sleep_effect');

      const error = new ContextureError('io_failed', 'The power went.');
      const { replace } = world.files;
      const files = world.files as { replace: World['files']['replace'] };
      files.replace = async (path, bytes) => {
        if (path === world.contextPath) {
          files.replace = async () => Promise.reject(error);
          throw error;
        }
        return replace(path, bytes);
      };
      await expect(archive('tea')).rejects.toMatchObject({ code: error.code, details: { mayStand: true } });
      files.replace = replace;
      world.files.forbid(null);
      await world.restart();
      const again = await openIn(world);
      expect((await again.entries()).map(({ key }) => key)).toContain('tea');
      expect(world.text(world.archivePath(today))).toContain('tea');
    });

    test('a read-only history of one workspace is noticed on failure, and on recovery', async () => {
      const { world, call, workspace, ref, summary, of } = await started();
      await call('context.change', {
        workspace,
        operations: [{ op: 'pin', entry: await ref('language'), pinned: true }],
      });
      const stored = world.files.calls.findLast((each) => each.startsWith('store ') && each.includes('/history/'));
      const history = /store (.*\/history)\//.exec(stored ?? '')?.[1] ?? '';
      world.files.forbid(history);
      const before = world.text(world.contextPath);
      const remove = async () =>
        call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      await expect(remove()).rejects.toMatchObject({ ...refused, message: expect.stringContaining(history) });
      expect(world.text(world.contextPath)).toBe(before);
      await call('history.goWithout', { workspace });
      await remove();
      expect((await summary()).problem).toMatchObject(refused);
      world.files.forbid(null);
      await call('workspaces.attend', { workspace, visible: true });
      await world.until(() => expect(of('context.changed').at(-1)?.summary.problem).toBeNull());
    });

    test('a read-only list of versions in a writable folder leads to the same question', async () => {
      const { world, call, workspace, ref, of } = await started();
      await call('workspaces.attend', { workspace, visible: true });
      const remove = async (name: string) =>
        call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref(name) }] });
      await remove('tea');
      world.files.forbid(linesPath(world));
      const before = world.text(world.contextPath);
      const said = { ...refused, message: expect.stringContaining(`can’t add to its own file ${linesPath(world)}`) };
      await expect(remove('language')).rejects.toMatchObject(said);
      expect(world.text(world.contextPath)).toBe(before);
      expect(of('context.changed').at(-1)?.summary.problem).toMatchObject(said);
      await call('history.goWithout', { workspace });
      await remove('language');
      world.files.forbid(null);
      await world.until(async () => {
        expect((await call('history.list', { workspace })).lines.map(({ label }) => label)).toEqual([
          'Changed while nothing could be recorded',
          'Deleted “tea”',
          'First version',
        ]);
      });
    });

    test('a folder in place of the list of versions is reported, and the history is empty until it is removed', async () => {
      const { world, call, workspace, ref } = await started();
      const remove = async (name: string) =>
        call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref(name) }] });
      await remove('tea');
      const path = linesPath(world);
      const lines = world.text(path) ?? '';
      // A viewer between the two starts the history over.
      await world.until(async () => {
        await world.files.discard(path);
        await world.files.store(`${path}/in-the-way`, new Uint8Array());
      });
      expect((await call('history.list', { workspace })).lines).toEqual([]);
      const said = { ...refused, message: expect.stringContaining('Something other than a file is in its place') };
      await expect(remove('language')).rejects.toMatchObject(said);
      await call('history.goWithout', { workspace });
      await remove('language');
      world.outside.remove(path);
      world.outside.write(path, lines);
      await remove('sleep_effect');
      expect((await call('history.list', { workspace })).lines.map(({ label }) => label)).toEqual([
        'Deleted “sleep_effect”',
        'Changed while nothing could be recorded',
        'Deleted “tea”',
        'First version',
      ]);
    });

    test('a full disk is reported as such', async () => {
      const { world, call, workspace, ref } = await started();
      world.files.forbid(world.ports.dataFolder, 'disk_full');
      await expect(
        call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] }),
      ).rejects.toMatchObject({ ...refused, message: expect.stringContaining('free some space') });
    });

    test('unneeded consent has no effect', async () => {
      const { world, call, workspace, ref } = await started();
      await call('history.goWithout', { workspace });
      world.files.forbid(world.ports.dataFolder);
      await expect(
        call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] }),
      ).rejects.toMatchObject(refused);
      expect(world.text(world.contextPath)).toBe(context);
    });
  });

  test('reports what another program removes just after the history was deleted', async () => {
    const { world, call, workspace, ref, find } = await started();
    await call('workspaces.attend', { workspace, visible: true });
    await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
    const theirs = (world.text(world.contextPath) ?? '').replace(/^.*Best workouts.*\n/m, '');
    await deleteHistory(world);
    world.outside.replace(world.contextPath, theirs);
    await world.until(async () => {
      const { cards } = await call('cards.list', { workspace });
      expect(cards).toMatchObject([
        { items: [{ what: 'dropped', yours: { value: 'Best workouts on Wednesday evenings' } }] },
      ]);
    });
    const { lines } = await call('history.list', { workspace });
    expect(lines).toMatchObject([
      { label: 'Changed by another app', counts: { removed: 1 } },
      { label: 'First version' },
      startedOver,
    ]);
    await call('context.undo', { workspace });
    expect(await find('tea')).toMatchObject({ value: 'calms' });
  });

  test('a history that is deleted while the app runs starts over with the current text', async () => {
    const { world, call, workspace, find, ref, of, summary } = await started();
    await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
    const saved = await call('text.save', {
      workspace,
      version: (await summary()).version,
      edits: [{ from: 0, to: 0, insert: '\n' }],
    });
    await deleteHistory(world);
    await call('workspaces.attend', { workspace, visible: true });
    await world.until(async () => {
      const { lines } = await call('history.list', { workspace });
      expect(lines).toMatchObject([{ position: 5, available: true }, startedOver]);
    });
    expect(of('context.changed').at(-1)?.summary.problem).toBeNull();

    // Text changes can't be undone without the earlier text; changes to entries can.
    await expect(call('context.undo', { workspace, change: saved.change?.id })).rejects.toMatchObject({
      code: 'version_unknown',
      message: expect.stringContaining('is no longer in the history, so it can’t be undone'),
    });
    await call('context.undo', { workspace });
    expect(await find('tea')).toMatchObject({ value: 'calms' });
    expect(uncounted(world.text(world.contextPath))).toBe(uncounted(`\n${context}`));
  });
}

const linesPath = (world: World): string =>
  `${world.ports.dataFolder}/workspaces/${world.text(`${world.root}/.contexture/id`)?.trim()}/history/versions.jsonl`;

/** Deletes everything in the history, as someone would who makes room. */
async function deleteHistory(world: World): Promise<void> {
  const { files, paths, dataFolder } = world.ports;
  const remove = async (folder: string): Promise<void> => {
    for (const { name, kind } of await files.list(folder)) {
      const path = paths.join(folder, name);
      await (kind === 'folder' ? remove(path) : files.discard(path));
    }
  };
  const workspaces = paths.join(dataFolder, 'workspaces');
  for (const { name } of await files.list(workspaces)) {
    await remove(paths.join(workspaces, name, 'history'));
  }
}
