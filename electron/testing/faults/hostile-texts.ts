/** Unnatural texts, made to be slow: few different characters, many of one kind, brackets that open and never close. */

const repeated = (unit: string | ((index: number) => string)) => (length: number) => {
  const parts: string[] = [];
  for (let left = length, index = 0; left > 0; index++) {
    const part = typeof unit === 'string' ? unit : unit(index);
    parts.push(part);
    left -= part.length;
  }
  return parts.join('');
};

const after = (before: string, unit: string | ((index: number) => string), end = '') => {
  const rest = repeated(unit);
  return (length: number): string => before + rest(length) + end;
};

/** By name, each of the given length, or slightly longer. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  blanks: after('- a:', ' ', 'b\n'),
  'blanks in a heading': after('# a', ' ', 'b\n'),
  'blanks in prose': after('a', ' ', 'b'),
  'blanks after tags': repeated((index) => `- <${' '.repeat(index % 500)}x\n`),
  'blank lines': repeated('\n'),
  'blank lines of CR': repeated('\r'),
  'lines of blanks': repeated(' \n'),
  'line separators': repeated('- a\u2028\n'),
  'vertical tabs': after('- a', '\v '),
  'one word': repeated('x'),
  'many words': repeated((index) => `w${index} `),
  'short lines': repeated('a\n'),
  'short entries': repeated('- a\n'),
  'short entries under a heading': after('## Facts\n', '- a\n'),
  'entries of their own': after('## Insights\n', (index) => `- key_${index}: value ${index}\n`),
  'entries of one name': after('## Insights\n', (index) => `- key: value ${index}\n`),
  prose: after('## Insights\n', (index) => `- Walks number ${index} by the river\n`),
  'empty entries': repeated('-\n'),
  'items that were promoted': repeated(
    (index) => `<!-- openclaw-memory-promotion:memory:a.md:${index}:1 -->\n- a [score=1 source=a.md:${index}-1]\n`,
  ),
  'marks of promotion': after('- a ', '[score=1 source=', ']'),
  'marks of rollouts': after('- a (', 'thread_id= ', ')'),
  rules: repeated('* * *\n'),
  'one rule': after('', '* ', 'x\n'),
  dashes: after('', '-', 'x\n'),
  headings: repeated('## Facts\n'),
  'headings of their own': repeated((index) => `# h${index}\n- a\n`),
  'closed headings': after('# a', ' #', 'x\n'),
  'deeper and deeper': repeated((index) => `${' '.repeat(index % 300)}- a\n`),
  'one entry of many lines': after('- a\n', '  b\n'),
  'one entry of blank lines': after('- a\n', '\n', '  b\n'),
  flags: after('## Facts\n- [2026-01-01|certain|x', '|f', '] a: b\n'),
  'many brackets': after('## Facts\n', '- [2026-01-01|likely|x|pinned] a: b\n'),
  'open brackets': after('- ', '['),
  'brackets with dates': after('- ', '[2026-01-01|'),
  fences: repeated('```\n'),
  'longer and longer fences': repeated((index) => `${'`'.repeat(3 + (index % 500))}\n`),
  backticks: after('- ', '`'),
  comments: repeated('<!-- a -->\n'),
  'open comments': repeated('<!--'),
  stars: after('- ', '**a'),
  underscores: after('- ', '_a '),
  placeholders: repeated('{{ '),
  'open tags': repeated('<'),
  'hidden characters': after('- ', '\u200b\u202e'),
  'joined pictures': after('- ', '👩\u200d'),
  'combining marks': after('- e', '\u0301'),
  'byte order marks': repeated('\ufeff'),
  'null characters': repeated('\0'),
  'half characters': after('- ', '\ud800'),
  'frontmatter of names': after('---\n', (index) => `k${index}: 1\n`, '---\n# a\n'),
  'frontmatter of one name': after('---\n', 'k: 1\n', '---\n# a\n'),
  'frontmatter of brackets': after('---\na: ', '[', '\n---\n- a\n'),
  'frontmatter of dashes': after('---\n', '- ', '\n---\n- a\n'),
  'frontmatter without end': after('---\n', 'version: 1\n'),
  'frontmatter of blanks': after('---\nversion: 1', ' ', 'x\n---\n- a\n'),
  'conflict markers': repeated('<<<<<<< a\n- a\n=======\n- b\n>>>>>>> b\n'),
  'open conflicts': repeated('<<<<<<< a\n'),
  'a text that recreates itself': (length) => `- ${'k'.repeat(length / 2)}${'key'.repeat(length / 6)}`,
  ellipses: after('- ', 'x…'),
  'labels below labels': repeated((index) => `${' '.repeat(2 * (index % 300))}- a:\n`),
  'labels above nothing': repeated('a:\n\n\n'),
  'a long label above many': after(`# ${'x'.repeat(2000)}\n`, '- a:\n  - b\n'),
  'numbers above bullets': repeated('1. a\n   - b\n'),
  'lines quoted': repeated('> a\n'),
  tables: repeated('|a|b|\n|-|-|\n'),
  'rows of a table': after('|a|b|\n|-|-|\n', '|a|b|\n'),
  'cells of a row': after('|a|b|\n|-|-|\n', '|'),
  'lines of one key each': repeated('a: b\n'),
  'bold that never ends': repeated('**a: '),
  'links that never end': after('- ', '[a]('),
  'code indented': repeated('    a\n\n'),
  'text that goes on': after('- a\n', 'b\n'),
  'dividing marks': repeated('§\n'),
  quotes: after('a: "', '\\"'),
};
