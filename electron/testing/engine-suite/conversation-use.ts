import { describe, expect, test } from 'vitest';
import { filesWith } from '../byte-search.ts';
import { linesOf, many, type NewMessages, said, startConversation } from './conversation-starting.ts';
import { erase, secret } from './erasing.ts';
import type { CreateWorld } from './starting.ts';

/** How a stored conversation begins, which part of it is sent to a model, and erasing from it. */
export function conversationUseTests(createWorld: CreateWorld): void {
  const started = () => startConversation(createWorld);

  describe('the beginning of a conversation', () => {
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

    test('has the memory files as system messages, in order, once', async () => {
      const { world, path, initialize, add, clear } = await withFiles('./docs/TEAM.md', './AGENTS.md');
      expect(await initialize()).toMatchObject({ began: true, messages: 2, tokens: { total: 16, limit: 200_000 } });
      await add(said('one'));
      world.outside.write(`${world.root}/AGENTS.md`, 'Be verbose.\n');
      expect(await initialize()).toMatchObject({ began: false, messages: 0 });
      expect(world.text(path)).toBe(linesOf([...system, said('one')] as NewMessages));
      await clear();
      expect(await initialize()).toMatchObject({ began: true, messages: 2 });
      expect(world.text(path)).toContain('Be verbose.');
    });

    test('reports for each file if it was loaded, at four levels', async () => {
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

    test('is refused if the files are too large together: each is named with its tokens', async () => {
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

    test('is empty when no files are listed', async () => {
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

  describe('a request to a model', () => {
    const long: NewMessages = [
      ...many(40),
      { role: 'system', content: 'Be brief.' },
      ...many(12).map(() => said('ok')),
    ];

    test('gets the whole conversation when it is within its budget', async () => {
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
        what: 'the rest of a provider’s window',
        how: { provider: { context_window: 3000, max_output_tokens: 1960 } },
        budget: 40,
      },
      {
        what: 'nothing if the provider’s window is full',
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

    test('uses the settings for its defaults and the start of compaction', async () => {
      const { add, forRequest, call, workspace } = await started();
      await add(...long);
      await call('settings.write', { workspace, values: { maxTokens: 130 } });
      expect(await forRequest()).toMatchObject({ budget: 130, before: 122, total: 2 });
      await call('settings.write', { workspace, values: { compactThreshold: 1 } });
      expect(await forRequest()).toMatchObject({ budget: 130, total: 53 });
    });

    test('counts tokens as the settings say', async () => {
      const { add, forRequest, call, workspace } = await started();
      await add(said('antidisestablishmentarianism, incomprehensibilities'));
      expect((await forRequest()).before).toBe(2);
      await call('settings.write', { workspace, values: { measure: 'count' } });
      expect((await forRequest()).before).toBeGreaterThan(5);
    });

    test('under careful rules keeps what the seed’s rules drop, and reports if it fits', async () => {
      const { add, forRequest } = await started();
      await add(...long);
      const careful = await forRequest({ preset: 'careful', tokenBudget: 60 });
      expect(careful.messages.filter(({ content }) => content === 'ok')).toHaveLength(10 + 1);
      expect(careful).toMatchObject({ fits: true });
      expect(await forRequest({ preset: 'careful', tokenBudget: 5 })).toMatchObject({ fits: false });
    });

    test('gets pages of one state of the conversation, whatever is added meanwhile', async () => {
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

    test('gets nothing for a missing conversation', async () => {
      const { forRequest, read } = await started();
      expect(await forRequest()).toMatchObject({ messages: [], total: 0, before: 0, upTo: 0 });
      expect(await read()).toEqual({ messages: [], problems: [], next: null });
    });
  });

  describe('a text that is erased everywhere', () => {
    test('is removed from every message and from the history, and the messages stay readable', async () => {
      const opened = await started();
      const { world, path, add, clear, call, workspace, read } = opened;
      await add(
        said(`It is ${secret}, I think`),
        {
          role: 'assistant',
          content: [{ type: 'text', text: `So ${secret}` }],
          tool_calls: [{ id: 'a', name: 'login', arguments: { word: secret, [secret]: 1 } }],
        },
        said('nothing of it'),
      );
      world.outside.write(
        path,
        `${world.text(path)}{"role":"user","content":"torn ${JSON.stringify(secret).slice(1, -1)}`,
      );
      await clear();
      await call('context.undo', { workspace });
      const { places } = await call('erase.preview', { workspace, target: { text: secret } });
      expect(places).toEqual([
        { place: 'messages', count: 3 },
        { place: 'history', count: 1 },
      ]);
      const { left } = await erase(opened, { text: secret });
      expect(left.map((one) => one.path)).not.toContain(path);
      await world.until(async () => expect(await filesWith(world, secret)).toEqual([]));
      expect((await read()).messages.map(({ message }) => message)).toEqual([
        said('It is, I think'),
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'So' }],
          tool_calls: [{ id: 'a', name: 'login', arguments: { word: '', '': 1 } }],
        },
        said('nothing of it'),
      ]);
    });

    test('is removed across several lines of a message, and from cleared conversations', async () => {
      const opened = await started();
      const { world, path, add, clear, call, workspace } = opened;
      const text = 'first line of it\nand the second';
      await add(said(`before\n${text}\nafter`), said('other'));
      await clear();
      await erase(opened, { text });
      await call('context.undo', { workspace });
      expect(world.text(path)).toBe(linesOf([said('before\n\nafter'), said('other')]));
    });

    test('stays where it is the name of a role', async () => {
      const opened = await started();
      const { add, read } = opened;
      await add(said('the user says so'));
      await erase(opened, { text: 'user' });
      expect((await read()).messages.map(({ message }) => message)).toEqual([said('the says so')]);
    });
  });
}
