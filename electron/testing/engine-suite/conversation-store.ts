import { describe, expect, test } from 'vitest';
import type { Params } from '#shared/contract/contract.ts';
import { openIn } from '../engine-world.ts';
import { type CreateWorld, startOn } from './starting.ts';

type Added = Params<'conversationStore.add'>['messages'];

const conversation = 'main';
const said = (content: string): Added[number] => ({ role: 'user', content });
/** What agent programs say of a message beside what everybody does. */
const messages: Added = [
  said('What is in the log?'),
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'I look \u2028 – ☃' }],
    tool_calls: [{ id: 'a', tool: 'read', arguments: { path: 'log' } }],
    usage: { input_tokens: 12 },
    timestamp: '2026-11-21T09:00:00Z',
  },
  { role: 'tool', content: 'nothing\n', tool_call_id: 'a' },
  { role: 'developer', content: null, of: [1, { two: true }] },
];
const linesOf = (all: Added): string => all.map((message) => `${JSON.stringify(message)}\n`).join('');
const many = (count: number): Added => Array.from({ length: count }, (_, n) => said(`number ${n}`));

/** Conversations that an agent program keeps in a workspace. */
export function conversationStoreTests(createWorld: CreateWorld): void {
  async function started(text?: null) {
    const start = await startOn(createWorld, text);
    const { world, call, workspace } = start;
    const path = `${world.root}/logs/conversations/${conversation}.jsonl`;
    const named = { workspace, conversation };
    return {
      ...start,
      path,
      add: (...added: Added) => call('conversationStore.add', { ...named, messages: added }),
      read: () => call('conversationStore.messages', { ...named }),
      forRequest: (how: Partial<Params<'conversationStore.forRequest'>> = {}) =>
        call('conversationStore.forRequest', { ...named, ...how }),
      initialize: () => call('conversationStore.initialize', named),
      clear: (assistant?: string) => call('conversationStore.clear', { ...named, ...(assistant && { assistant }) }),
      kept: async () => {
        const { lines } = await call('history.list', { workspace });
        return lines.flatMap((line) => (line.type === 'version' && line.file.includes('conversations') ? line : []));
      },
    };
  }

  describe('a conversation that is kept', () => {
    test('has the messages that were added, in order, with all that their program says of them', async () => {
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

    test('stands beside others, in a workspace where nothing was written before', async () => {
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

    test('of a memory that is one file stands nowhere beside it', async () => {
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
      'is not called “%s”',
      async (name) => {
        const { call, workspace } = await started();
        await expect(call('conversationStore.add', { workspace, conversation: name, messages })).rejects.toThrow();
      },
    );

    test('goes on after a line that a crash cut short, which is told and stays', async () => {
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

    test('has every message also where the crash cut it right before its end', async () => {
      const { world, path, add, read } = await started();
      world.outside.write(path, linesOf([said('one')]).trimEnd());
      await add(said('two'));
      expect((await read()).messages).toHaveLength(2);
    });

    test('keeps lines that others wrote there, whatever they are, and tells what they are', async () => {
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

    test('is read in pages, from where one ended', async () => {
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

    test('takes no message that would be too long to be read again', async () => {
      const { world, path, add, read } = await started();
      await add(said('one'));
      await expect(add(said('two'), said('x'.repeat(2_200_000)))).rejects.toMatchObject({ code: 'too_large' });
      expect(world.text(path)).toBe(linesOf([said('one')]));
      world.outside.write(path, `${linesOf([said('x'.repeat(2_200_000))])}${linesOf([said('two')])}`);
      expect(await read()).toMatchObject({ messages: [{ message: said('two') }], problems: [{ problem: 'too_long' }] });
    });

    test('says after a write that failed that what stood there does', async () => {
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
    test('is a step: the history keeps all of it, undo brings it back to the byte, redo clears again', async () => {
      const { world, path, add, clear, call, workspace, kept, read } = await started();
      await add(...messages);
      world.outside.write(path, `${world.text(path)}torn {`);
      const before = world.text(path);
      expect((await clear()).change?.label).toBe('Cleared the conversation “main”');
      expect([world.text(path), (await read()).messages]).toEqual(['', []]);
      expect((await kept()).map(({ label, who, kind }) => [label, who, kind])).toEqual([
        ['Cleared the conversation “main”', 'person', 'other'],
        ['As it was when Contexture first read it', 'outside', 'other'],
      ]);
      await call('context.undo', { workspace });
      expect(world.text(path)).toBe(before);
      await call('context.redo', { workspace });
      expect(world.text(path)).toBe('');
    });

    test('can be undone after a restart, and brought back from the history', async () => {
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

    test('by a program is no change that the person would undo unasked, and can be undone by name', async () => {
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

    test('is not undone over what was added since: that stays, and the history has the rest', async () => {
      const { world, path, add, clear, call, workspace } = await started();
      await add(...messages);
      const { change } = await clear();
      await add(said('anew'));
      await expect(call('context.undo', { workspace, change: change?.id ?? '' })).rejects.toMatchObject({
        code: 'change_superseded',
      });
      expect(world.text(path)).toBe(linesOf([said('anew')]));
    });

    test('keeps what a program still writes into what was cleared', async () => {
      const { world, path, clear, call, workspace } = await started();
      world.outside.write(path, linesOf(messages));
      await clear();
      const late = `${linesOf(messages)}${linesOf([said('late')])}`;
      world.outside.growDisplaced(path, late);
      await world.until(async () => {
        const { lines } = await call('history.list', { workspace });
        const versions = lines.flatMap((line) => (line.type === 'version' && line.file.includes('main') ? line : []));
        expect(versions).toHaveLength(3);
      });
      expect(world.text(path)).toBe('');
    });

    test('changes nothing where there is nothing', async () => {
      const { add, clear } = await started();
      await expect(clear()).rejects.toMatchObject({ code: 'not_found' });
      await add(said('one'));
      await clear();
      expect((await clear()).change).toBeNull();
    });
  });

  describe('a conversation begins', () => {
    const withFiles = async (...memoryFiles: string[]) => {
      const start = await started();
      const { world, call, workspace } = start;
      world.outside.write(`${world.root}/AGENTS.md`, '# AGENTS.md\n\nBe brief.\n');
      world.outside.write(`${world.root}/docs/TEAM.md`, 'Ship on Fridays.\n');
      world.outside.write(`${world.root}/empty.md`, ' \n');
      world.outside.replaceBytes(`${world.root}/binary.md`, Uint8Array.of(0xff, 0xfe, 0x00));
      await call('settings.write', { workspace, values: { memoryFiles } });
      return start;
    };
    const system = [
      { role: 'system', content: '[Context from TEAM.md]\n\nShip on Fridays.\n' },
      { role: 'system', content: '[Context from AGENTS.md]\n\n# AGENTS.md\n\nBe brief.\n' },
    ];

    test('with the memory files as system messages, in their order, once', async () => {
      const { world, path, initialize, add, clear } = await withFiles('./docs/TEAM.md', './AGENTS.md');
      expect(await initialize()).toMatchObject({ began: true, messages: 2, tokens: { total: 16, limit: 200_000 } });
      await add(said('one'));
      world.outside.write(`${world.root}/AGENTS.md`, 'Be verbose.\n');
      expect(await initialize()).toMatchObject({ began: false, messages: 0 });
      expect(world.text(path)).toBe(linesOf([...system, said('one')] as Added));
      await clear();
      expect(await initialize()).toMatchObject({ began: true, messages: 2 });
      expect(world.text(path)).toContain('Be verbose.');
    });

    test('and says of each file whether it was loaded, at four levels', async () => {
      const { initialize } = await withFiles(
        './AGENTS.md',
        './none.md',
        './binary.md',
        './empty.md',
        './AGENTS.md',
        '~/mine.md',
      );
      const { notices } = await initialize();
      expect(notices.map(({ level, file }) => [level, file])).toEqual([
        ['info', './AGENTS.md'],
        ['warning', './none.md'],
        ['error', './binary.md'],
        ['debug', './empty.md'],
        ['debug', './AGENTS.md'],
        ['warning', '~/mine.md'],
      ]);
      expect(notices[0]?.message).toBe('Loaded, with 9 tokens.');
      expect(notices.every(({ message }) => message !== '')).toBe(true);
    });

    test('not at all with files that are too much together: each is named with its tokens', async () => {
      const { world, path, initialize, call, workspace } = await withFiles('./docs/TEAM.md', './AGENTS.md');
      world.outside.write(`${world.root}/AGENTS.md`, 'word '.repeat(200));
      await call('settings.write', { workspace, values: { maxTokens: 100 } });
      await expect(initialize()).rejects.toMatchObject({
        code: 'over_limit',
        message: expect.stringContaining('./docs/TEAM.md 7, ./AGENTS.md 264'),
        details: { tokens: 271, limit: 100 },
      });
      expect(world.text(path)).toBeNull();
    });

    test('with nothing where no files are listed', async () => {
      const { world, path, initialize } = await withFiles();
      expect(await initialize()).toEqual({
        began: true,
        messages: 0,
        notices: [],
        tokens: { total: 0, limit: 200_000 },
      });
      expect(world.text(path)).toBeNull();
    });
  });

  describe('for a request to a model', () => {
    const long: Added = [...many(40), { role: 'system', content: 'Be brief.' }, ...many(12).map(() => said('ok'))];

    test('a conversation that is within its budget is whole', async () => {
      const { add, forRequest } = await started();
      await add(...long);
      const all = await forRequest();
      expect(all).toMatchObject({ budget: 200_000, total: 53, next: null, fits: true, orphans: 0 });
      expect(all.messages).toEqual(long);
      expect(all.after).toBe(all.before);
    });

    test.each([
      {
        what: 'the one named',
        how: { tokenBudget: 50, provider: { context_window: 9000, max_output_tokens: 1 } },
        budget: 50,
      },
      {
        what: 'what a provider leaves',
        how: { provider: { context_window: 3000, max_output_tokens: 1960 } },
        budget: 40,
      },
      {
        what: 'nothing, of a provider that leaves nothing',
        how: { provider: { context_window: 10, max_output_tokens: 5 } },
        budget: 0,
      },
    ])('has as its budget $what', async ({ how, budget }) => {
      const { world, path, add, forRequest } = await started();
      await add(...long);
      const before = world.text(path);
      const sent = await forRequest(how);
      expect(sent.budget).toBe(budget);
      expect(sent.messages).toEqual([{ role: 'system', content: 'Be brief.' }, said('ok')]);
      expect(world.text(path)).toBe(before);
    });

    test('the settings say what is usual, and from when on it is compacted', async () => {
      const { add, forRequest, call, workspace } = await started();
      await add(...long);
      await call('settings.write', { workspace, values: { maxTokens: 130 } });
      expect(await forRequest()).toMatchObject({ budget: 130, before: 122, total: 2 });
      await call('settings.write', { workspace, values: { compactThreshold: 1 } });
      expect(await forRequest()).toMatchObject({ budget: 130, total: 53 });
    });

    test('careful rules leave what the seed’s drop, and say whether it fits', async () => {
      const { add, forRequest } = await started();
      await add(...long);
      const careful = await forRequest({ preset: 'careful', tokenBudget: 60 });
      expect(careful.messages.filter(({ content }) => content === 'ok')).toHaveLength(10 + 1);
      expect(careful).toMatchObject({ fits: true });
      expect(await forRequest({ preset: 'careful', tokenBudget: 5 })).toMatchObject({ fits: false });
    });

    test('pages are of one state of the conversation, whatever is added meanwhile', async () => {
      const { add, forRequest, clear } = await started();
      const large = Array.from({ length: 5 }, (_, n) => said(`${n} ${'x'.repeat(400_000)}`));
      for (const message of large) {
        await add(message);
      }
      const first = await forRequest();
      expect([first.messages.length, first.next]).toEqual([2, 2]);
      await add(said('later'));
      const second = await forRequest({ upTo: first.upTo, offset: 2 });
      const third = await forRequest({ upTo: first.upTo, offset: second.next ?? 0 });
      expect([...first.messages, ...second.messages, ...third.messages]).toEqual(large);
      expect(third.next).toBeNull();
      await clear();
      await expect(forRequest({ upTo: first.upTo, offset: 2 })).rejects.toMatchObject({ code: 'revision_gone' });
    });

    test('there is nothing of a conversation that is not there', async () => {
      const { forRequest, read } = await started();
      expect(await forRequest()).toMatchObject({ messages: [], total: 0, before: 0, upTo: 0 });
      expect(await read()).toEqual({ messages: [], problems: [], next: null });
    });
  });
}
