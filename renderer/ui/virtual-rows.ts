import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';

type RowsOptions = Partial<VirtualizerOptions<HTMLDivElement, Element>> & {
  readonly count: number;
  /** Key of a row, by the same function for the same rows: with another, all are placed again. */
  readonly keyOf: (index: number) => string | number;
  /** Height of a row in pixels before it is measured. Each that comes out otherwise has all below it placed again. */
  readonly heightOf: (index: number) => number;
  /** Rows that stay in the page wherever one scrolls. */
  readonly kept?: (range: Range) => readonly number[];
  /** Value at whose change each row is measured again. */
  readonly measuredBy?: unknown;
  /** Element that scrolls, if it is not the list's own. */
  readonly scrollIn?: RefObject<HTMLDivElement | null>;
};

/** Rows of which only those in sight are in the page. `scroller` goes to what scrolls, `measure` to each row. */
export function useVirtualRows(options: RowsOptions) {
  const { count, keyOf, heightOf, kept = () => [], measuredBy, scrollIn, ...rest } = options;
  const own = useRef<HTMLDivElement>(null);
  const scroller = scrollIn ?? own;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan: 6,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 40,
    useFlushSync: false,
    rangeExtractor: (range: Range) =>
      [...new Set([...kept(range), ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
    ...rest,
  });
  const measure = useMeasuredRows(virtual);
  useRemeasuredHeights(virtual, measuredBy);
  return { virtual, scroller, measure };
}

/** Measures all rows again when heights change. Forgetting them is not enough: rows that stay report later changes only. */
function useRemeasuredHeights(virtual: Virtualizer<HTMLDivElement, Element>, reason: unknown): void {
  const before = useRef(reason);
  // The scroller may be further out and is known only after the first render; without a second, no row would be drawn.
  const [, drawAgain] = useReducer((drawn: number) => drawn + 1, 0);
  useEffect(drawAgain, []);
  useLayoutEffect(() => {
    if (before.current === reason) {
      return;
    }
    before.current = reason;
    virtual.measure();
    for (const row of virtual.elementsCache.values()) {
      virtual.measureElement(row);
    }
  }, [virtual, reason]);
}

/** The `ref` of each row. Measures new rows, the lowest first: from the top, each would place all rows again. */
function useMeasuredRows(virtual: Virtualizer<HTMLDivElement, Element>): RefCallback<Element> {
  const come = useRef<Element[]>([]);
  useLayoutEffect(() => {
    for (const row of come.current.splice(0).reverse()) {
      virtual.measureElement(row);
    }
  });
  return useCallback(
    (row) => {
      if (row) {
        come.current.push(row);
      } else {
        virtual.measureElement(null);
      }
    },
    [virtual],
  );
}
