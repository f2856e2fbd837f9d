import { expect, test } from 'vitest';
import { nameHidden, splitVisible } from './visible-characters.ts';

test.each([
  ['plain text', 'Hello, world!\n\tnext'],
  ['accents and other scripts', 'Å é ñ 東京 한국어 ไทย हिन्दी'],
  ['right-to-left text', 'שלום עולם and مرحبا'],
  ['direction marks beside right-to-left text', 'שלום\u200f!'],
  ['a family', '👨\u200d👩\u200d👧'],
  ['a flag made of two', '🏳\ufe0f\u200d🌈'],
  ['skin colours', '👍🏽 🧑🏾\u200d💻'],
  ['a region’s flag', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a key cap', '1\ufe0f\u20e3'],
  ['Persian with a non-joiner', 'می\u200cخواهم'],
  ['Devanagari with a joiner', 'क्\u200dष'],
  ['markup', '<script>alert(1)</script>'],
])('leaves %s as it is', (_, text) => {
  expect(splitVisible(text)).toEqual([{ kind: 'text', text }]);
});

test.each([
  ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
  ['a direction override', 'x\u202eevil\u202c', 'x[U+202E]evil[U+202C]'],
  ['isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
  ['a joiner between letters', 'pay\u200dpal', 'pay[U+200D]pal'],
  ['a direction mark without right-to-left text', 'a\u200fb', 'a[U+200F]b'],
  ['tags that spell a hidden message', 'hi\u{e0068}\u{e0069}', 'hi[U+E0068][U+E0069]'],
  ['a byte order mark', '\ufefftext', '[U+FEFF]text'],
  ['control characters', 'a\u0000b\u001b[31m', 'a[U+0000]b[U+001B][31m'],
  ['a carriage return', 'a\rb', 'a[U+000D]b'],
  ['a soft hyphen', 'co\u00adop', 'co[U+00AD]op'],
  ['half a character', 'a\ud800b', 'a[U+D800]b'],
  ['a selector that selects nothing', ' \ufe0f', ' [U+FE0F]'],
])('shows %s', (_, text, expected) => {
  expect(nameHidden(text)).toBe(expected);
});

test('gives one empty part for an empty text', () => {
  expect(splitVisible('')).toEqual([{ kind: 'text', text: '' }]);
});
