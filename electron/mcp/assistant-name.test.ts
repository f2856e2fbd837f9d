import { expect, test } from 'vitest';
import { readBracket } from '#shared/formats/context/bracket.ts';
import { assistantName, sourceOf } from './assistant-name.ts';

test.each([
  ['claude-code', 'claude-code'],
  ['  Claude Desktop ', 'Claude Desktop'],
  [undefined, 'assistant'],
  ['', 'assistant'],
  [' \u200b', 'U+200B'],
  ['a|b]c[d:e', 'a b c d e'],
  ['two\nlines\r\n', 'two lines'],
  ['user_correction', 'assistant'],
  ['User_Correction:', 'assistant'],
  ['user_correction: said so', 'user_correction said so'],
  ['parsed_from_file', 'assistant'],
  ['You', 'assistant'],
  [' person', 'assistant'],
  ['Another  program', 'assistant'],
  ['\u202eevil', 'U+202E evil'],
  ['\u0421laude', '(U+0421)laude'],
  ['Claude C\u043ede', 'Claude C(U+043E)de'],
  ['\u0421\u043e\u0440\u0443', '(U+0421)(U+043E)(U+0440)(U+0443)'],
  ['ᴄlaude', '(U+1D04)laude'],
  ['y\u1d0fu', 'y(U+1D0F)u'],
  ['ɢemini', '(U+0262)emini'],
  ['ꓬou', '(U+A4EC)ou'],
  ['ꓖꓑꓔ', '(U+A4D6)(U+A4D1)(U+A4D4)'],
  ['ᏟᏞᎪ', '(U+13DF)(U+13DE)(U+13AA)'],
  ['ᏣᎳᎩ', 'ᏣᎳᎩ'],
  ['Eʋegbe Ŋkɔ', 'Eʋegbe Ŋkɔ'],
  ['Помощник GPT', 'Помощник GPT'],
  ['助手GPT', '助手GPT'],
  ['𝐲𝐨𝐮', 'assistant'],
  ['Ｃlaude', 'Claude'],
  ['😀'.repeat(100), '😀'.repeat(60)],
])('a client called %j writes as “%s”', (given, name) => {
  expect(assistantName(given)).toBe(name);
  expect(readBracket(`[2026-01-16|likely|${name}] x`)?.source).toBe(name);
});

test('appends an assistant’s statement of its location to its name', () => {
  expect([sourceOf('Claude', undefined), sourceOf('Claude', ' '), sourceOf('Claude', 'user_correction')]).toEqual([
    ...['Claude', 'Claude', 'Claude: user_correction'],
  ]);
});
