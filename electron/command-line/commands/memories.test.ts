import { beforeEach, describe, expect, it } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
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

describe('memories', () => {
  const memory = {
    path: '/home/me/.claude/projects/-home-me-app/memory/MEMORY.md',
    name: 'Project memory',
    assistant: 'Claude Code',
    kind: 'Project memory',
    project: { name: 'app\u009b2J', path: null, isGuess: true },
    format: 'markdown' as const,
    chosen: false,
    entries: 3,
    files: 2,
    fill: { used: 201, limit: 200, unit: 'lines' as const },
    modifiedAt: 1,
    problem: null,
    readOnlyReason: null,
    needs: ['over_limit' as const, 'news' as const],
    waiting: { overwritten: 0, held: 0, work: 0, damaged: 0 },
    recent: false,
  };
  const other = {
    ...memory,
    path: '/home/me/x.md',
    name: 'x.md',
    assistant: null,
    project: null,
    needs: [],
    fill: null,
  };

  it('lists all pages by assistant, without terminal control characters, and opens no memory', async () => {
    const pages = [[memory], [other]];
    service.answer('memories.list', () => ({ revision: 7, total: 2, memories: pages.shift() ?? [] }));
    expect(await run('memories')).toBe(0);
    expect(output).toBe(
      [
        'Claude Code',
        '  app[U+009B]2J, Project memory, its folder was not found, 3 entries and 2 more files, 201 of 200 lines',
        `    ${memory.path}`,
        '    ! Over its limit: 201 of 200 lines. The rest is never read.',
        '    ! Changed since you last looked.',
        '',
        'Other files',
        '  x.md, 3 entries and 2 more files',
        '    /home/me/x.md\n',
      ].join('\n'),
    );
    expect(service.calls.map(({ method, params }) => [method, params])).toEqual([
      ['memories.list', { offset: 0, limit: 50 }],
      ['memories.list', { revision: 7, offset: 1, limit: 50 }],
    ]);
  });

  it('starts over when the list has expired, and gives scripts all of it', async () => {
    const answers = [
      () => ({ revision: 1, total: 2, memories: [memory] }),
      () => {
        throw new ContextureError('revision_gone', 'Gone.');
      },
      () => ({ revision: 2, total: 1, memories: [other] }),
    ];
    service.answer('memories.list', () => answers.shift()?.() ?? { revision: 0, total: 0, memories: [] });
    expect(await run('memories', '--json')).toBe(0);
    expect(JSON.parse(output)).toEqual({ memories: [other] });
  });

  it('reports that there are none', async () => {
    service.answer('memories.list', () => ({ revision: 1, total: 0, memories: [] }));
    expect(await run('memories')).toBe(0);
    expect(output).toBe('No memories were found.\n');
  });

  it('finds entries page by page, and reports what was not searched', async () => {
    const { path, name, assistant, kind, project } = memory;
    const which = { path, name, assistant, kind, project };
    const found = { memory: which, file: path, topic: null, index: 0, section: '', key: 'tea', value: 'green' };
    const searched = { done: 1, total: 2 };
    const pieces = [
      { found: [found], next: { path: '/z', skip: 0 }, searched, unread: [] },
      { found: [], next: null, searched, unread: [{ path: '/z', problem: 'It is a link.' }] },
    ];
    service.answer('memories.search', () => pieces.shift() ?? { found: [], next: null, searched, unread: [] });
    expect(await run('memories', 'green', 'tea')).toBe(0);
    expect(output).toBe(`${path}\n  tea: green\n\nNot searched:\n  /z: It is a link.\n`);
    expect(service.calls.map(({ params }) => params)).toEqual([
      { text: 'green tea', limit: 200 },
      { text: 'green tea', limit: 200, from: { path: '/z', skip: 0 } },
    ]);
  });
});
