import { expect, test } from 'vitest';
import type { OutlineItem } from '../../contract/features/conversations.ts';
import { withRewinds } from './rewinds.ts';

type Said = Partial<Pick<OutlineItem, 'author' | 'kind' | 'marks' | 'turns'>>;

/** Items by their ids and those of what they follow: `b>a`. */
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

test('a second question after the same answer leaves the first one, and all that followed it', () => {
  expect(
    rewound(outlineOf(['a'], ['b>a', assistant], ['c>b'], ['d>c', assistant], ['e>d'], ['f>b'], ['g>f', assistant])),
  ).toBe('cde');
  expect(rewound(outlineOf(['a'], ['b>a'], ['c>a'], ['d>a']))).toBe('bc');
});

test('what several tools answer at once is no rewind', () => {
  expect(
    rewound(outlineOf(['a'], ['b>a', assistant], ['c>b', assistant], ['d>b', tool], ['e>c', tool], ['f>e', assistant])),
  ).toBe('');
  expect(rewound(outlineOf(['a'], ['b>a', assistant], ['c>b', tool], ['d>b']))).toBe('');
});

test('a question that something was put in before is left with that', () => {
  expect(
    rewound(outlineOf(['a', assistant], ['b>a', { author: 'program', marks: ['injected'] }], ['c>b'], ['d>a'])),
  ).toBe('bc');
});

test('turns that were taken back are left, those taken back before not counted', () => {
  const back = (turns: number): Said => ({ kind: 'rewind', author: 'program', turns });
  expect(
    rewound(outlineOf(['a'], ['b', assistant], ['c'], ['d', assistant], ['e', back(1)], ['f'], ['g', back(2)])),
  ).toBe('abcdef');
  expect(rewound(outlineOf(['a'], ['b', assistant], ['c'], ['d', assistant], ['e', back(1)], ['f']))).toBe('cd');
});
