import type { OutlineItem } from '../../contract/features/conversations.ts';

/** Marks items that a rewind left: those between two messages after the same one, and those a `rewind` took back. */
export function withRewinds(outline: readonly OutlineItem[]): OutlineItem[] {
  const left = new Set<number>();
  const leave = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) {
      left.add(index);
    }
  };
  /** Start of the messages after an item, by the item's id. */
  const begins = new Map<string, number>();
  for (const [index, item] of outline.entries()) {
    const { kind, author, parent } = item;
    if (kind === 'rewind') {
      leave(rewindStart(outline, index, left), index);
    } else if (kind === 'message' && parent !== null && (author === 'person' || item.marks.includes('injected'))) {
      const before = begins.get(parent);
      if (before !== undefined && author === 'person') {
        leave(before, index);
      }
      if (before === undefined || author === 'person') {
        begins.set(parent, index);
      }
    }
  }
  return outline.map((item, index) =>
    left.has(index) && !item.marks.includes('rewound') ? { ...item, marks: [...item.marks, 'rewound'] } : item,
  );
}

/** Finds the start of the person's messages that a rewind took back. */
function rewindStart(outline: readonly OutlineItem[], at: number, left: ReadonlySet<number>): number {
  let turns = outline[at]?.turns ?? 0;
  let first = at;
  for (let index = at - 1; index >= 0 && turns > 0; index -= 1) {
    if (outline[index]?.author === 'person' && !left.has(index)) {
      first = index;
      turns -= 1;
    }
  }
  return first;
}
