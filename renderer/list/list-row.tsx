import type { ReactNode } from 'react';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { classNames } from '../ui/class-names.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { momentInWords } from '../wording/dates.ts';
import styles from './list.module.css';
import type { RowStop } from './list-view.tsx';

/** A cell of each row. */
export type Column<Item> = {
  readonly id: string;
  /**
   * `title` and `text` share the room that is left and are cut there, `detail` is small text cut likewise, `count` is as wide as
   * it needs, `time` stands at the end, and marks are left out of rows without any.
   */
  readonly look: 'title' | 'text' | 'detail' | 'count' | 'time' | 'marks';
  /** Plain text of the cell, for the row's name; null if it has none. */
  readonly text: (item: Item) => string | null;
  /** Content of the cell; its text if left out. */
  readonly cell?: (item: Item) => ReactNode;
  /** Text shown when the cell is pointed at. */
  readonly about?: (item: Item) => string | undefined;
  readonly className?: string | undefined;
};

type ListRowProps<Item> = Readonly<{
  stop: RowStop;
  item: Item;
  columns: readonly Column<Item>[];
  className?: string | undefined;
  /** Name of the row for screen readers; what its cells say if left out. */
  label?: string;
  /** A click does this instead of picking the row. */
  onPick?: () => void;
  onOpen?: () => void;
}>;

/** A line of a list that the cursor can be on. */
export function ListRow<Item>({
  stop,
  item,
  columns,
  className,
  label,
  onPick = stop.pick,
  onOpen,
}: ListRowProps<Item>) {
  const cells = columns.map((column) => ({ ...column, says: column.text(item) }));
  const said = cells.flatMap(({ says }) => (says ? [says] : []));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
    <div
      {...stop.place}
      role="row"
      className={classNames(stop.place.className, styles['row'], className)}
      aria-label={nameHidden(label ?? said.join(', '))}
      aria-selected={stop.isCurrent}
      tabIndex={stop.tabIndex}
      onClick={onPick}
      onDoubleClick={onOpen}
    >
      {cells.map(({ id, look, cell, about, says, className: own }) =>
        look === 'marks' && !says ? null : (
          <span
            key={id}
            role="gridcell"
            className={classNames(styles[look], own)}
            dir={look === 'title' || look === 'text' ? 'auto' : undefined}
            title={about?.(item)}
          >
            {cell ? cell(item) : says && <VisibleText text={says} />}
          </span>
        ),
      )}
    </div>
  );
}

type MarkProps = Readonly<{ look?: 'news' | 'warning' | undefined; about?: string | undefined; children: ReactNode }>;

/** A word in a frame, for what stands out about a row. */
export const Mark = ({ look, about, children }: MarkProps) => (
  <span className={styles['mark']} data-look={look} title={about}>
    {children}
  </span>
);

/** A moment in a cell: `text` as it is shown, all of it when pointed at. */
export const Moment = ({
  at,
  text,
  about = momentInWords(at),
}: Readonly<{ at: number; text: string; about?: string | undefined }>) => (
  <time dateTime={new Date(at).toISOString()} title={about}>
    {text}
  </time>
);

type GroupRowProps = Readonly<{
  stop: RowStop;
  /** Level of the heading. */
  level?: 2 | 3;
  title: string;
  about?: string | undefined;
  count?: string | undefined;
  /** Actions on the rows below it. */
  children?: ReactNode;
}>;

/** A heading within a list. */
export function GroupRow({ stop: { place }, level = 2, title, about, count, children }: GroupRowProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div {...place} role="row" className={classNames(place.className, styles['group'])} data-level={level}>
      <div role="gridcell" className={styles['heading']}>
        <Heading className={styles['name']} dir="auto" title={about}>
          <VisibleText text={title} />
        </Heading>
        {count !== undefined && <span className="count">{count}</span>}
        {children}
      </div>
    </div>
  );
}
