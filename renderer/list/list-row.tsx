import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { classNames } from '../ui/class-names.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { momentInWords } from '../wording/dates.ts';
import styles from './list.module.css';
import type { RowStop } from './list-view.tsx';

export type Column<Item> = {
  readonly id: string;
  /**
   * `title` and `text` share the room that is left and are cut there, `detail` is small text cut likewise, `count` is as wide as
   * it needs, `time` is at the end, and marks are left out of rows without any. A `value` is a text, and both `value` and
   * `bare` look as their class says.
   */
  readonly look: 'title' | 'text' | 'detail' | 'count' | 'time' | 'marks' | 'value' | 'bare';
  /** Plain text of the cell, for the row's name; null if it has none. */
  readonly text?: (item: Item) => string | null;
  /** Content of the cell; its text if left out. */
  readonly cell?: (item: Item, stop: RowStop) => ReactNode;
  /** Text shown when the cell is pointed at. */
  readonly about?: (item: Item) => string | undefined;
  readonly className?: string | undefined;
  readonly data?: DataAttributes;
};

type DataAttributes = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>;

type ListRowProps<Item> = Readonly<{
  stop: RowStop;
  item: Item;
  columns: readonly Column<Item>[];
  className?: string | undefined;
  /** Name of the row for screen readers; what its cells say if left out. */
  label?: string;
  /** False if its class alone says how it looks. */
  isLine?: boolean;
  data?: DataAttributes;
  /** A click does this instead of picking the row. */
  onPick?: (() => void) | undefined;
  onOpen?: () => void;
}>;

/** A line of a list that the cursor can be on. */
export function ListRow<Item>(props: ListRowProps<Item>) {
  const { stop, item, columns, className, label, isLine = true, data, onPick = stop.pick, onOpen } = props;
  const cells = columns.map((column) => ({ ...column, says: column.text?.(item) ?? null }));
  const names = cells.flatMap(({ says }) => (says ? [says] : []));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
    <div
      {...stop.place}
      role="row"
      className={classNames(stop.place.className, isLine && styles['row'], className)}
      aria-label={nameHidden(label ?? names.join(', '))}
      aria-selected={stop.isSelected || (stop.isCurrent && !stop.isSelecting)}
      data-cursor={stop.isCurrent || undefined}
      data-choosing={stop.isSelecting || undefined}
      {...data}
      tabIndex={stop.tabIndex}
      onClick={onPick}
      onDoubleClick={onOpen}
    >
      {cells.map(({ id, look, cell, about, says, className: own, data: ofCell }) =>
        look === 'marks' && !says ? null : (
          <span
            key={id}
            role="gridcell"
            className={classNames(styles[look], own)}
            dir={look === 'title' || look === 'text' || look === 'value' ? 'auto' : undefined}
            title={about?.(item)}
            {...ofCell}
          >
            {cell ? cell(item, stop) : says && <VisibleText text={says} />}
          </span>
        ),
      )}
    </div>
  );
}

type MarkProps = Readonly<{ look?: 'news' | 'warning' | undefined; about?: string | undefined; children: ReactNode }>;

/** A word in a frame, for what stands out about a row. */
export const RowMark = ({ look, about, children }: MarkProps) => (
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
  level?: 2 | 3;
  title: string;
  about?: string | undefined;
  count?: string | undefined;
  fold?: { readonly isFolded: boolean; readonly toggle: () => void };
  icon?: ReactNode;
  /** Actions on the rows below it. */
  children?: ReactNode;
}>;

export function GroupRow({ stop, level = 2, title, about, count, fold, icon, children }: GroupRowProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const Chevron = fold?.isFolded ? ChevronRight : ChevronDown;
  const name = <VisibleText text={title} />;
  return (
    <PlainRow stop={stop} className={styles['group']} data={{ 'data-level': level }}>
      <div role="gridcell" className={styles['heading']}>
        <Heading className={styles['name']} dir="auto" title={about}>
          {fold ? (
            <button type="button" className={styles['fold']} aria-expanded={!fold.isFolded} onClick={fold.toggle}>
              <Chevron aria-hidden />
              {icon}
              <span>{name}</span>
            </button>
          ) : (
            name
          )}
        </Heading>
        {count !== undefined && <span className="count">{count}</span>}
        {children}
      </div>
    </PlainRow>
  );
}

type PlainRowProps = Readonly<{
  stop: RowStop;
  className?: string | undefined;
  isBusy?: true;
  data?: DataAttributes;
  children: ReactNode;
}>;

/** A row that the cursor can't be on. */
export const PlainRow = ({ stop: { place }, className, isBusy, data, children }: PlainRowProps) => (
  <div {...place} role="row" aria-busy={isBusy} className={classNames(place.className, className)} {...data}>
    {children}
  </div>
);

/** Place of a row whose page is loading. */
export const PendingRow = ({ stop }: Readonly<{ stop: RowStop }>) => (
  <PlainRow stop={stop} className={styles['pending']} isBusy>
    <div role="gridcell">
      <i className="skeleton-line" aria-label="Loading" role="img" />
    </div>
  </PlainRow>
);
