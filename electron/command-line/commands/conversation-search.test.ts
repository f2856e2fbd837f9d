import { beforeEach, expect, test } from 'vitest';
import { createFakeService, type FakeService } from '#shared/contract/testing/fake-service.ts';
import { runCommand } from '#testing/run-command.ts';

let service: FakeService;
let output: string;

beforeEach(() => {
  service = createFakeService();
  output = '';
});

async function run(...args: string[]): Promise<number> {
  const engine = { ...service, openAtStart: async () => undefined, close: async () => undefined };
  const { code, ...said } = await runCommand(args, { startEngine: () => ({ engine, log: () => undefined }) });
  output = said.output + said.errors;
  return code;
}

const found = (id: string, title: string | null) => ({
  conversation: {
    id,
    assistant: 'Claude Code',
    project: { name: 'app', path: '/code/app' },
    title,
    startedAt: 0,
    // One has a known time of its last message; its file was copied later.
    lastSaidAt: title === null ? new Date(2026, 10, 20).getTime() : null,
    changedAt: new Date(2026, 10, title === null ? 23 : 20).getTime(),
    parent: null,
  },
  hits: [
    {
      at: 5,
      author: 'person' as const,
      time: 1,
      part: 'text' as const,
      tool: null,
      passage: { text: 'green\u009b2J tea', marks: [] },
    },
  ],
  more: title === null,
});

test('waits for the index, requests page after page, and reports what was read and why', async () => {
  const complete = { state: 'complete' as const, done: 9, total: 9, problem: null };
  service.answer('conversations.index', () => {
    service.emit({ event: 'conversations.indexing', data: { ...complete, state: 'reading' } });
    service.emit({ event: 'conversations.indexing', data: complete });
    return complete;
  });
  service.answer('conversations.search', ({ from }) => ({
    found: [from === undefined ? found('claude:/a', 'Tea') : found('claude:/b', null)],
    next: from === undefined ? { id: 'claude:/b', changedAt: 1, at: 0 } : null,
    searched: { done: 2, total: 2 },
    byScan: 'anywhere',
    unread: from === undefined ? [] : [{ path: '/home/state.db', problem: 'There is no SQLite.' }],
  }));
  expect(
    await run('conversations', 'search', 'green', 'tea', '--match', 'anywhere', '--assistant', 'Claude Code'),
  ).toBe(0);
  expect(service.calls.map(({ method }) => method)).toEqual([
    'conversations.index',
    'conversations.search',
    'conversations.search',
  ]);
  expect(service.calls[1]?.params).toMatchObject({ text: 'green tea', match: 'anywhere', assistant: 'Claude Code' });
  expect(output).not.toContain('\u009b');
  expect(output.replace(/green.*tea/g, 'green tea')).toBe(`Tea, Claude Code, app, 2026-11-20
  claude:/a
  person: green tea

b, Claude Code, app, 2026-11-20
  claude:/b
  person: green tea
  … and more in it

Conversations were read to find this, because an index knows whole words only.

Not searched:
  /home/state.db: There is no SQLite.
`);
});

test('reports an empty result, and why there is no index', async () => {
  const none = {
    state: 'unavailable' as const,
    done: 0,
    total: 0,
    problem: 'There is no index of conversations here: no binary.',
  };
  service.answer('conversations.index', () => {
    service.emit({ event: 'conversations.indexing', data: none });
    return none;
  });
  service.answer('conversations.search', () => ({
    found: [],
    next: null,
    searched: { done: 0, total: 0 },
    byScan: 'unavailable',
    unread: [],
  }));
  expect(await run('conversations', 'search', 'tea')).toBe(0);
  expect(output).toBe(`Nothing in any conversation that may be read.

All conversations were read. There is no index of conversations here: no binary.
`);
});
