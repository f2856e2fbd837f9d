import { expect, test } from 'vitest';
import { readContext } from './context/read-document.ts';
import type { TextReader } from './format.ts';
import { isTextMissing, lostTexts, putTextsBack } from './lost-text.ts';

test('brings back hundreds of omitted texts in several short changes', () => {
  const heading = (index: number): string => `# same\n\ntext ${index}\n${'word '.repeat(60)}\n`;
  const before = readContext(`## Facts\n${Array.from({ length: 150 }, (_, index) => heading(index)).join('')}`);
  let now = readContext(before.text.replace(/^text .*\n/gm, ''));
  const texts = lostTexts(before, now);
  expect(texts).toHaveLength(150);
  let left = texts;
  for (let changes = 0; left.length > 0 && changes < 10; changes++) {
    let characters = 0;
    const counted: TextReader = (text, old) => {
      characters += text.length;
      return readContext(text, old);
    };
    const { after, back, later } = putTextsBack(
      now,
      left.map((lost) => ({ lost, before })),
      counted,
    );
    expect(characters).toBeLessThan(9_000_000);
    expect(back.size + later).toBe(left.length);
    expect(back.size).toBeGreaterThan(0);
    left = left.filter((text) => !back.has(text));
    now = after;
  }
  expect(left.filter((text) => isTextMissing(text, now))).toEqual([]);
  expect(lostTexts(before, now)).toEqual([]);
});
