import { describe, expect, test } from 'vitest';
import { openIn } from '../engine-world.ts';
import { conversation, linesOf, many, messages, said, startConversation } from './conversation-starting.ts';
import type { CreateWorld } from './starting.ts';

/** Conversations that an agent program stores in a workspace. */
export function conversationStoreTests(createWorld: CreateWorld): void {
  const started = (text?: null) => startConversation(createWorld, text);

  describe('a stored conversation', () => {
    test('has the added messages in order, with all fields of their program', async () => {
      const { world, path, add, read, kept } = await started();
      expect(await add(...messages.slice(0, 3))).toEqual({
        from: 0,
        to: Buffer.byteLength(linesOf(messages.slice(0, 3))),
      });
      await add(...messages.slice(3));
      expect(world.text(path)).toBe(linesOf(messages));
      expect((await read()).messages.map(({ message }) => message)).toEqual(messages);
      expect(await kept()).toEqual([]);
    });

    test('exists beside others, in a workspace that was empty before', async () => {
      const { world, call, workspace, add } = await started(null);
      await add(said('one'));
      await call('conversationStore.add', { workspace, conversation: 'second_2', messages: [said('two')] });
      const { conversations } = await call('conversationStore.list', { workspace });
      expect(conversations.map(({ name, bytes }) => [name, bytes]).sort()).toEqual([
        ['main', 32],
        ['second_2', 32],
      ]);
      expect(world.text(world.contextPath)).toBeNull();
    });

    test('has no file beside a memory that is one file', async () => {
      const world = await createWorld();
      const file = `${world.root}/.claude/projects/-home-maren/memory/MEMORY.md`;
      world.outside.write(file, '# Memory\n\n- likes tea\n');
      const { call, workspace } = await openIn({ root: file, engine: world.engine });
      await call('conversationStore.add', { workspace, conversation, messages });
      const read = await call('conversationStore.messages', { workspace, conversation });
      expect(read.messages).toHaveLength(messages.length);
      const beside = world.everyFile().filter(({ path }) => path.startsWith(world.root));
      expect(beside.map(({ path }) => path)).toEqual([file]);
    });

    test.each(['../main', 'a/b', 'Main', 'con', 'com1', '.hidden', '', 'x'.repeat(101), 'a.b'])(
      'can’t be named “%s”',
      async (name) => {
        const { call, workspace } = await started();
        await expect(call('conversationStore.add', { workspace, conversation: name, messages })).rejects.toThrow();
      },
    );

    test('continues after a line that a crash cut off, which is reported and stays', async () => {
      const { world, path, add, read } = await started();
      await add(said('one'));
      const torn = `${linesOf([said('one')])}{"role":"user","content":"tw`;
      world.outside.write(path, torn);
      expect(await read()).toMatchObject({ messages: [{ at: 0 }], problems: [{ at: 32, problem: 'not_json' }] });
      await add(said('three'));
      expect(world.text(path)).toBe(`${torn}\n${linesOf([said('three')])}`);
      expect((await read()).messages.map(({ message }) => message)).toEqual([said('one'), said('three')]);
      expect((await read()).problems).toEqual([{ at: 32, problem: 'not_json' }]);
    });

    test('continues after a character that a crash cut in two', async () => {
      const { world, path, add, read } = await started();
      await add(said('one'));
      const bytes = Buffer.from(linesOf([said('one'), said('tü')]));
      world.outside.replaceBytes(path, bytes.subarray(0, bytes.indexOf('ü') + 1));
      await add(said('three'));
      const { messages: found, problems } = await read();
      expect(found.map(({ message }) => message)).toEqual([said('one'), said('three')]);
      expect(problems).toEqual([{ at: 32, problem: 'not_json' }]);
      const left = world.everyFile().find((file) => file.path === path)?.bytes ?? new Uint8Array();
      expect(Buffer.from(left).indexOf(bytes.subarray(0, bytes.indexOf('ü') + 1))).toBe(0);
    });

    test('has every message even if a crash cut off its last byte', async () => {
      const { world, path, add, read } = await started();
      world.outside.write(path, linesOf([said('one')]).trimEnd());
      await add(said('two'));
      expect((await read()).messages).toHaveLength(2);
    });

    test('keeps foreign lines of any content, and reports them', async () => {
      const { world, path, add, read } = await started();
      const foreign = '\n{"type":"summary"}\nnot JSON\n[1]\n{"role":"narrator","content":"once","more":1}\n';
      world.outside.write(path, foreign);
      await add(said('one'));
      const { messages: found, problems } = await read();
      expect(problems.map(({ problem }) => problem)).toEqual(['not_a_message', 'not_json', 'not_a_message']);
      expect(found.map(({ message }) => message)).toEqual([
        { role: 'narrator', content: 'once', more: 1 },
        said('one'),
      ]);
      expect(world.text(path)).toBe(foreign + linesOf([said('one')]));
    });

    test('is read page by page, each from the end of the one before', async () => {
      const { call, workspace, add } = await started();
      await add(...many(25));
      const found: unknown[] = [];
      for (let from: number | null = 0; from !== null; ) {
        const page: { messages: { message: unknown }[]; next: number | null } = await call(
          'conversationStore.messages',
          {
            workspace,
            conversation,
            from,
            limit: 10,
          },
        );
        found.push(...page.messages.map(({ message }) => message));
        from = page.next;
      }
      expect(found).toEqual(many(25));
    });

    test('refuses a message that would be too long to read again', async () => {
      const { world, path, add, read } = await started();
      await add(said('one'));
      await expect(add(said('two'), said('x'.repeat(2_200_000)))).rejects.toMatchObject({ code: 'too_large' });
      expect(world.text(path)).toBe(linesOf([said('one')]));
      world.outside.write(path, `${linesOf([said('x'.repeat(2_200_000))])}${linesOf([said('two')])}`);
      expect(await read()).toMatchObject({ messages: [{ message: said('two') }], problems: [{ problem: 'too_long' }] });
    });

    test('reports after a failed write that the earlier messages are intact', async () => {
      const { world, path, add } = await started();
      await add(said('one'));
      world.files.forbid(null);
      const { append } = world.files;
      const files = world.files as { append: typeof append };
      files.append = async () => {
        throw Object.assign(new Error('no'), { code: 'EIO' });
      };
      await expect(add(said('two'))).rejects.toThrow();
      files.append = append;
      await add(said('three'));
      expect(world.text(path)).toBe(linesOf([said('one'), said('three')]));
    });
  });

  describe('clearing a conversation', () => {
    test('is one step: the history has all of it, undo restores it to the byte, redo clears again', async () => {
      const { world, path, add, clear, call, workspace, kept, read } = await started();
      await add(...messages);
      world.outside.write(path, `${world.text(path)}torn {`);
      const before = world.text(path);
      expect((await clear()).change?.label).toBe('Cleared the conversation “main”');
      expect([world.text(path), (await read()).messages]).toEqual(['', []]);
      expect((await kept()).map(({ label, who, kind }) => [label, who, kind])).toEqual([
        ['Cleared the conversation “main”', 'person', 'other'],
        ['First version', 'outside', 'other'],
      ]);
      await call('context.undo', { workspace });
      expect(world.text(path)).toBe(before);
      await call('context.redo', { workspace });
      expect(world.text(path)).toBe('');
    });

    test('can be undone after a restart, and restored from the history', async () => {
      const { world, path, add, clear } = await started();
      await add(...messages);
      await clear();
      await world.restart();
      const again = await openIn(world);
      const { lines } = await again.call('history.list', { workspace: again.workspace });
      const whole = lines.find(
        (line) => line.type === 'version' && line.file.includes('main') && line.who === 'outside',
      );
      await again.call('history.restore', { workspace: again.workspace, position: whole?.position ?? -1 });
      expect(world.text(path)).toBe(linesOf(messages));
      await again.call('context.undo', { workspace: again.workspace });
      await again.call('context.undo', { workspace: again.workspace });
      expect(world.text(path)).toBe(linesOf(messages));
    });

    test('is skipped by the person’s undo when a program did it, and can be undone by name', async () => {
      const { world, path, add, clear, call, workspace, ref, find, kept } = await started();
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      await add(...messages);
      const { change } = await clear('agent 7');
      expect(await kept()).toMatchObject([{ who: 'assistant', name: 'agent 7' }, { who: 'outside' }]);
      await call('context.undo', { workspace });
      expect([(await find('language')).value, world.text(path)]).toEqual(['English', '']);
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(world.text(path)).toBe(linesOf(messages));
    });

    test('can’t be undone over later messages, which stay, and the history has the rest', async () => {
      const { world, path, add, clear, call, workspace } = await started();
      await add(...messages);
      const { change } = await clear();
      await add(said('anew'));
      await expect(call('context.undo', { workspace, change: change?.id ?? '' })).rejects.toMatchObject({
        code: 'change_superseded',
      });
      expect(world.text(path)).toBe(linesOf([said('anew')]));
    });

    test('keeps what a program still writes into the cleared file', async () => {
      const { world, path, clear, call, workspace } = await started();
      world.outside.write(path, linesOf(messages));
      await clear();
      const late = `${linesOf(messages)}${linesOf([said('late')])}`;
      world.outside.growSuperseded(path, late);
      await world.until(async () => {
        const { lines } = await call('history.list', { workspace });
        const versions = lines.flatMap((line) => (line.type === 'version' && line.file.includes('main') ? line : []));
        expect(versions).toHaveLength(3);
      });
      expect(world.text(path)).toBe('');
    });

    test('changes nothing when there is no conversation', async () => {
      const { add, clear } = await started();
      await expect(clear()).rejects.toMatchObject({ code: 'not_found' });
      await add(said('one'));
      await clear();
      expect((await clear()).change).toBeNull();
    });
  });
}
