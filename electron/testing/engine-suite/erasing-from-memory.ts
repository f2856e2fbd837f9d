import { describe, expect, test } from 'vitest';
import { callsWithText } from '../all-that-is-read.ts';
import { filesWith } from '../byte-search.ts';
import { openIn } from '../engine-world.ts';
import { edit, erase, keepDraft, type OpenWorld, secret, withSecret } from './erasing.ts';
import { type CreateWorld, context, startOn, uncounted, update } from './starting.ts';

/** Earlier texts that an engine holds in memory, and would write again. */
export function memoryErasingTests(createWorld: CreateWorld): void {
  const started = (text = withSecret): Promise<OpenWorld> => startOn(createWorld, text);

  describe('erasing from an engine’s memory', () => {
    test('removes the text from a mark that remembers an earlier entry', async () => {
      const opened = await started(context);
      const { world, call, workspace } = opened;
      const apply = (value: string) =>
        call('context.apply', { workspace, updates: [update('p', value)], assistant: 'Otto' });
      await apply('hunter2secret');
      await call('context.markSeen', { workspace });
      await apply('gone');
      expect(await callsWithText(opened, 'hunter2secret')).toContain('context.read');
      expect((await erase(opened, { text: 'hunter2secret' })).left).toEqual([]);
      expect(await callsWithText(opened, 'hunter2secret')).toEqual([]);
      expect(await opened.find('p')).toMatchObject({ mark: 'changed', value: 'gone' });
      await world.engine().close();
      expect(await filesWith(world, 'hunter2secret')).toEqual([]);
      await world.restart();
      expect(await callsWithText(await openIn(world), 'hunter2secret')).toEqual([]);
    });

    test('removes the text from a mark or a waiting update that has it in two halves, as name and value', async () => {
      const opened = await started(context);
      const { world, call, workspace } = opened;
      const apply = (key: string, value: string, category?: string) =>
        call('context.apply', { workspace, updates: [update(key, value, category)], assistant: 'Otto' });
      await apply('vault', 'hunter2secret, they say');
      await call('context.markSeen', { workspace });
      await apply('vault', 'gone');
      await apply('unit_preference', 'hunter2secret', 'preference');
      await erase(opened, { text: 'vault: hunter2secret' });
      expect(await opened.find('vault')).toMatchObject({ earlier: { value: ', they say' } });
      await erase(opened, { text: 'unit_preference: hunter2secret' });
      expect((await call('cards.list', { workspace })).total).toBe(0);
      expect(await callsWithText(opened, 'hunter2secret')).toEqual([]);
      expect(await filesWith(world, 'hunter2secret')).toEqual([]);
    });

    test('removes the text from a whole line that another program left out', async () => {
      const line = '- [2026-01-02|certain|user_correction|pinned] vault: hunter2secret';
      const opened = await started(context.replace('- language: English', line));
      const { world, call, workspace } = opened;
      world.outside.replace(world.contextPath, context);
      await world.until(async () => expect((await call('cards.list', { workspace })).total).toBe(1));
      // Records the missing text.
      await call('context.markSeen', { workspace, entries: [], removed: 0 });
      await erase(opened, { text: line });
      expect(await callsWithText(opened, 'hunter2secret')).toEqual([]);
      expect(await filesWith(world, 'hunter2secret')).toEqual([]);
    });

    test('removes the text from a whole line that another program changed', async () => {
      const line = '- [2026-01-02|certain|assistant] vault: hunter2secret';
      const opened = await started(context.replace('- language: English', line));
      const { world, call, workspace } = opened;
      world.outside.replace(
        world.contextPath,
        context.replace('- language: English', line.replace('hunter2secret', 'x')),
      );
      await world.until(async () => expect(await opened.find('vault')).toMatchObject({ mark: 'changed' }));
      await call('context.markSeen', { workspace, entries: [], removed: 0 });
      await erase(opened, { text: line });
      expect(await callsWithText(opened, 'hunter2secret')).toEqual([]);
      expect(await filesWith(world, 'hunter2secret')).toEqual([]);
    });

    test('removes the text from the memory of other windows', async () => {
      const opened = await started();
      const { world, workspace } = opened;
      const other = await openIn(world.another(), { caller: 'other' });
      expect(await callsWithText(other, secret)).toContain('context.read');
      // A mark there would remember the replaced text.
      await edit(opened, 'bank_password', `${secret}, they say`);
      await erase(opened, { text: secret });
      await edit(opened, 'bank_password', 'none');
      await other.call('workspaces.attend', { workspace, visible: true });
      await world.until(async () => expect(await other.find('bank_password')).toMatchObject({ value: 'none' }));
      expect(await callsWithText(other, secret)).toEqual([]);
      expect(other.of('erase.done').flatMap(({ texts }) => texts)).toContain('hunter2-ünïque "x');
      await world.engine().close();
      await world.closeOthers();
      expect(await filesWith(world, secret)).toEqual([]);
    });

    test('removes the text from a draft that another window keeps typing', async () => {
      const opened = await started(context);
      const { world } = opened;
      const other = await openIn(world.another(), { caller: 'other' });
      await keepDraft(other, 'draft-of-other-window', `${secret} ty`);
      await erase(opened, { text: secret });
      await keepDraft(other, 'draft-of-other-window', `${secret} typed`);
      expect(await filesWith(world, 'hunter2-ünïque')).toEqual([]);
      expect(other.of('erase.done')).toHaveLength(1);
      await keepDraft(other, 'draft-of-other-window', `${secret} once more, on purpose`);
      expect(await filesWith(world, 'hunter2-ünïque')).not.toEqual([]);
    });

    test('removes the text from what was typed into forms, here and in another window that types on', async () => {
      const opened = await started(context);
      const { world } = opened;
      const other = await openIn(world.another(), { caller: 'other' });
      const type = ({ call, workspace }: typeof other, value: string) =>
        call('text.keepFields', {
          workspace,
          owner: 'forms-of-window',
          forms: { add: { value, key: '', category: 'fact', heading: null, confidence: null, isOpen: true } },
        });
      await type(other, `I said ${secret}`);
      await erase(opened, { text: secret });
      expect(await filesWith(world, 'hunter2-ünïque')).toEqual([]);
      await type(other, `I said ${secret} again`);
      expect(await filesWith(world, 'hunter2-ünïque')).toEqual([]);
      expect(other.of('erase.done')).toHaveLength(1);
    });

    test('removes the text from lines that another program left out, and leaves no empty decision', async () => {
      const lines = `Note: ${secret}\n\n<!-- comment, heading and prose -->\n\n## ${secret}\n- a: b\n`;
      const opened = await started(`${context}\n${lines}`);
      const { world, call, workspace } = opened;
      await edit(opened, 'language', 'German');
      world.outside.replace(world.contextPath, (world.text(world.contextPath) ?? '').replace(lines, ''));
      await world.until(async () => expect((await call('cards.list', { workspace })).total).toBeGreaterThan(0));
      expect(await callsWithText(opened, secret)).toContain('cards.list');
      await erase(opened, { text: secret });
      for (const text of ['heading', 'prose', 'comment', 'outside']) {
        await erase(opened, { text });
      }
      expect(await callsWithText(opened, secret)).toEqual([]);
      expect(await filesWith(world, secret)).toEqual([]);
      const { cards } = await call('cards.list', { workspace });
      await world.restart();
      const again = await openIn(world);
      expect((await again.call('cards.list', { workspace })).cards).toEqual(cards);
      expect(JSON.stringify(cards)).toContain('"a"');
      expect(world.everyFile().filter(({ path }) => path.includes('damaged'))).toEqual([]);
    });

    test('removes the text from the remembered copy of a deleted file', async () => {
      const opened = await started();
      const { world, call, workspace, summary } = opened;
      world.outside.remove(world.contextPath);
      await world.until(async () => expect((await summary()).status).toBe('deleted'));
      expect((await erase(opened, { text: secret })).left).toEqual([]);
      expect(await callsWithText(opened, secret)).toEqual([]);
      expect(world.text(world.contextPath)).toBeNull();
      await call('context.putBack', { workspace });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      expect(await filesWith(world, secret)).toEqual([]);
    });
  });
}
