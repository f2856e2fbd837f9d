import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import list from './long-list.module.css';
import styles from './long-text.module.css';

type LongTextProps<Row> = Readonly<{
  label: string;
  rows: readonly Row[];
  /** Its height in pixels, as far as it is known before it is drawn. */
  heightOf: (row: Row) => number;
  draw: (row: Row) => ReactNode;
}>;

/** A text of many rows to be read, of which only those in sight are drawn. */
export function LongText<Row>({ label, rows, heightOf, draw }: LongTextProps<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index] as Row),
    overscan: 20,
    useFlushSync: false,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in the keyboard's reach.
    <section ref={scroller} className={styles['scroller']} aria-label={label} tabIndex={0}>
      <div className={list['grid']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <div
            key={key}
            ref={virtual.measureElement}
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
