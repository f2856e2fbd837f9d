import { expect, test } from 'vitest';
import { distinctMatches, type Match, matchesInWords, matchInWords } from './work-matches.ts';

const match = (at: string, shown: string, id = 'notes-12'): Match => ({
  id,
  where: 'active',
  type: 'note_processing',
  file: 'context.json',
  at,
  line: 1,
  shown,
});

test('lists the same text once in a workflow, as the question, without its answers', () => {
  const found = [
    match('state.blocking_issues[0]', 'Leave them out?'),
    match('state.questions[0].question', 'Leave them out?'),
    match('state.questions[0].options[0]', 'Leave them out'),
    match('state.questions[1].options[0]', 'Keep them'),
    match('state.blocking_issues[0]', 'Leave them out?', 'notes-13'),
  ];
  const distinct = distinctMatches(found);
  expect(distinct.map(({ id, at }) => `${id} ${at}`)).toEqual([
    'notes-12 state.questions[0].question',
    'notes-12 state.questions[1].options[0]',
    'notes-13 state.blocking_issues[0]',
  ]);
  expect(matchesInWords(distinct)).toBe('3 matches in 2 workflows');
});

test('words a path without its container, with the usual names of steps', () => {
  expect(matchInWords(match('state.questions[0].question', 'Why?'))).toEqual({
    text: 'Why?',
    where: 'Note processing · Question',
  });
  expect(matchInWords(match('workflow.step_history[1].step', 'gather_background'))).toEqual({
    text: 'Gather background',
    where: 'Note processing · Step',
  });
  expect(matchInWords(match('data.working_data.action_items[0]', 'a_b')).where).toBe('Note processing · Action items');
  expect(matchInWords(match('data.working_data.action_items[0]', 'a_b')).text).toBe('a_b');
  expect(matchInWords({ ...match('', ''), file: 'artifacts/plan.md' })).toEqual({
    text: 'artifacts/plan.md',
    where: 'Note processing · File',
  });
});
