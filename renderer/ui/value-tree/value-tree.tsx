import { ChevronDown, ChevronRight } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useCallback } from 'react';
import { classNames } from '../class-names.ts';
import list from '../long-list.module.css';
import { useVirtualRows } from '../virtual-rows.ts';
import { VisibleText } from '../visible-text.tsx';
import type { TreeRow } from './tree-rows.ts';
import type { useValueTree } from './use-value-tree.ts';
import styles from './value-tree.module.css';

type TreeProps = Readonly<{
  label: string;
  tree: ReturnType<typeof useValueTree>;
  found?: readonly string[];
  /** Words for a name; unchanged if left out. */
  nameInWords?: (name: string) => string;
  /** Draws a value; by default its text, unless it is unfolded. */
  draw?: (row: TreeRow) => ReactNode;
  /** Called on Enter if there is nothing to unfold, and on F2. */
  onEnter?: (row: TreeRow) => void;
}>;

const rowHeight = 26;
/** Most characters of a value in a row of the long tree, which is beside the whole value. */
const maxShown = 400;

/** A JSON value name by name, a line each, of which only those in sight are drawn. Arrow keys work as in any tree. */
export function LongValueTree({ label, tree, found = none }: Pick<TreeProps, 'label' | 'tree' | 'found'>) {
  const { id, rows, cursor } = tree;
  const at = cursorIn(rows, cursor);
  const { virtual, scroller } = useVirtualRows({
    count: rows.length,
    heightOf: () => rowHeight,
    keyOf: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    kept: () => [at],
  });
  const onKeyDown = useTreeKeys({ label, tree }, at, (index) => virtual.scrollToIndex(index, { align: 'auto' }));
  return (
    <div className={list['scroller']} ref={scroller}>
      <div id={id} role="tree" aria-label={label} className={list['grid']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <Row
                key={key}
                row={row}
                tree={tree}
                isCurrent={index === at && !tree.isLost}
                tabStop={index === at}
                className={classNames(list['row'], styles['line'])}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                name={row.name}
                found={found}
                onKeyDown={onKeyDown}
              >
                <VisibleText text={cut(row.value)} found={isLeaf(row) ? found : none} />
              </Row>
            )
          );
        })}
      </div>
    </div>
  );
}

/** The same as a part of a page, at full length, with all of each value. */
export function ValueTree(props: TreeProps) {
  const { label, tree, found = none, nameInWords, draw } = props;
  const { id, rows, cursor } = tree;
  const at = cursorIn(rows, cursor);
  const onKeyDown = useTreeKeys(props, at, () => undefined);
  return (
    <div id={id} role="tree" aria-label={label} className={styles['inPage']} data-words={nameInWords !== undefined}>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          tree={tree}
          isCurrent={row.key === cursor && !tree.isLost}
          tabStop={index === at}
          className={styles['part']}
          name={
            row.name !== null && typeof row.path.at(-1) === 'string' ? (nameInWords?.(row.name) ?? row.name) : row.name
          }
          found={found}
          onKeyDown={onKeyDown}
        >
          {draw
            ? draw(row)
            : row.isOpen !== true && <VisibleText text={row.value} found={isLeaf(row) ? found : none} />}
        </Row>
      ))}
    </div>
  );
}

const cursorIn = (rows: readonly TreeRow[], cursor: string | null): number =>
  Math.max(
    0,
    rows.findIndex(({ key }) => key === cursor),
  );

type RowProps = Readonly<{
  row: TreeRow;
  tree: TreeProps['tree'];
  isCurrent: boolean;
  tabStop: boolean;
  className: string | undefined;
  style?: CSSProperties;
  name: string | null;
  found: readonly string[];
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}>;

function Row({ row, tree, isCurrent, tabStop, className, style, name, found, onKeyDown, children }: RowProps) {
  const { level, isOpen, isFound, key, setSize, position, type } = row;
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-setsize={setSize}
      aria-posinset={position}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isCurrent}
      tabIndex={tabStop ? 0 : -1}
      className={classNames(className, styles['row'])}
      data-found={isFound || undefined}
      style={style}
      onFocus={({ target, currentTarget }) => target === currentTarget && tree.setCursor(key)}
      onClick={({ target }) => {
        // Controls in the row handle their own clicks.
        if (target instanceof Element && target.closest('button, form') === null) {
          tree.setCursor(key);
          if (isOpen !== null) {
            tree.turn(key);
          }
        }
      }}
      onKeyDown={onKeyDown}
    >
      <span className="keeps-width" style={{ width: `${(Math.min(level, maxIndent) - 1) * 16}px` }} />
      <span className={styles['fold']} aria-hidden>
        {isOpen === null ? null : isOpen ? <ChevronDown /> : <ChevronRight />}
      </span>
      {name !== null && (
        <VisibleText
          as="span"
          className={styles['name']}
          data-item={typeof row.path.at(-1) === 'number'}
          dir="auto"
          text={name}
          found={found}
        />
      )}
      <div className={styles['value']} data-type={type} dir="auto">
        {children}
      </div>
    </div>
  );
}

/** Deeper rows are indented no further, so that there is room to read them. */
const maxIndent = 16;

const none: readonly string[] = [];
const isLeaf = ({ type }: TreeRow): boolean => type !== 'object' && type !== 'list';
const cut = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`);

/** Keyboard handling of a tree. @param reveal scrolls to a row */
function useTreeKeys({ tree, onEnter }: TreeProps, at: number, reveal: (index: number) => void) {
  const { rows } = tree;
  return (event: KeyboardEvent): void => {
    const { target, currentTarget, key } = event;
    const row = rows[at];
    if (target !== currentTarget || row === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const isEnter = key === 'F2' || (key === 'Enter' && row.isOpen === null);
    const step = isEnter ? null : stepIn(rows, at, key);
    const to = typeof step === 'number' ? rows[step] : undefined;
    if (isEnter && onEnter) {
      onEnter(row);
    } else if (step === 'turn') {
      tree.turn(row.key);
    } else if (to && typeof step === 'number') {
      reveal(step);
      tree.goTo(to);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Target of a key pressed on a row; null if the key does nothing in a tree. */
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
