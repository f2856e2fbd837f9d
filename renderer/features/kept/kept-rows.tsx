import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { whomInWords } from '#shared/wording/storages.ts';
import { useApp } from '../../api/app-store.ts';
import { Fact, InTheFile } from '../../entries/inspector.tsx';
import { placeOfRow, type RowPlace } from '../../entries/row-place.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useCursorFocus } from '../../ui/cursor-focus.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import list from '../../ui/long-list.module.css';
import { longListIn, useMeasuredRows, useRemeasuredHeights } from '../../ui/row-heights.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted, countInWords } from '../../wording/counts.ts';
import { ageInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
import { BeginningText } from './beginning-text.tsx';
import type { KeptRow } from './kept-layout.ts';
import { knownAgents, type ReadyList, useKeptList } from './kept-list.ts';
import styles from './kept-rows.module.css';
import { ask, openStorage, useKept } from './kept-store.ts';
import {
  fileInWords,
  keptInWords,
  markNames,
  nameInWords,
  standingInWords,
  standingOf,
  titleInWords,
  whomAsHeading,
  whoseByName,
} from './kept-words.ts';
import { type Beginning, useBeginnings } from './use-beginnings.ts';

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
  const focusTurn = useKept((state) => state.focusTurn);
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
  useCursorFocus(virtual, focusTurn, cursorRow, '[data-storage][tabindex="0"]');
  const shown = virtual.getVirtualItems();
  const kept = useKeptList((state) => state.list);
  const beginningOf = useBeginnings(
    workspace,
    shown.flatMap(({ index }) => storageIn(rows[index])),
    kept,
  );
  return (
    <div className={list['scroller']} ref={scroller}>
      <div
        role="grid"
        aria-label="What agents keep"
        aria-rowcount={rows.length}
        className={list['grid']}
        style={{ height: virtual.getTotalSize() }}
      >
        {shown.map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <KeptRowView
                key={key}
                workspace={workspace}
                row={row}
                beginningOf={beginningOf}
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

const storageIn = (row: KeptRow | undefined): readonly StorageView[] => (row?.kind === 'storage' ? [row.storage] : []);

type RowProps = Readonly<{
  workspace: string;
  row: KeptRow;
  beginningOf: (storage: StorageView) => Beginning;
  writable: boolean;
  place: RowPlace;
  tabStop: boolean;
}>;

function KeptRowView({ workspace, row, beginningOf, writable, place, tabStop }: RowProps) {
  switch (row.kind) {
    case 'agent':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['agent'])}>
          <div role="gridcell" className={styles['heading']}>
            <h2 className={styles['name']} dir="auto">
              <VisibleText text={row.agent} />
            </h2>
            <span className="count">{keptInWords(counted(row.count, 'thing', 'things'), row.bytes)}</span>
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
            <h2 className={styles['name']}>Owner unknown</h2>
            <span className="count">{countInWords(row.count)}</span>
          </div>
        </div>
      );
    case 'storage':
      return (
        <OneStorage workspace={workspace} row={row} begins={beginningOf(row.storage)} place={place} tabStop={tabStop} />
      );
  }
}

type Group = Extract<KeptRow, { kind: 'whom' }>;

/** Asks about all that an agent keeps, for everybody or for one. */
function RemoveAll({ agent, whom }: Readonly<{ agent: string; whom: Group['whom'] | null }>) {
  return (
    <Button
      look="link"
      className={styles['removeAll'] ?? ''}
      onClick={() => ask({ kind: 'removal', act: 'remove', scope: { of: 'agent', agent, whom } })}
    >
      <VisibleText text={`Remove what ${agent} keeps${whom === null ? '' : ` ${whomInWords(whom)}`}…`} />
    </Button>
  );
}

type StorageProps = Readonly<{
  workspace: string;
  row: Extract<KeptRow, { kind: 'storage' }>;
  begins: Beginning;
  place: RowPlace;
  tabStop: boolean;
}>;

function OneStorage({ workspace, row: { key, storage }, begins, place, tabStop }: StorageProps) {
  const { mark, changedAt } = storage;
  const today = useApp((app) => app.today);
  const isCurrent = useKept((kept) => kept.cursor === key);
  const isUnsaved = useKept((kept) => kept.unsaved.has(storage.file));
  const agents = knownAgents();
  const standing = standingOf(storage);
  const { name, about } = standingInWords(storage);
  const when = changedAt === null ? '' : ageInWords(dayOfMoment(changedAt), today);
  const stands = standing === 'kept' ? null : name;
  const title = titleInWords(storage, agents);
  const said = [title, stands, isUnsaved && 'Not saved yet', mark && markNames[mark], when];
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
        <VisibleText text={nameInWords(storage)} />
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
      {/* Of those whose owner is unknown, the heading says so. */}
      {stands && standing !== 'untracked' && (
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
      {storage.trackedBy.length === 0 && (
        <span role="gridcell" className={styles['whose']} dir="auto">
          <VisibleText text={whoseByName(storage, agents)} />
        </span>
      )}
      <span role="gridcell" className={styles['begins']} dir="auto">
        <BeginningText says={begins} />
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
  const agents = knownAgents();
  return (
    <section className={styles['setAside']} aria-label="Set aside">
      <h2 className="title">Set aside</h2>
      <p className="quiet">Damaged files, set aside unchanged.</p>
      <ul className="stack-1">
        {files.map(({ name, changedAt }) => (
          <li key={name} className={styles['file']}>
            <VisibleText text={fileInWords(name, agents)} />
            <span className="count">{momentInWords(changedAt)}</span>
          </li>
        ))}
      </ul>
      <InTheFile>
        {files.map(({ name, bytes }) => (
          <Fact key={name} name={bytesInWords(bytes)} look="mono">
            {name}
          </Fact>
        ))}
      </InTheFile>
    </section>
  );
}
