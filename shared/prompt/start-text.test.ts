import { describe, expect, test } from 'vitest';
import { estimate } from '../entries/measure.ts';
import { defaultTemplate, preambleOf } from './fill-template.ts';
import { guidance } from './guidance.ts';
import { fillAfterFiles, fillStart, startFiles, startText, withMemory } from './start-text.ts';

const block = '<global-context>\n0-- language: German\n</global-context>';
const today = '2026-11-22';
const memory = { name: 'global.md', text: block };
const files = [{ name: 'AGENTS.md', text: 'Be brief. {{today}}\n' }];
const before = '[Context from AGENTS.md]\n\nBe brief. {{today}}\n\n';

describe('the text an assistant starts with', () => {
  const start = { ...startText({ files, guidance: preambleOf(today), memory }, 10_000, estimate), today };

  test('is the files, the guidance with the day, and the memory', () => {
    expect(start.text).toBe(`${before}${guidance}\n\nToday’s date: 2026-11-22\n\n${block}`);
    expect(start.parts.map(({ kind }) => kind)).toEqual(['file', 'guidance', 'context']);
  });

  test('is the files and the result of the default template', () => {
    expect(fillAfterFiles(start, defaultTemplate)).toBe(start.text);
  });

  test('fills a custom template, after the files or without them', () => {
    expect(fillAfterFiles(start, '{{today}}:\n{{global_context}}\n')).toBe(`${before}2026-11-22:\n${block}\n`);
    expect(fillStart(start, '{{global_context}}')).toBe(block);
    expect(startFiles(start)).toBe(before);
  });

  test('has a memory with other numbers for a connection that numbers its own lines', () => {
    expect(withMemory(start, 'other')).toBe(start.text.replace(block, 'other'));
  });
});

test('gives another assistant’s memory unchanged, without guidance', () => {
  const { text } = startText({ files: [], guidance: null, memory: { ...memory, text: '# Mine\n' } }, 100, estimate);
  expect(text).toBe('# Mine\n');
  expect(startFiles(startText({ files: [], guidance: preambleOf(today), memory }, 100, estimate))).toBe('');
});
