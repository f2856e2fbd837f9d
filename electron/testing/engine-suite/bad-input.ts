import { describe, expect, test } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
import { openIn, today } from '../engine-world.ts';
import { type CreateWorld, context, startOn, uncounted, update } from './starting.ts';

/** Impossible input is reported, and nothing is lost. */
export function badInputTests(createWorld: CreateWorld): void {
  const started = (text?: string | null) => startOn(createWorld, text);

  describe('bad input', () => {
    test.each([
      ['a key with a line break', { key: 'a\nb' }, 'key_invalid'],
      ['a key that would not read back', { key: '[2026-01-01]' }, 'key_invalid'],
      ['an empty key', { key: ' ' }, 'key_invalid'],
      ['a key that is too long', { key: 'k'.repeat(65) }, 'key_invalid'],
      ['an empty value', { value: ' \n ' }, 'value_invalid'],
      ['a source with a bar', { source: 'a|b' }, 'source_invalid'],
    ])('%s is refused, and nothing is written', async (_, part, code) => {
      const { world, call, workspace, ref } = await started();
      await expect(
        call('context.change', { workspace, operations: [{ op: 'edit', entry: await ref('language'), ...part }] }),
      ).rejects.toMatchObject({ code });
      expect(world.text(world.contextPath)).toBe(context);
    });

    test('reports a directory in place of the file, and does not write', async () => {
      const world = await createWorld();
      world.outside.write(`${world.contextPath}/inside.txt`, 'x');
      const { summary, call, workspace } = await openIn(world);
      expect(await summary()).toMatchObject({ status: 'unreadable', problem: { code: 'not_a_file' } });
      await expect(call('context.apply', { workspace, updates: [update('a', 'b')] })).rejects.toBeInstanceOf(
        ContextureError,
      );
      for (const startEmpty of [false, true]) {
        const named = call('workspaces.open', { path: world.contextPath, startEmpty });
        await expect(named).rejects.toMatchObject({
          code: 'not_a_file',
          message: expect.stringContaining('is a folder, but a file should be there'),
          details: { path: world.contextPath },
        });
      }
    });

    test('keeps broken frontmatter, offers a repair, and repairs it without losing a line', async () => {
      const broken = context.replace('version: 15', 'version: [15');
      const { world, call, workspace, summary, ref } = await started(broken);
      expect((await summary()).diagnostics[0]).toMatchObject({ code: 'frontmatter_broken', repair: 'frontmatter' });
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      expect(world.text(world.contextPath)).toContain('version: [15');
      await call('context.repair', { workspace, repair: 'frontmatter' });
      expect(world.text(world.contextPath)).toContain('# version: [15');
      expect((await summary()).diagnostics).toEqual([]);
    });

    test.each([
      ['brackets', '['.repeat(10_000)],
      ['braces', '{a: '.repeat(10_000)],
      ['dashes', '- '.repeat(10_000)],
      ['length', 'x'.repeat(1_000_000)],
    ])('reports a text that would overload a parser by its %s, and leaves it', async (_, hostile) => {
      const { world, call, workspace, summary, ref } = await started(
        context.replace('version: 15', `version: 15\nmore: ${hostile}`),
      );
      expect((await summary()).diagnostics[0]).toMatchObject({ code: 'frontmatter_broken', repair: 'frontmatter' });
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      expect(world.text(world.contextPath)).toContain(`more: ${hostile}`);

      world.outside.write(`${world.root}/.contexture/settings.yaml`, `token_limit: 900\nmore: ${hostile}`);
      await world.until(async () => {
        const { settings, problems } = await call('settings.read', { workspace });
        expect(problems).toEqual([expect.stringContaining('settings.yaml can’t be read')]);
        expect(settings.tokenLimit).toBe(2000);
      });
      await expect(call('settings.write', { workspace, values: { tokenLimit: 800 } })).rejects.toMatchObject({
        code: 'settings_invalid',
      });
    });

    test('merges two versions with git conflict marks by entry in one undoable step', async () => {
      const conflict = context
        .replace('version: 15\n', '<<<<<<< HEAD\nversion: 15\n=======\nversion: 18\n>>>>>>> other\n')
        .replace(
          '- language: English\n',
          '<<<<<<< HEAD\n- language: German\n- mine: 1\n=======\n- language: French\n>>>>>>> other\n',
        );
      const { world, call, workspace, summary, entries } = await started(conflict);
      expect((await summary()).diagnostics.map(({ code, repair }) => [code, repair])).toEqual([
        ['frontmatter_conflict', 'conflict'],
        ['conflict_markers', 'conflict'],
      ]);
      const { change } = await call('context.repair', { workspace, repair: 'conflict' });
      expect(change?.label).toBe('Merged both versions');
      expect((await summary()).diagnostics).toEqual([]);
      expect((await summary()).frontmatter.version).toBe(19);
      expect((await entries()).map(({ key, value }) => `${key}: ${value}`)).toEqual(
        expect.arrayContaining(['language: German', 'language: French', 'mine: 1', 'tea: calms']),
      );
      await call('context.undo', { workspace });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(conflict));
    });

    test('shows a memory that is not UTF-8 with replacement marks, and never writes it', async () => {
      const before = await started();
      const { world } = before;
      const { change } = await before.call('context.apply', {
        workspace: before.workspace,
        updates: [update('a', 'b')],
      });
      const broken = world.ports.encodeText(`${context}- `);
      const bytes = Uint8Array.from([...broken, 0xe3, 0xba, 0xc3, 0x0a]);
      world.outside.replaceBytes(world.contextPath, bytes);
      await world.restart();
      const { call, workspace, summary, entries, ref } = await openIn(world);
      expect(await summary()).toMatchObject({
        status: 'unreadable',
        writable: false,
        problem: { code: 'not_text', marked: true, message: expect.stringContaining('not UTF-8 text in line 24,') },
      });
      expect((await entries()).map(({ value }) => value)).toEqual(
        expect.arrayContaining(['English', expect.stringMatching(/^\uFFFD+$/)]),
      );
      const { text, version } = await call('text.read', { workspace });
      expect(text).toContain('- language: English');
      const entry = await ref('language');
      const { lines } = await call('history.list', { workspace, limit: 10 });
      const refused = [
        call('context.change', { workspace, operations: [{ op: 'delete', entry }] }),
        call('context.apply', { workspace, updates: [update('c', 'd')] }),
        call('context.undo', { workspace, change: change?.id }),
        call('context.putBack', { workspace }),
        call('context.archiveOverflow', { workspace }),
        call('text.save', { workspace, version, edits: [{ from: 0, to: 0, insert: 'x' }] }),
        call('history.restore', { workspace, position: lines.at(-1)?.position ?? 0 }),
      ];
      for (const answer of await Promise.allSettled(refused)) {
        expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'not_text' } });
      }
      const read = await world.ports.files.read(world.contextPath, { maxBytes: 10_000 });
      expect(read.state === 'present' && Uint8Array.from(read.bytes)).toEqual(bytes);
      await call('workspaces.attend', { workspace, visible: true });
      world.outside.replace(world.contextPath, context);
      await world.until(async () => expect(await summary()).toMatchObject({ status: 'present', problem: null }));
      world.outside.replaceBytes(world.contextPath, bytes);
      await world.until(async () => expect((await summary()).status).toBe('unreadable'));
      expect((await summary()).problem?.marked).toBeUndefined();
    });

    test.each([
      ['entries', '- a\n'],
      ['blank lines', '\n'],
      ['lines ended by CR', 'a\r'],
    ])('reports a million short %s and does not open them', async (_, line) => {
      const { world, call, workspace, summary, ref } = await started();
      const long = line.repeat(1_000_000);
      world.outside.replace(world.contextPath, long);
      const message = expect.stringContaining('more than 300,000 lines');
      await call('workspaces.attend', { workspace, visible: true });
      await world.until(async () =>
        expect(await summary()).toMatchObject({ status: 'unreadable', problem: { code: 'too_large', message } }),
      );
      const entry = await ref('language');
      await expect(call('context.change', { workspace, operations: [{ op: 'delete', entry }] })).rejects.toMatchObject({
        code: 'too_large',
      });
      expect(world.text(world.contextPath)).toBe(long);
      world.outside.replace(world.contextPath, context);
      await world.until(async () => expect((await summary()).status).toBe('present'));
    });

    test('names an invalid archive file, leaves it alone, and shows the others', async () => {
      const { world, call, workspace } = await started();
      world.outside.write(world.archivePath('2026-02-02'), 'shopping list');
      world.outside.write(world.archivePath('2026-03-03'), '# Archived Context\n\n## Archived Insights\n- a: b\n');
      const { files } = await call('archive.files', { workspace });
      expect(files.map(({ name, entries, problem }) => [name, entries, problem !== null])).toEqual([
        ['global-2026-03-03.md', 1, false],
        ['global-2026-02-02.md', 0, true],
      ]);
    });

    test.each(['disk_full', 'no_permission', 'io_failed'] as const)(
      '%s while writing the context leaves both files unchanged',
      async (code) => {
        const { world, call, workspace, ref } = await started();
        await call('settings.write', { workspace, values: { tokenLimit: 2100 } });
        const entry = await ref('sleep_effect');
        world.files.setFault({
          call: 2,
          method: 'replace',
          error: new ContextureError(code, 'It failed.'),
          when: 'before',
        });
        await expect(
          call('context.change', { workspace, operations: [{ op: 'archive', entry }] }),
        ).rejects.toMatchObject({ code });
        world.files.setFault(null);
        expect(world.text(world.contextPath)).toBe(context);
        expect(world.text(world.archivePath(today))).toBeNull();
        await call('context.change', { workspace, operations: [{ op: 'archive', entry }] });
        expect(world.text(world.archivePath(today))).toContain('sleep_effect');
      },
    );
  });

  test('opens another assistant’s memory beside ours by its own path, and writes it in its form', async () => {
    const world = await createWorld();
    const path = `${world.root}/MEMORY.md`;
    world.outside.write(path, '# Notes\n\n- **Name**: Maren\n- likes tea\n\nFree text.\n');
    world.outside.write(world.contextPath, context);
    const { call } = await openIn(world);
    const opened = await call('workspaces.open', { path });
    expect(opened).toMatchObject({ writable: true, readOnlyReason: null });
    const { entries } = await call('context.read', { workspace: opened.id });
    expect(entries.map(({ key, value }) => [key, value])).toEqual([
      ['Name', 'Maren'],
      [null, 'likes tea'],
      [null, 'Free text.'],
    ]);
    await call('context.apply', { workspace: opened.id, updates: [update('a', 'b')] });
    expect(world.text(path)).toBe('# Notes\n\n- **Name**: Maren\n- likes tea\n- **a**: b\n\nFree text.\n');
    expect(world.text(world.contextPath)).toBe(context);
  });
}
