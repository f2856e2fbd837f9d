import { expect, test } from 'vitest';
import { createEraser } from '../../text/eraser.ts';
import { claudeFormat } from './format.ts';

const without = (text: string, erased: string): string =>
  claudeFormat.erase(claudeFormat.read(text), createEraser([erased])).text;

test('keeps a line of the index when its whole text about the topic is erased', () => {
  expect(without('# M\n\n- [Tea](tea.md) — zebra\n- zebra\n- x\n', 'zebra')).toBe('# M\n\n- [Tea](tea.md) —\n- x\n');
  expect(without('- [zebra](tea.md) — likes Assam\n', 'zebra')).toBe('- [erased](tea.md) — likes Assam\n');
});
