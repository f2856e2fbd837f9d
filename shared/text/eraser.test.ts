import { describe, expect, test } from 'vitest';
import { createEraser, isNothingElse } from './eraser.ts';

describe('an eraser', () => {
  const { cut, cutFromLabel, cutEscaped, count } = createEraser(['correct horse']);

  test.each([
    ['a correct horse b', 'a b'],
    ['a (correct horse) b', 'a () b'],
    ['- key: correct horse', '- key:'],
    ['- key: correct horse, and more', '- key: , and more'],
    ['it was correct horse, then', 'it was, then'],
    ['  correct horse b', '  b'],
    ['correct\r\n   horse', ''],
    ['xcorrect\thorsex', 'xx'],
    ['Correct horse', 'Correct horse'],
    ['corcorrect horserect horse', ''],
    ['correct horse correct horse b', 'b'],
  ])('cuts %j to %j', (text, wanted) => {
    expect(cut(text)).toBe(wanted);
  });

  test.each([
    ['Deleted “correct horse”', 'Deleted “…”'],
    ['Deleted “the correct ho…”', 'Deleted “the …”'],
    ['Deleted “corr…”', 'Deleted “…”'],
    ['Deleted “cor…”', 'Deleted “cor…”'],
    ['Deleted “language”', 'Deleted “language”'],
  ])('cuts the label %j to %j', (label, wanted) => {
    expect(cutFromLabel(label)).toBe(wanted);
  });

  test('cuts the first line of several from a label', () => {
    expect(createEraser(['first line\nsecond']).cutFromLabel('Deleted “my first line”')).toBe('Deleted “my …”');
  });

  test('finds text escaped in JSON', () => {
    expect(cutEscaped('{"a":"x correct\\n  horse y')).toBe('{"a":"x y');
    expect(createEraser(['a "b" \\c']).cutEscaped('"a \\"b\\" \\\\c"')).toBe('""');
  });

  test('takes pattern characters literally', () => {
    expect(createEraser(['p.*(w)[0]$^|?+{1}/-\\']).cut('a p.*(w)[0]$^|?+{1}/-\\ b pxw')).toBe('a b pxw');
  });

  test('finds letters composed and decomposed', () => {
    expect(createEraser(['Ångström'.normalize('NFC')]).cut('Ångström'.normalize('NFD'))).toBe('');
  });

  test('counts matches, and recognizes text with nothing else in it', () => {
    expect(count('correct horse, correct  horse')).toBe(2);
    const eraser = createEraser(['correct horse']);
    expect(isNothingElse(eraser, '“correct horse”.')).toBe(true);
    expect(isNothingElse(eraser, 'a correct horse')).toBe(false);
    expect(isNothingElse(eraser, '…')).toBe(false);
  });

  test('finds a text with a mix of composed and decomposed letters', () => {
    const mixed = 'u\u0308ber na\u00efve';
    expect(createEraser([mixed.normalize('NFC')]).cut(`- ${mixed} plans`)).toBe('- plans');
    expect(createEraser([mixed.normalize('NFD')]).cut(`- ${mixed} plans`)).toBe('- plans');
  });

  test('lists other spellings, which it leaves', () => {
    const eraser = createEraser(['Seed packets']);
    const text = '- seed_packets: twelve. SEED packets, seed  packets, seeds; Seed packets';
    expect(eraser.otherSpellings(`${text} seed_packets`)).toEqual(['seed_packets', 'SEED packets', 'seed  packets']);
    expect(eraser.cut(text)).toContain('seed_packets');
    expect(createEraser(['Àé(']).otherSpellings('àé( ÀÉ( àé')).toEqual(['àé(', 'ÀÉ(']);
  });

  test('finds nothing without a text to erase', () => {
    expect(createEraser([]).cut('anything')).toBe('anything');
  });
});

test('erases a text that reappears thousands of times from its own remains', () => {
  const eraser = createEraser(['kkey']);
  const cut = eraser.cut(`- ${'k'.repeat(20_000)}${'key'.repeat(20_000)} stays`);
  expect(eraser.occurs(cut)).toBe(false);
  expect(cut).toMatch(/^- .* stays$/);
});

test('finds a text in JSON however its characters are escaped', () => {
  const { occursInJson } = createEraser(['say "café" 👋 a/b']);
  const json = JSON.stringify('x say "café" 👋 a/b y');
  expect(occursInJson(json)).toBe(true);
  expect(occursInJson(json.replace('é', '\\u00e9').replace('/', '\\/'))).toBe(true);
  expect(occursInJson(json.replaceAll('\\"', '\\u0022').replace('👋', '\\ud83d\\udc4b'))).toBe(true);
  expect(occursInJson('"say café"')).toBe(false);
});
