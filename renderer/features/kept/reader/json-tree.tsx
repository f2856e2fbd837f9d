import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useCallback, useRef } from 'react';
import { focusRow } from '../../../ui/focus-row.ts';
import list from '../../../ui/long-list.module.css';
import { longListIn } from '../../../ui/row-heights.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import styles from './json-tree.module.css';
import type { TreeRow } from './tree-layout.ts';

type JsonTreeProps = Readonly<{
  /** What it is the tree of. */
  label: string;
  rows: readonly TreeRow[];
  found: readonly string[];
  cursor: string | null;
  onCursor: (key: string) => void;
  onTurn: (key: string) => void;
}>;

const rowHeight = 26;
/** No more of a value is put into a row. */
const maxShown = 400;

/** A JSON value name by name. Arrow keys lead through it, as through any tree. */
export function JsonTree({ label, rows, found, cursor, onCursor, onTurn }: JsonTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === cursor),
  );
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    ...longListIn(scroller, () => [at]),
  });
  const goTo = (index: number): void => {
    const row = rows[index];
    if (row) {
      onCursor(row.key);
      virtual.scrollToIndex(index, { align: 'auto' });
      // Drawn anew with the cursor in its place.
      requestAnimationFrame(() => focusRow('[role="treeitem"][tabindex="0"]'));
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? null : stepIn(rows, at, event.key);
    if (step !== null) {
      event.preventDefault();
      event.stopPropagation();
      if (step === 'turn') {
        onTurn(rows[at]?.key ?? '');
      } else {
        goTo(step);
      }
    }
  };
  return (
    <div className={list['scroller']} ref={scroller}>
      <div role="tree" aria-label={label} className={list['grid']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                role="treeitem"
                aria-level={row.level}
                aria-setsize={row.setSize}
                aria-posinset={row.position}
                aria-expanded={row.isOpen ?? undefined}
                aria-selected={index === at}
                tabIndex={index === at ? 0 : -1}
                className={`${list['row']} ${styles['row']}`}
                data-found={row.isFound || undefined}
                data-level={Math.min(row.level, maxIndent)}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                onClick={() => {
                  onCursor(row.key);
                  if (row.isOpen !== null) {
                    onTurn(row.key);
                  }
                }}
                onKeyDown={onKeyDown}
              >
                <span
                  className={styles['indent']}
                  style={{ width: `${(Math.min(row.level, maxIndent) - 1) * 16}px` }}
                />
                <span className={styles['fold']} aria-hidden>
                  {row.isOpen === null ? null : row.isOpen ? <ChevronDown /> : <ChevronRight />}
                </span>
                {row.name !== null && (
                  <span className={styles['name']} dir="auto">
                    <VisibleText text={row.name} found={found} />
                  </span>
                )}
                <span className={styles['value']} data-type={row.type} dir="auto">
                  <VisibleText text={cut(row.value)} found={isLeaf(row) ? found : none} />
                </span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** Deeper ones stand no further in, so that there is room to read them. */
const maxIndent = 16;

const none: readonly string[] = [];
const isLeaf = ({ type }: TreeRow): boolean => type !== 'object' && type !== 'list';
const cut = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`);

/** Where a key leads from a row; null for no key of a tree. */
function stepIn(rows: readonly TreeRow[], at: number, key: string): number | 'turn' | null {
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, rows.length - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return row?.isOpen === false ? 'turn' : row?.isOpen ? at + 1 : at;
    case 'ArrowLeft':
      return row?.isOpen ? 'turn' : parentOf(rows, at);
    case 'Enter':
    case ' ':
      return row?.isOpen == null ? at : 'turn';
    default:
      return null;
  }
}

function parentOf(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let index = at - 1; index >= 0; index--) {
    if ((rows[index]?.level ?? level) < level) {
      return index;
    }
  }
  return at;
}
