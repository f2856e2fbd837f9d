import type { ReactNode } from 'react';
import list from './long-list.module.css';
import styles from './long-text.module.css';
import { useVirtualRows } from './virtual-rows.ts';

type LongTextProps<Row> = Readonly<{
  label: string;
  rows: readonly Row[];
  /** Height in pixels, as far as it is known before drawing. */
  heightOf: (row: Row) => number;
  draw: (row: Row) => ReactNode;
}>;

const placeOf = (index: number): number => index;

/** A text of many rows to be read, of which only those in sight are drawn. */
export function LongText<Row>({ label, rows, heightOf, draw }: LongTextProps<Row>) {
  const { virtual, scroller, measure } = useVirtualRows({
    count: rows.length,
    heightOf: (index) => heightOf(rows[index] as Row),
    keyOf: placeOf,
    overscan: 20,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in the keyboard's reach.
    <section ref={scroller} className={styles['scroller']} aria-label={label} tabIndex={0}>
      <div className={list['grid']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <div
            key={key}
            ref={measure}
            data-index={index}
            className={list['row']}
            style={{ transform: `translateY(${start}px)` }}
          >
            {draw(rows[index] as Row)}
          </div>
        ))}
      </div>
    </section>
  );
}
