import { beforeEach, describe, expect, it } from 'vitest';
import { localDay } from '#node/clock.ts';
import type { Result } from '#shared/contract/contract.ts';
import { createFakeService, type FakeService } from '#shared/contract/testing/fake-service.ts';
import { addDays } from '#shared/text/dates.ts';
import { runCommand } from '#testing/run-command.ts';

const none = { learned: 0, corrected: 0, contradicted: 0, archived: 0, returned: 0 };
const which = { path: '/home/me/notes', name: 'notes', assistant: 'Contexture', kind: 'Memory', project: null };
const memory = { ...which, counts: none, begins: 1, isWhole: true, problem: null };

let service: FakeService;
let output: string;

beforeEach(() => {
  service = createFakeService();
  output = '';
});

const answerWith = (result: Result<'digest.read'>): void => service.answer('digest.read', () => result);

async function run(...args: string[]): Promise<number> {
  const engine = { ...service, openAtStart: async () => undefined, close: async () => undefined };
  const { code, ...said } = await runCommand(args, { startEngine: () => ({ engine, log: () => undefined }) });
  output = said.output + said.errors;
  return code;
}

describe('digest', () => {
  const counts = { ...none, learned: 3, corrected: 1 };
  const other = { ...memory, path: '/home/me/b.md', name: 'b.md', assistant: null, counts: { ...none, learned: 1 } };
  const result: Result<'digest.read'> = {
    counts,
    days: [
      { day: '2026-11-20', counts: none },
      { day: '2026-11-21', counts },
    ],
    memories: [{ ...memory, counts: { ...counts, learned: 2 } }, other],
    items: [
      {
        kind: 'learned',
        memory: memory.path,
        day: '2026-11-21',
        at: 5,
        position: 4,
        who: 'assistant',
        name: 'Quill',
        entry: { key: 'tea', value: '[green](http://x) <b>\u009b2J' },
        before: null,
      },
      {
        kind: 'corrected',
        memory: memory.path,
        day: '2026-11-21',
        at: 5,
        position: 5,
        who: 'person',
        name: null,
        entry: { key: 'language', value: 'German' },
        before: { key: 'language', value: 'English' },
      },
    ],
  };

  it('prints Markdown that shows texts as they are, without terminal control characters', async () => {
    answerWith(result);
    expect(await run('digest', '--since', '2026-11-20', '--days', '2')).toBe(0);
    expect(output).toBe(
      `${[
        '# 2026-11-20 to 2026-11-21',
        '',
        '3 learned, 1 corrected.',
        '',
        '| Day | Learned | Corrected | Contradicted | Archived | Came back |',
        '| --- | --: | --: | --: | --: | --: |',
        '| 2026-11-20 | 0 | 0 | 0 | 0 | 0 |',
        '| 2026-11-21 | 3 | 1 | 0 | 0 | 0 |',
        '',
        '## Learned',
        '',
        '- tea: \\[green\\](http://x) \\<b\\>\\[U+009B\\]2J. 2026-11-21, notes, Quill',
        '- and 2 more',
        '',
        '## Corrected',
        '',
        '- language: German (was: English). 2026-11-21, notes',
        '',
        '## By memory',
        '',
        '| Memory | Learned | Corrected | Contradicted | Archived | Came back |',
        '| --- | --: | --: | --: | --: | --: |',
        '| notes | 2 | 1 | 0 | 0 | 0 |',
        '| b.md | 1 | 0 | 0 | 0 | 0 |',
      ].join('\n')}\n`,
    );
    expect(service.calls.map(({ method, params }) => [method, params])).toEqual([
      ['digest.read', { from: '2026-11-20', before: '2026-11-22', items: 5 }],
    ]);
  });

  it('is about the last seven days of all memories, or of one', async () => {
    answerWith({ ...result, memories: [memory], counts: none, items: [] });
    const today = localDay(new Date());
    expect(await run('digest', '/home/me/notes')).toBe(0);
    expect(output).toContain('Nothing was learned in these days.');
    expect(service.calls.at(-1)?.params).toEqual({
      from: addDays(today, -6),
      before: addDays(today, 1),
      memory: '/home/me/notes',
      items: 5,
    });
    expect(await run('digest', '--days', '30', '--json')).toBe(0);
    expect(service.calls.at(-1)?.params).toMatchObject({ from: addDays(today, -29), before: addDays(today, 1) });
    expect(JSON.parse(output)).toMatchObject({ from: addDays(today, -29), counts: none, memories: [memory] });
  });

  it('fails for a named memory that can’t be read, and only says so among others', async () => {
    const gone = { ...memory, problem: 'There is nothing at /home/me/notes any more.' };
    answerWith({ ...result, memories: [gone], counts: none, items: [] });
    expect(await run('digest', '/home/me/notes')).toBe(1);
    expect(output).toContain('\n- notes was not read: There is nothing at /home/me/notes any more.');
    expect(output).not.toContain('Nothing was learned');
    expect(await run('digest')).toBe(0);
  });

  it.each([
    ['--since', '2026-02-30'],
    ['--days', '0'],
    ['--days', '400'],
  ])('refuses %s %s, and asks nothing', async (option, value) => {
    expect(await run('digest', option, value)).toBe(2);
    expect(service.calls).toEqual([]);
  });
});
