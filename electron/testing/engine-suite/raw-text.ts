import { describe, expect, test } from 'vitest';
import type { TypedForms } from '#shared/contract/features/text.ts';
import { applyEdits, type Edit } from '#shared/text/edits.ts';
import { openIn, today } from '../engine-world.ts';
import { type CreateWorld, context, interfere, startOn, uncounted } from './starting.ts';

/** The edit that replaces the only occurrence of a text. */
function replaced(text: string, what: string, by: string): Edit {
  const from = text.indexOf(what);
  return { from, to: from + what.length, insert: by };
}

const owner = (letter: string): string => letter.repeat(8);

/** The file as text: read, saved, merged, undone, and drafts of it and of forms. */
export function rawTextTests(createWorld: CreateWorld): void {
  const started = async (text?: string | null) => {
    const open = await startOn(createWorld, text);
    const { call, workspace, world } = open;
    return {
      ...open,
      /** Begins to type, and returns the function to save. */
      typing: async (...changes: readonly (readonly [what: string, by: string])[]) => {
        const { version, text: read } = await call('text.read', { workspace });
        const edits = changes.map(([what, by]) => replaced(read, what, by));
        return { version, edits, save: () => call('text.save', { workspace, version, edits }) };
      },
      saved: () => world.text(world.contextPath),
    };
  };

  describe('the file as text', () => {
    test('is read with its byte order mark and line ends, in pieces when long', async () => {
      const long = `\uFEFF${context.replaceAll('\n', '\r\n')}${`- ${'x'.repeat(97)}\r\n`.repeat(11_000)}`;
      const { call, workspace } = await started(long);
      let text = '';
      let pieces = 0;
      for (let total = 1; text.length < total; pieces++) {
        const piece = await call('text.read', { workspace, from: text.length });
        text += piece.text;
        total = piece.total;
      }
      expect(text === long).toBe(true);
      expect(pieces).toBeGreaterThan(1);
    });

    test('is saved to the byte, and then the three values are counted', async () => {
      const crlf = `\uFEFF${context.replaceAll('\n', '\r\n')}`;
      const { typing, saved, summary } = await started(crlf);
      const { edits, save } = await typing(['English', 'German'], ['# Global Context', '# My context']);
      await save();
      const typed = applyEdits(crlf, edits);
      expect(uncounted(saved())).toBe(uncounted(typed));
      expect(saved()).toContain(`last_updated: ${today}\r\nversion: 16\r\n`);
      expect((await summary()).tokens.total).toBe((await summary()).frontmatter.storedEstimate);
    });

    test('saved unchanged writes nothing', async () => {
      const { call, workspace, typing, saved } = await started();
      const { version } = await typing();
      const edits = [{ from: 0, to: 3, insert: '---' }];
      expect(await call('text.save', { workspace, version, edits })).toMatchObject({ change: null });
      expect(saved()).toBe(context);
    });

    test('creates a missing file, and writes a deleted one again', async () => {
      const { call, workspace, world, saved, typing } = await started(null);
      const edits = [{ from: 0, to: 0, insert: '## Facts\n- cat: Minka\n' }];
      await call('text.save', { workspace, version: null, edits });
      expect(saved()).toBe('## Facts\n- cat: Minka\n');
      const { save } = await typing(['Minka', 'Mauz']);
      world.outside.remove(world.contextPath);
      await world.until(async () => expect((await call('context.read', { workspace })).summary.status).toBe('deleted'));
      await save();
      expect(saved()).toBe('## Facts\n- cat: Mauz\n');
    });

    test('merges changes of others to other entries since it was read, even in the last moment', async () => {
      const { typing, saved, world } = await started();
      const { save } = await typing(['English', 'German']);
      world.outside.replace(world.contextPath, context.replace('morning', 'evening'));
      interfere(world, () =>
        world.outside.replace(world.contextPath, context.replace('morning', 'evening').replace('calms', 'wakes')),
      );
      await save();
      expect(uncounted(saved())).toBe(
        uncounted(context.replace('morning', 'evening').replace('calms', 'wakes').replace('English', 'German')),
      );
    });

    test('is not saved over the same entry that another program changed', async () => {
      const { typing, saved, world } = await started();
      const { save } = await typing(['English', 'German']);
      const theirs = context.replace('English', 'French');
      world.outside.replace(world.contextPath, theirs);
      await expect(save()).rejects.toMatchObject({ code: 'text_conflict', details: { conflicts: 1 } });
      expect(saved()).toBe(theirs);
    });

    test('is undone and redone with any content, and later changes stay', async () => {
      const { typing, saved, call, workspace, ref } = await started();
      const { save } = await typing(['# Global Context', '# My context'], ['- language: English\n', '']);
      const { change } = await save();
      expect(change?.label).toBe('Edited the text: 1 entry removed');
      const entry = await ref('usual_time_of_day');
      await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'noon' }] });
      const undone = await call('context.undo', { workspace, change: change?.id ?? '' });
      const noon = '- [2026-01-10|likely|user_correction] usual_time_of_day: noon';
      const withNoon = context.replace(/^.*usual_time_of_day.*$/m, noon);
      expect(uncounted(saved())?.replace(/\[.*\] usual/, '[…] usual')).toBe(
        uncounted(withNoon)?.replace(/\[.*\] usual/, '[…] usual'),
      );
      await call('context.undo', { workspace, change: undone.change?.id ?? '' });
      expect(saved()).toContain('# My context');
      expect(saved()).not.toContain('language');
    });

    test('is not undone when the same line was changed again', async () => {
      const { typing, saved, call, workspace } = await started();
      const { change } = await (await typing(['English', 'German'])).save();
      await (await typing(['German', 'French'])).save();
      const before = saved();
      await expect(call('context.undo', { workspace, change: change?.id ?? '' })).rejects.toMatchObject({
        code: 'change_superseded',
      });
      expect(saved()).toBe(before);
    });

    test.each([[{ from: 5, to: 3, insert: '' }], [{ from: 0, to: 1e9, insert: '' }]])(
      'refuses edits that do not fit: %o',
      async (edit) => {
        const { call, workspace, typing, saved } = await started();
        const { version } = await typing();
        const attempt = call('text.save', { workspace, version, edits: [edit] });
        await expect(attempt).rejects.toMatchObject({ code: 'invalid_request' });
        expect(saved()).toBe(context);
      },
    );

    test('refuses an unknown version', async () => {
      const { call, workspace } = await started();
      const version = 'a'.repeat(64);
      const attempt = call('text.save', { workspace, version, edits: [] });
      await expect(attempt).rejects.toMatchObject({ code: 'version_unknown' });
    });
  });

  describe('a draft', () => {
    test('survives a crash, for the first window that asks', async () => {
      const { call, workspace, typing, world } = await started();
      const { version, edits } = await typing(['English', 'German']);
      await call('text.keepDraft', { workspace, owner: owner('a'), version, edits });
      await world.restart();
      const again = await openIn(world, { caller: 'window 2' });
      const { draft } = await again.call('text.claimDraft', { workspace, owner: owner('b') });
      expect(draft).toMatchObject({ version, text: context.replace('English', 'German') });
      const third = await openIn(world, { caller: 'window 3' });
      expect(await third.call('text.claimDraft', { workspace, owner: owner('c') })).toEqual({ draft: null });
      expect(world.text(world.contextPath)).toBe(context);
    });

    test('belongs to its own window while that exists', async () => {
      const { call, workspace, typing, world } = await started();
      const { version, edits } = await typing(['English', 'German']);
      await call('text.keepDraft', { workspace, owner: owner('a'), version, edits });
      const other = await openIn(world, { caller: 'window 2' });
      expect(await other.call('text.claimDraft', { workspace, owner: owner('b') })).toEqual({ draft: null });
      world.engine().leave('test');
      expect((await other.call('text.claimDraft', { workspace, owner: owner('b') })).draft).toMatchObject({ version });
    });

    test('is deleted when it is discarded', async () => {
      const { call, workspace, typing, world } = await started();
      const { version, edits } = await typing(['English', 'German']);
      await call('text.keepDraft', { workspace, owner: owner('a'), version, edits });
      await call('text.discardDraft', { workspace, owner: owner('a') });
      await world.restart();
      const again = await openIn(world);
      expect(await again.call('text.claimDraft', { workspace, owner: owner('a') })).toEqual({ draft: null });
    });

    test('survives the file’s first change, with which the workspace gets its id', async () => {
      const { call, workspace, typing, ref } = await started();
      const { version, edits } = await typing(['English', 'German']);
      await call('text.keepDraft', { workspace, owner: owner('a'), version, edits });
      const entry = await ref('tea');
      await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'wakes' }] });
      expect((await call('text.claimDraft', { workspace, owner: owner('a') })).draft).toMatchObject({ version });
    });
  });

  describe('what was typed into forms', () => {
    const forms: TypedForms = {
      add: { value: 'likes tea', key: '', category: 'fact', heading: null, confidence: null, isOpen: true },
    };

    test('survives a crash, for the first window that asks', async () => {
      const { call, workspace, world } = await started();
      await call('text.keepFields', { workspace, owner: owner('a'), forms });
      await world.restart();
      const again = await openIn(world, { caller: 'window 2' });
      expect(await again.call('text.claimFields', { workspace, owner: owner('b') })).toEqual({ forms });
      const third = await openIn(world, { caller: 'window 3' });
      expect(await third.call('text.claimFields', { workspace, owner: owner('c') })).toEqual({ forms: {} });
      expect(await third.call('text.claimDraft', { workspace, owner: owner('c') })).toEqual({ draft: null });
      expect(world.text(world.contextPath)).toBe(context);
    });

    test('is thrown away once nothing is typed', async () => {
      const { call, workspace, world } = await started();
      await call('text.keepFields', { workspace, owner: owner('a'), forms });
      await call('text.keepFields', { workspace, owner: owner('a'), forms: {} });
      await world.restart();
      const again = await openIn(world);
      expect(await again.call('text.claimFields', { workspace, owner: owner('a') })).toEqual({ forms: {} });
    });

    test('survives the file’s first change, with which the workspace gets its id', async () => {
      const { call, workspace, ref } = await started();
      await call('text.keepFields', { workspace, owner: owner('a'), forms });
      const entry = await ref('tea');
      await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'wakes' }] });
      expect(await call('text.claimFields', { workspace, owner: owner('a') })).toEqual({ forms });
    });
  });
}
