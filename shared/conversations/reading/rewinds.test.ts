import { expect, test } from 'vitest';
import type { OutlineItem } from '../../contract/features/conversations.ts';
import { withRewinds } from './rewinds.ts';

type Said = Partial<Pick<OutlineItem, 'author' | 'kind' | 'marks' | 'turns'>>;

/** Items by their id and that of the item before: `b>a`. */
const outlineOf = (...said: readonly (readonly [string, Said?])[]): OutlineItem[] =>
  said.map(([name, others], at) => {
    const [id = '', parent = null] = name.split('>');
    return {
      at,
      id,
      parent,
      kind: 'message',
      author: 'person',
      time: null,
      usage: null,
      marks: [],
      compaction: null,
      turns: null,
      tokens: 1,
      prints: [],
      begins: null,
      ...others,
    };
  });
const rewound = (outline: OutlineItem[]): string =>
  withRewinds(outline)
    .filter(({ marks }) => marks.includes('rewound'))
    .map(({ id }) => id)
    .join('');

const assistant: Said = { author: 'assistant' };
const tool: Said = { author: 'tool' };

test('abandons a question, and all after it, when another follows the same answer', () => {
  expect(
    rewound(outlineOf(['a'], ['b>a', assistant], ['c>b'], ['d>c', assistant], ['e>d'], ['f>b'], ['g>f', assistant])),
  ).toBe('cde');
  expect(rewound(outlineOf(['a'], ['b>a'], ['c>a'], ['d>a']))).toBe('bc');
});

test('takes parallel tool results for no rewind', () => {
  expect(
    rewound(outlineOf(['a'], ['b>a', assistant], ['c>b', assistant], ['d>b', tool], ['e>c', tool], ['f>e', assistant])),
  ).toBe('');
  expect(rewound(outlineOf(['a'], ['b>a', assistant], ['c>b', tool], ['d>b']))).toBe('');
});

test('abandons a question together with text inserted before it', () => {
  expect(
    rewound(outlineOf(['a', assistant], ['b>a', { author: 'program', marks: ['injected'] }], ['c>b'], ['d>a'])),
  ).toBe('bc');
});

test('abandons turns that were taken back, without counting earlier ones', () => {
  const back = (turns: number): Said => ({ kind: 'rewind', author: 'program', turns });
  expect(
    rewound(outlineOf(['a'], ['b', assistant], ['c'], ['d', assistant], ['e', back(1)], ['f'], ['g', back(2)])),
  ).toBe('abcdef');
  expect(rewound(outlineOf(['a'], ['b', assistant], ['c'], ['d', assistant], ['e', back(1)], ['f']))).toBe('cd');
});
