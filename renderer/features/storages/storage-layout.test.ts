import { describe, expect, test } from 'vitest';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { whomInWords } from '#shared/wording/storages.ts';
import { layOutStorages, narrowStorages } from './storage-layout.ts';
import { guessWhose } from './storage-words.ts';

const nobody = { user: null, chat: null, group: null, scope: null };

/** A storage with its file and trackers: `coach ann` is the agent `coach`, for the user `ann`. */
function storage(file: string, by: readonly string[], more: Partial<StorageView> = {}): StorageView {
  const trackedBy = by.map((one) => {
    const [agent = '', user] = one.split(' ');
    return { ...nobody, agent, user: user ?? null };
  });
  const known = {
    key: by.length > 0 ? file : null,
    kind: file.split('_')[0] ?? null,
    driver: 'file' as const,
    bytes: 10,
  };
  const said = { state: 'kept' as const, changedAt: 0, conversation: null, problem: null, mark: null };
  return { file, trackedBy, ...known, ...said, ...more };
}

const said = (storages: readonly StorageView[]): string[] =>
  layOutStorages(storages).map((row) =>
    row.kind === 'agent'
      ? `${row.agent} ${row.count} ${row.bytes}`
      : row.kind === 'whom'
        ? `  ${whomInWords(row.whom)}`
        : row.kind === 'untracked'
          ? `untracked ${row.count}`
          : `    ${row.storage.file}`,
  );

describe('agent data', () => {
  test('is listed under each of its agents, the memory first, then by user, and strays last', () => {
    const all = [
      storage('state_b', ['coach bob']),
      storage('shared', ['cook ann', 'coach ann']),
      storage('stray', []),
      storage('gone_a', ['coach ann'], { state: 'gone', bytes: 0 }),
      storage('memory', ['coach'], { key: 'memory', kind: 'memory' }),
    ];
    expect(said(all)).toEqual([
      'coach 2 20',
      '    memory',
      '  for ann',
      '    gone_a',
      '    shared',
      '  for bob',
      '    state_b',
      'cook 1 10',
      '  for ann',
      '    shared',
      'untracked 1',
      '    stray',
    ]);
  });

  test('is found by name, agent, user and problem', () => {
    const all = [
      storage('state_a', ['coach ann'], { mark: 'new' }),
      storage('notes_b', ['cook bob'], { state: 'damaged' }),
      storage('stray', []),
      storage('plans_c', ['cook cy'], { state: 'unused', bytes: 0 }),
    ];
    const found = (query: string, chosen: Parameters<typeof narrowStorages>[1]['chosen'] = []) =>
      narrowStorages(all, { query, chosen }).map(({ file }) => file);
    expect(found('COACH ann')).toEqual(['state_a']);
    expect(found('notes')).toEqual(['notes_b']);
    expect(found('', ['news', 'untracked'])).toEqual(['state_a', 'stray']);
    expect(found('stray', ['damaged'])).toEqual([]);
    expect([found(''), found('', ['gone']), found('', ['unused'])]).toEqual([
      ['state_a', 'notes_b', 'stray'],
      [],
      ['plans_c'],
    ]);
  });
});

test.each([
  ['state_support_ann', 'state', [], { agent: 'support', of: 'user', name: 'ann' }],
  ['state_my_agent_ann', 'state', ['my_agent'], { agent: 'my_agent', of: 'user', name: 'ann' }],
  ['notes_support_default', null, [], { agent: 'support', of: 'nobody', name: '' }],
  ['sqlite/state_support_ann', 'state', ['support'], { agent: 'support', of: 'user', name: 'ann' }],
  ['odd', null, [], { agent: 'odd', of: 'nobody', name: '' }],
] as const)('guesses the owner of %s by its name', (file, kind, agents, whose) => {
  expect(guessWhose({ file, kind }, agents)).toEqual(whose);
});
