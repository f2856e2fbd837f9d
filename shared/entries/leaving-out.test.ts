import { expect, test } from 'vitest';
import { changeMemory } from '../formats/change.ts';
import { contextFormat } from '../formats/context/format.ts';
import type { ParsedEntry } from '../formats/document.ts';
import { noEntryPlan } from '../formats/entry-plan.ts';
import { estimate, leavingOut } from './measure.ts';

const line = '- [2020-01-01|tentative|x|about=person:Sarah] rows on the river each morning before work';
const text = `## Insights\n${line}\n- [2021-01-01|tentative|x] likes tea\n- [2022-01-01|tentative|x] sails\n`;
const document = contextFormat.read(text);
const [sarah] = document.entries as [ParsedEntry];

test('entries about someone else use no budget and are not archived for room', () => {
  const measure = leavingOut(estimate);
  expect(measure.ofDocument(document)).toBe(estimate.ofDocument(document) - estimate.weightOf(sarah));
  expect(leavingOut(estimate)).toBe(measure);
  const rules = { format: contextFormat, today: '2026-11-21', limit: 9, fit: true };
  const leaving = (by: typeof estimate) =>
    changeMemory(document, { plan: noEntryPlan }, { ...rules, measure: by }).departures.map(({ entry }) => entry.value);
  expect(leaving(measure)).toEqual(['likes tea']);
  expect(leaving(estimate)[0]).toContain('rows');
});
