import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { isBounded, MarkdownText } from './markdown.tsx';

const shown = (text: string, found: readonly string[] = []): string =>
  renderToStaticMarkup(<MarkdownText text={text} found={found} />);
/** Text that a reader sees, without its elements. */
const words = (text: string): string =>
  shown(text)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

describe('an assistant’s Markdown', () => {
  test('is formatted', () => {
    expect(shown('# Tea\n\n**Green** tea:\n\n- at four\n- `hot`')).toMatch(
      /<p[^>]*>Tea<\/p>[\s\S]*<strong>Green<\/strong>[\s\S]*<li>at four<\/li>[\s\S]*<code>hot<\/code>/,
    );
    expect(shown('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
    expect(words('- [x] done\n- [ ] not')).toContain('☑ done');
  });

  test.each([
    ['a tag', 'Put <img src="https://example.com/pixel.png" onerror="alert(1)"> here <b>now</b>'],
    ['a block of tags', '<div>\n<script>alert(1)</script>\n</div>'],
    ['a comment', 'before <!-- hidden --> after'],
    ['the target of a link', '[note]: nobody would see this'],
    ['a footnote nobody refers to', '[^1]: nobody would see this'],
  ])('shows %s as plain text', (_, text) => {
    expect(words(text).replace(/\s+/g, ' ')).toContain(text.replace(/\s+/g, ' '));
    expect(shown(text)).not.toMatch(/<(img|script|b|div) [^>]*(src|onerror)|<script/);
  });

  test('loads nothing, has no working links, and shows their targets', () => {
    const text = '![a cat](https://example.com/cat.png) [here](javascript:alert(1)) <https://example.com>';
    expect(shown(text)).not.toMatch(/<img|<a |href=|src=/);
    expect(words(text)).toBe(
      '[image: a cat · https://example.com/cat.png] here javascript:alert(1) https://example.com',
    );
  });

  test('shows hidden characters and search matches', () => {
    expect(words('one\u200btwo')).toBe('oneinvisible charactertwo');
    expect(shown('drinks *green* tea', ['green'])).toMatch(/<em><bdi[^>]*><mark[^>]*>green<\/mark><\/bdi><\/em>/);
  });

  test.each([
    ['longer than is read', 'a **b** '.repeat(2000)],
    ['deeper than is read', `${'> '.repeat(30)}**b**`],
    ['lists in each other in one line', `${'- '.repeat(30)}**b**`],
  ])('is shown as plain text if it is %s', (_, text) => {
    expect(shown(text)).not.toContain('<strong>');
    expect(words(text)).toBe(text);
  });
});

test('limits quotes, lists and length before it parses', () => {
  const nested = (sign: string, times: number): string => `${`${sign} `.repeat(times)}said`;
  for (const sign of ['>', '-', '*', '+', '1.', '2)']) {
    expect(isBounded(nested(sign, 5)), sign).toBe(true);
    expect(isBounded(`first\n${nested(sign, 30)}\nlast`), sign).toBe(false);
  }
  expect(isBounded('>'.repeat(30))).toBe(false);
  expect(isBounded('a'.repeat(12_000))).toBe(true);
  expect(isBounded('a'.repeat(12_001))).toBe(false);
  // Deep indentation in code is no list.
  expect(isBounded(`${' '.repeat(80)}return 1;`)).toBe(true);
  expect(isBounded('a - b - c')).toBe(true);
});
