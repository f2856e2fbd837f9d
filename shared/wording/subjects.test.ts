import { expect, test } from 'vitest';
import { subjectFrom } from './subjects.ts';

test.each([
  ['podcasts', 'Podcasts'],
  ['time_format', 'Time format'],
  ['push-pull-legs', 'Push pull legs'],
  ['10k_times', '10k times'],
  ['iPhone_model', 'iPhone model'],
  ['DNS', 'DNS'],
  ['prática_de_português', 'Prática de português'],
  ['好きな_食べ物', '好きな 食べ物'],
  ['likes to be called', 'Likes to be called'],
  ['work: hours_per_day', 'Work: hours_per_day'],
  ['_private', '_private'],
  ['a - b', 'A - b'],
  ['**Name**', 'Name'],
  ['`time_format`', 'Time format'],
  ['__proto__', '__proto__'],
  ['a **b**', 'A **b**'],
  ['', ''],
])('reads %j as %j', (key, subject) => {
  expect(subjectFrom(key)).toBe(subject);
});

test.each([
  ['first_portuguese', '', 'First Portuguese'],
  ['orders_before_christmas', '', 'Orders before Christmas'],
  ['walk_in_aveiro', 'a week in Aveiro each May', 'Walk in Aveiro'],
  ['soup_for_emil', 'Soup helps when Emil is ill', 'Soup for Emil'],
  ['run_days', 'Run on Tuesdays. Days off follow', 'Run days'],
  ['market_day', 'the Market is a market like others', 'Market day'],
])('reads %j of an entry with the text %j as %j', (key, said, subject) => {
  expect(subjectFrom(key, said)).toBe(subject);
});
