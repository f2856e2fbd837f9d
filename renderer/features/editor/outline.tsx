import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { EntryText, nameAndText } from '../../entries/entry-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextInput } from '../../ui/field.tsx';
import { useVirtualRows } from '../../ui/virtual-rows.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords, entriesInWords, rankInWords } from '../../wording/counts.ts';
import { leavingInWords } from './language/leaving-marks.ts';
import { currentItem, type EditorOutlineItem, filterOutline } from './language/outline-items.ts';
import styles from './outline.module.css';

type OutlineProps = Readonly<{
  items: readonly EditorOutlineItem[];
  cursor: number;
  /** Called with an offset of that text: see `jumpTo`. */
  onJump: (offset: number) => void;
}>;

/** Fewest items worth a filter; shorter outlines are seen at a glance. */
const worthFiltering = 12;

export function Outline({ items, cursor, onJump }: OutlineProps) {
  const [filter, setFilter] = useState('');
  const query = useDeferredValue(filter);
  const shown = useMemo(() => filterOutline(items, query), [items, query]);
  const list = useRef<HTMLDivElement>(null);
  return (
    <nav className={styles['outline']} aria-label="Outline">
      {items.length > worthFiltering && (
        <TextInput
          type="search"
          className={styles['filter']}
          aria-label="Filter the outline"
          placeholder="Filter the outline"
          maxLength={200}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && filter !== '') {
              event.preventDefault();
              setFilter('');
            } else if (event.key === 'ArrowDown') {
              event.preventDefault();
              list.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
            }
          }}
        />
      )}
      {shown.length === 0 ? (
        <p className="quiet inset">{items.length === 0 ? 'Headings and entries appear here.' : 'No results'}</p>
      ) : (
        <OutlineList scroller={list} items={shown} cursor={cursor} onJump={onJump} />
      )}
    </nav>
  );
}

const rowHeight = 28;

type OutlineListProps = OutlineProps & Readonly<{ scroller: RefObject<HTMLDivElement | null> }>;

function OutlineList({ scroller, items, cursor, onJump }: OutlineListProps) {
  const current = currentItem(items, cursor);
  const [focused, setFocused] = useState<string | null>(null);
  const focusedAt = focused === null ? -1 : items.findIndex((item) => item.id === focused);
  const stop = focusedAt >= 0 ? focusedAt : Math.max(current, 0);
  // Stable for the same items: a new function makes all positions be computed again.
  const keyOf = useCallback((index: number) => items[index]?.id ?? index, [items]);
  const { virtual } = useVirtualRows({
    count: items.length,
    heightOf: () => rowHeight,
    keyOf,
    kept: () => [stop],
    scrollPaddingStart: 0,
    scrollPaddingEnd: 0,
    scrollIn: scroller,
  });

  useEffect(() => {
    // Don't scroll back to the cursor while the person looks around in the outline.
    if (current >= 0 && !scroller.current?.contains(document.activeElement)) {
      virtual.scrollToIndex(current, { align: 'auto' });
    }
  }, [virtual, scroller, current]);

  const move = (index: number): void => {
    const item = items[index];
    if (!item) {
      return;
    }
    setFocused(item.id);
    virtual.scrollToIndex(index, { align: 'auto' });
    // The row is in the page once the tab stop is on it.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus());
  };
  const press = (event: KeyboardEvent): void => {
    const to = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      move(to);
    }
  };

  return (
    <div ref={scroller} className={styles['scroller']}>
      <div role="list" className={styles['list']} style={{ height: virtual.getTotalSize() }} onKeyDown={press}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item && (
              <div
                key={item.id}
                role="listitem"
                aria-posinset={index + 1}
                aria-setsize={items.length}
                className={styles['row']}
                style={{ top: start }}
              >
                <OutlineButton
                  item={item}
                  isCurrent={index === current}
                  isTabStop={index === stop}
                  onFocus={() => setFocused(item.id)}
                  onJump={onJump}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

type OutlineButtonProps = Readonly<{
  item: EditorOutlineItem;
  isCurrent: boolean;
  isTabStop: boolean;
  onFocus: () => void;
  onJump: (offset: number) => void;
}>;

function OutlineButton({ item, isCurrent, isTabStop, onFocus, onJump }: OutlineButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles['item'], styles[item.kind])}
      data-level={item.kind === 'heading' ? item.level : undefined}
      aria-label={nameOf(item)}
      aria-current={isCurrent ? 'location' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onClick={() => onJump(item.from)}
    >
      {item.kind === 'heading' ? (
        <>
          <span className="ellipsis" dir="auto">
            <VisibleText text={item.title} />
          </span>
          {item.entries > 0 && <span className="count">{countInWords(item.entries)}</span>}
        </>
      ) : (
        <>
          <span className="grow ellipsis" dir="auto">
            <EntryText entry={{ key: item.key, value: item.text }} />
          </span>
          {item.rank !== null && (
            <span className="tag" title={leavingInWords(item.rank)}>
              {rankInWords(item.rank)}
            </span>
          )}
        </>
      )}
    </button>
  );
}

function nameOf(item: EditorOutlineItem): string {
  const parts =
    item.kind === 'heading'
      ? [item.title, item.entries > 0 && entriesInWords(item.entries)]
      : [nameAndText({ key: item.key, value: item.text }), item.rank !== null && leavingInWords(item.rank)];
  return nameHidden(parts.filter(Boolean).join(', '));
}
