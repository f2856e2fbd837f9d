import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { useApp } from '../../api/app-store.ts';
import { placeOfRow, type RowPlace } from '../../entries/row-place.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusRow } from '../../ui/focus-row.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import list from '../../ui/long-list.module.css';
import { longListIn, useMeasuredRows, useRemeasuredHeights } from '../../ui/row-heights.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted } from '../../wording/counts.ts';
import { ageInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
import type { KeptRow } from './kept-layout.ts';
import type { ReadyList } from './kept-list.ts';
import styles from './kept-rows.module.css';
import { ask, openStorage, useKept } from './kept-store.ts';
import { kindInWords, markNames, standingInWords, standingOf, whomAsHeading, whomInWords } from './kept-words.ts';

const headingHeight = 46;

type KeptListProps = Readonly<{
  workspace: string;
  rows: readonly KeptRow[];
  writable: boolean;
  setAside: ReadyList['setAside'];
}>;

export function KeptList({ workspace, rows, writable, setAside }: KeptListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const density = useApp((state) => state.preferences.density);
  const cursor = useKept((state) => state.cursor);
  const cursorRow = rows.findIndex(({ key }) => key === cursor);
  const firstStorage = rows.findIndex(({ kind }) => kind === 'storage');
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'storage' ? (density === 'compact' ? 28 : 36) : headingHeight),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    ...longListIn(scroller, () => (cursorRow < 0 ? [] : [cursorRow])),
  });
  const measure = useMeasuredRows(virtual);
  useRemeasuredHeights(virtual, density);
  useKeptScroll(`kept ${workspace}`, virtual);
  useCursorFocus(rows, (row) => virtual.scrollToIndex(row, { align: 'auto' }));
  return (
    <div className={list['scroller']} ref={scroller}>
      <div
        role="grid"
        aria-label="What agents keep"
        aria-rowcount={rows.length}
        className={list['grid']}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <KeptRowView
                key={key}
                workspace={workspace}
                row={row}
                writable={writable}
                tabStop={index === (cursorRow < 0 ? firstStorage : cursorRow)}
                place={placeOfRow(measure, index, start, list['row'])}
              />
            )
          );
        })}
      </div>
      {setAside.length > 0 && <SetAside files={setAside} />}
    </div>
  );
}

/** Brings the cursor's row into sight and focuses it each time that is asked for. */
function useCursorFocus(rows: readonly KeptRow[], reveal: (row: number) => void): void {
  const turn = useKept((state) => state.focusTurn);
  const [answered, setAnswered] = useState(0);
  useLayoutEffect(() => {
    if (turn === answered) {
      return;
    }
    setAnswered(turn);
    const { cursor } = useKept.getState();
    const row = rows.findIndex(({ key }) => key === cursor);
    if (row >= 0) {
      reveal(row);
      focusRow('[data-storage][tabindex="0"]');
    }
  });
}

type RowProps = Readonly<{ workspace: string; row: KeptRow; writable: boolean; place: RowPlace; tabStop: boolean }>;

function KeptRowView({ workspace, row, writable, place, tabStop }: RowProps) {
  switch (row.kind) {
    case 'agent':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['agent'])}>
          <div role="gridcell" className={styles['heading']}>
            <h2 className={styles['name']} dir="auto">
              <VisibleText text={row.agent} />
            </h2>
            <span className="count">
              {counted(row.count, 'storage', 'storages')} · {bytesInWords(row.bytes)}
            </span>
            {writable && <RemoveAll agent={row.agent} whom={null} />}
          </div>
        </div>
      );
    case 'whom':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['whom'])}>
          <div role="gridcell" className={styles['heading']}>
            <h3 className={styles['name']} dir="auto">
              <VisibleText text={whomAsHeading(row.whom)} />
            </h3>
            {writable && <RemoveAll agent={row.agent} whom={row.whom} />}
          </div>
        </div>
      );
    case 'untracked':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['agent'])}>
          <div role="gridcell" className={styles['heading']}>
            <h2 className={styles['name']}>Not tracked by any agent</h2>
            <span className="count">{counted(row.count, 'storage', 'storages')}</span>
          </div>
        </div>
      );
    case 'storage':
      return <OneStorage workspace={workspace} row={row} place={place} tabStop={tabStop} />;
  }
}

type Group = Extract<KeptRow, { kind: 'whom' }>;

/** Asks about all that an agent keeps, for everybody or for one. */
function RemoveAll({ agent, whom }: Readonly<{ agent: string; whom: Group['whom'] | null }>) {
  const whose = whom === null ? `everything ${agent} keeps` : `everything ${agent} keeps ${whomInWords(whom)}`;
  return (
    <Button
      look="link"
      className={styles['removeAll'] ?? ''}
      aria-label={`Remove ${whose}…`}
      onClick={() => ask({ kind: 'removal', act: 'remove', scope: { of: 'agent', agent, whom } })}
    >
      Remove everything…
    </Button>
  );
}

type StorageProps = Readonly<{
  workspace: string;
  row: Extract<KeptRow, { kind: 'storage' }>;
  place: RowPlace;
  tabStop: boolean;
}>;

function OneStorage({ workspace, row: { key, storage }, place, tabStop }: StorageProps) {
  const { mark, changedAt } = storage;
  const today = useApp((app) => app.today);
  const isCurrent = useKept((kept) => kept.cursor === key);
  const isUnsaved = useKept((kept) => kept.unsaved.has(storage.file));
  const kind = kindInWords(storage);
  const standing = standingOf(storage);
  const { name, about } = standingInWords(storage);
  const when = changedAt === null ? '' : ageInWords(dayOfMoment(changedAt), today);
  const stands = standing === 'kept' ? null : name;
  const said = [kind, storage.key ?? storage.file, stands, isUnsaved && 'Not saved yet', mark && markNames[mark], when];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useKeptCommands.
    <div
      {...place}
      role="row"
      className={classNames(place.className, styles['storage'])}
      aria-label={nameHidden(said.filter(Boolean).join(', '))}
      aria-selected={isCurrent}
      data-storage
      tabIndex={tabStop ? 0 : -1}
      onClick={() => useKept.setState({ cursor: key, sheetOpen: !hasRoomForInspector() })}
      onDoubleClick={() => openStorage(workspace, storage)}
    >
      <span role="gridcell" className={styles['kind']} dir="auto">
        <VisibleText text={kind} />
      </span>
      {mark && (
        <span role="gridcell" className={styles['mark']} data-news>
          {markNames[mark]}
        </span>
      )}
      {isUnsaved && (
        <span role="gridcell" className={styles['mark']} data-warning>
          Not saved yet
        </span>
      )}
      {stands && (
        <span
          role="gridcell"
          className={styles['mark']}
          data-warning={standing === 'damaged' || undefined}
          title={storage.problem ?? about}
        >
          {stands}
        </span>
      )}
      {/* Where no heading says whose it is, its name may. */}
      <span role="gridcell" className={styles['key']} dir="auto">
        {standing === 'untracked' && <VisibleText text={storage.key ?? storage.file} />}
      </span>
      <span role="gridcell" className={styles['time']}>
        {changedAt !== null && (
          <time dateTime={new Date(changedAt).toISOString()} title={momentInWords(changedAt)}>
            {when}
          </time>
        )}
      </span>
    </div>
  );
}

/** What was damaged when an agent read it, and stays whole under another name. */
function SetAside({ files }: Readonly<{ files: ReadyList['setAside'] }>) {
  return (
    <section className={styles['setAside']} aria-label="Set aside">
      <h2 className="title">Set aside</h2>
      <p className="quiet">These were damaged when their agent read them. They stay whole beside the others.</p>
      <ul className="stack-1">
        {files.map(({ name, bytes, changedAt }) => (
          <li key={name} className={styles['file']}>
            <span className="code">
              <VisibleText text={name} />
            </span>
            <span className="count">
              {bytesInWords(bytes)} · {momentInWords(changedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
