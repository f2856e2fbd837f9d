import { describe, expect, test } from 'vitest';
import type { Params, Result } from '#shared/contract/contract.ts';
import { engineInMemory } from '#testing/engine-in-memory.ts';
import type { createMemoryPorts } from '#testing/memory-ports.ts';
import { createEngine } from '../../engine.ts';
import type { Ports } from '../../ports.ts';

const folder = '/home/person/.claude/projects/-home-person-code';

const lineOf = (n: number, text: string, cwd = '/home/person/code'): string =>
  `${JSON.stringify({
    type: 'user',
    uuid: `u${n}`,
    timestamp: new Date(Date.UTC(2026, 10, 20, 9, n)).toISOString(),
    cwd,
    message: { role: 'user', content: text },
  })}\n`;
const resultOf = (n: number, text: string): string =>
  `${JSON.stringify({
    type: 'user',
    uuid: `t${n}`,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: text }] },
  })}\n`;

async function openEngine(change: (ports: ReturnType<typeof createMemoryPorts>) => Partial<Ports> = () => ({})) {
  const { ports, engine, call } = engineInMemory({}, change);
  await call('conversations.approve', { place: 'claude', approved: true });
  const states: Result<'conversations.index'>[] = [];
  let heard = (): void => undefined;
  engine.subscribe((event) => {
    if (event.event === 'conversations.indexing') {
      states.push(event.data);
      heard();
    }
  });
  /** Has the index filled, and waits until it is complete. */
  async function filled() {
    const from = states.length;
    await call('conversations.index', {});
    while (!states.slice(from).some(({ state }) => state !== 'reading')) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
    return states.at(-1);
  }
  const write = (name: string, text: string): void => ports.outside.write(`${folder}/${name}.jsonl`, text);
  const search = async (text: string, rest: Partial<Params<'conversations.search'>> = {}) => {
    const answer = await call('conversations.search', { text, ...rest });
    return {
      ...answer,
      hits: answer.found.flatMap(({ conversation, hits }) =>
        hits.map(
          ({ at, passage }) => `${conversation.id.slice(conversation.id.lastIndexOf('/') + 1)} ${at} ${passage.text}`,
        ),
      ),
    };
  };
  return { ports, call, states, filled, write, search };
}

describe('a search of conversations', () => {
  test('gives the same answers before indexing, from the index and without one, and names which it used', async () => {
    const { ports, filled, write, search } = await openEngine();
    write('one', lineOf(1, 'I drink green tea.') + lineOf(2, 'And coffee.'));
    await ports.clock.advance(1000);
    write('two', lineOf(3, 'Teapots are green, too.'));
    const first = await search('green tea');
    expect(first.hits).toEqual(['two.jsonl 0 Teapots are green, too.', 'one.jsonl 0 I drink green tea.']);
    expect(first).toMatchObject({ byScan: 'unread', next: null, searched: { done: 2, total: 2 } });

    expect(await filled()).toMatchObject({ state: 'complete', problem: null });
    const second = await search('green tea');
    expect(second).toMatchObject({ found: first.found, byScan: null });

    ports.conversationIndex.setUnavailable(true);
    expect(await search('green tea')).toMatchObject({ found: first.found, byScan: 'unavailable' });
    expect(await filled()).toMatchObject({ state: 'unavailable', problem: expect.stringContaining('no binary') });
  });

  test('reports who said it when and in which conversation, with matches marked', async () => {
    const { filled, write, call } = await openEngine();
    write('one', lineOf(1, 'Hello.') + lineOf(2, 'I drink green tea.'));
    await filled();
    const { found } = await call('conversations.search', { text: '"green tea"' });
    expect(found).toMatchObject([
      {
        conversation: {
          assistant: 'Claude Code',
          title: 'Hello.',
          project: { path: '/home/person/code' },
          parent: null,
        },
        hits: [
          {
            author: 'person',
            time: Date.UTC(2026, 10, 20, 9, 2),
            passage: { text: 'I drink green tea.', marks: [{ from: 8, to: 17 }] },
          },
        ],
        more: false,
      },
    ]);
  });

  test('distinguishes speech, thoughts, tool calls and tool results', async () => {
    const { filled, write, call } = await openEngine();
    const said = (...content: readonly object[]): string =>
      `${JSON.stringify({ type: 'assistant', message: { id: 'm', role: 'assistant', content } })}\n`;
    const edit = { type: 'tool_use', id: 'x', name: 'Edit', input: { new_string: 'a tin\nof tea' } };
    write('one', lineOf(1, 'tea') + said({ type: 'text', text: 'Yes.' }, edit) + resultOf(2, 'tea is written'));
    await filled();
    const { found } = await call('conversations.search', { text: 'tea' });
    expect(found[0]?.hits).toMatchObject([
      { author: 'person', part: 'text', tool: null },
      { author: 'assistant', part: 'call', tool: 'Edit', passage: { text: 'Edit new_string: a tin of tea' } },
      { author: 'tool', part: 'result', tool: null },
    ]);
  });

  test('finds added text, and drops removed text', async () => {
    const { ports, filled, write, search } = await openEngine();
    const old = lineOf(1, 'I drink tea.');
    write('one', old);
    await filled();
    await ports.clock.advance(1000);
    write('one', old + lineOf(2, 'More tea.'));
    const added = await search('tea');
    expect(added.hits).toEqual(['one.jsonl 0 I drink tea.', `one.jsonl ${old.length} More tea.`]);
    expect(added.byScan).toBe('unread');
    // Same size and time, so that only the text shows the change.
    const info = await ports.files.info(`${folder}/one.jsonl`);
    await filled();
    expect((await search('tea')).byScan).toBe(null);
    expect(info).not.toBe(null);
    await ports.clock.advance(1000);
    write('one', lineOf(1, 'I drink wine.') + lineOf(2, 'More of it, and more, and again.'));
    expect((await search('tea')).hits).toEqual([]);
    await filled();
    expect((await search('tea')).hits).toEqual([]);
    expect((await search('wine')).hits).toEqual(['one.jsonl 0 I drink wine.']);
  });

  test('continues after a page, with every match once', async () => {
    const { ports, filled, write, search } = await openEngine();
    for (let n = 0; n < 7; n++) {
      write(`c${n}`, lineOf(n, `tea ${n}`) + lineOf(n, 'none') + lineOf(n, `more tea ${n}`));
      await ports.clock.advance(1000);
    }
    for (const isFilled of [false, true]) {
      if (isFilled) {
        await filled();
      }
      const all: string[] = [];
      let from: Params<'conversations.search'>['from'];
      do {
        const page = await search('tea', { limit: 2, from });
        all.push(...page.hits);
        from = page.next ?? undefined;
      } while (from !== undefined);
      expect(all).toHaveLength(14);
      expect(new Set(all).size).toBe(14);
      expect(all[0]).toBe('c6.jsonl 0 tea 6');
    }
    const one = await search('tea', { each: 1, limit: 1 });
    expect(one.found[0]).toMatchObject({ hits: [{ at: 0 }], more: true });
  });

  test('filters by assistant, project, time or conversation', async () => {
    const { ports, filled, write, search } = await openEngine();
    write('one', lineOf(1, 'tea', '/home/person/app'));
    const before = ports.clock.now();
    await ports.clock.advance(1000);
    write('two', lineOf(2, 'tea'));
    await filled();
    expect((await search('tea', { project: '/home/person/app' })).hits).toEqual(['one.jsonl 0 tea']);
    expect((await search('tea', { since: before + 500 })).hits).toEqual(['two.jsonl 0 tea']);
    expect((await search('tea', { until: before + 500 })).hits).toEqual(['one.jsonl 0 tea']);
    expect((await search('tea', { assistant: 'Somebody' })).hits).toEqual([]);
    expect((await search('tea', { conversation: `claude:${folder}/one.jsonl` })).hits).toEqual(['one.jsonl 0 tea']);
  });

  test('anywhere finds parts of words, and text that the index leaves out', async () => {
    const { filled, write, search } = await openEngine();
    write('one', lineOf(1, 'See openContextFile.') + lineOf(2, 'a => b'));
    write('two', resultOf(1, `first ${'x '.repeat(40_000)} hiddenAtTheEnd`));
    write('three', lineOf(1, 'nothing of this'));
    await filled();
    expect((await search('ontextfi')).hits).toEqual([]);
    expect(await search('ontextfi', { match: 'anywhere' })).toMatchObject({
      hits: ['one.jsonl 0 See openContextFile.'],
      byScan: 'anywhere',
    });
    expect((await search('=>')).hits).toEqual([expect.stringContaining('a => b')]);
    expect((await search('hiddenAtTheEnd')).hits).toEqual([]);
    expect((await search('hiddenAtTheEnd', { match: 'anywhere' })).hits).toEqual([
      expect.stringMatching(/^two.*hiddenAtTheEnd$/),
    ]);
  });

  test('finds nothing for an empty query, and uses the index for languages without spaces', async () => {
    const { filled, write, search } = await openEngine();
    write('one', lineOf(1, '我喜欢绿茶。'));
    await filled();
    expect(await search(' ')).toMatchObject({ found: [], next: null });
    expect(await search('绿茶')).toMatchObject({ hits: ['one.jsonl 0 我喜欢绿茶。'], byScan: null });
  });
});

describe('the index of conversations', () => {
  test('reads only added text, and a replaced file from its start', async () => {
    const reads: number[] = [];
    const { ports, filled, write } = await openEngine((given) => ({
      files: {
        ...given.files,
        readPart: (path, from, length) => {
          reads.push(from);
          return given.files.readPart(path, from, length);
        },
      },
    }));
    const lines = Array.from({ length: 2_000 }, (_, n) => lineOf(n % 60, `message ${n} ${'and more '.repeat(60)}`));
    write('one', lines.join(''));
    await filled();
    reads.length = 0;
    await filled();
    expect(reads).toEqual([]);
    await ports.clock.advance(1000);
    write('one', `${lines.join('')}${lineOf(1, 'the last')}`);
    await filled();
    // Without the beginning, which a list shows.
    const later = reads.filter((from) => from > 64 * 1024);
    expect(later).not.toEqual([]);
    expect(Math.min(...later)).toBeGreaterThan(lines.join('').length - 512 * 1024);
    expect(reads.filter((from) => from <= 64 * 1024).length).toBeLessThan(4);
    reads.length = 0;
    await ports.clock.advance(1000);
    write('one', `${lines.toReversed().join('')}${lineOf(1, 'the last, in another file')}`);
    await filled();
    expect(reads).toContain(0);
  });

  test('recognises copies, lists them below the conversation that continues, and finds them once', async () => {
    const { ports, call, filled, write, search } = await openEngine();
    const said = [lineOf(1, 'Which tea?'), lineOf(2, 'Black tea.'), lineOf(3, 'And later?')];
    write('first', said.slice(0, 1).join(''));
    write('fork', [said[0], lineOf(2, 'Green tea.'), lineOf(4, 'And later?')].join(''));
    write('other', [lineOf(1, 'Which coffee?'), said[1], said[2]].join(''));
    await ports.clock.advance(1000);
    write('second', said.slice(0, 2).join(''));
    await ports.clock.advance(1000);
    write('last', said.join(''));
    await filled();
    const listed = async (parent?: string) => {
      const { conversations } = await call('conversations.list', { offset: 0, limit: 50, ...(parent && { parent }) });
      return conversations.map(({ path, marks, copies, subagents }) => [
        path.split('/').at(-1),
        marks,
        copies,
        subagents,
      ]);
    };
    const last = `claude:${folder}/last.jsonl`;
    expect((await listed()).sort()).toEqual([
      ['fork.jsonl', [], 0, 0],
      ['last.jsonl', [], 2, 0],
      ['other.jsonl', [], 0, 0],
    ]);
    expect(await listed(last)).toEqual([
      ['second.jsonl', ['copy'], 0, 0],
      ['first.jsonl', ['copy'], 0, 0],
    ]);
    expect(await call('conversations.about', { id: `claude:${folder}/first.jsonl` })).toMatchObject({ parent: last });
    const later = { until: ports.clock.now() };
    expect((await search('black', later)).hits.map((hit) => hit.split(' ')[0]).sort()).toEqual([
      'other.jsonl',
      'second.jsonl',
    ]);
    expect((await search('black')).hits.map((hit) => hit.split(' ')[0]).sort()).toEqual(['last.jsonl', 'other.jsonl']);

    // A copy that continued on its own is no longer one, even before the index has noticed.
    await ports.clock.advance(1000);
    write('second', said.slice(0, 2).join('') + lineOf(9, 'Elsewhere.'));
    expect((await listed()).map(([name]) => name)).toContain('second.jsonl');
    await filled();
    expect((await listed()).map(([name]) => name)).toContain('second.jsonl');
    ports.outside.remove(`${folder}/last.jsonl`);
    ports.outside.remove(`${folder}/second.jsonl`);
    expect((await listed()).map(([name]) => name)).toContain('first.jsonl');
  });

  test('forgets conversations that are gone, and everything of a place that is no longer approved', async () => {
    const { ports, call, filled, write } = await openEngine();
    write('one', lineOf(1, 'tea'));
    write('two', lineOf(1, 'tea'));
    await filled();
    ports.outside.remove(`${folder}/one.jsonl`);
    await filled();
    const tea = [{ words: ['tea'], isPrefix: false }];
    expect(await ports.conversationIndex.conversationsWith(tea)).toEqual([`claude:${folder}/two.jsonl`]);
    await call('conversations.approve', { place: 'claude', approved: false });
    await filled();
    expect(await ports.conversationIndex.known()).toEqual([]);
  });

  test('is not filled while it is paused, also after a restart', async () => {
    const { ports, call, filled, write, search } = await openEngine();
    expect(await call('conversations.pauseIndex', { paused: true })).toMatchObject({ state: 'paused' });
    write('one', lineOf(1, 'tea'));
    await call('conversations.index', {});
    expect(await search('tea')).toMatchObject({ hits: ['one.jsonl 0 tea'], byScan: 'unread' });
    expect(await ports.conversationIndex.known()).toEqual([]);
    const other = createEngine(ports);
    const context = { caller: 'page', progress: () => undefined, cancelled: () => false };
    await other.call('conversations.index', {}, context);
    await call('conversations.pauseIndex', { paused: false });
    expect(await filled()).toMatchObject({ state: 'complete' });
    expect((await search('tea')).byScan).toBe(null);
  });
});
