import { Fragment } from 'react';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { whomInWords } from '#shared/wording/storages.ts';
import { useApp } from '../../api/app-store.ts';
import { type Column, GroupRow, ListRow, Mark, Moment } from '../../list/list-row.tsx';
import { ListView, type RowStop } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { InTheFile } from '../../ui/details.tsx';
import { SubjectText, VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted, countInWords } from '../../wording/counts.ts';
import { ageInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
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

type KeptListProps = Readonly<{
  workspace: string;
  rows: readonly KeptRow[];
  writable: boolean;
  setAside: ReadyList['setAside'];
}>;

export const isStop = ({ kind }: KeptRow): boolean => kind === 'storage';

export function KeptList({ workspace, rows, writable, setAside }: KeptListProps) {
  const list = useList({
    label: 'What agents keep',
    name: `kept ${workspace}`,
    store: useKept,
    rows,
    isStop,
    heightOf: (row) => (isStop(row) ? null : 46),
  });
  const kept = useKeptList((state) => state.list);
  const beginningOf = useBeginnings(
    workspace,
    list.shown.flatMap(({ row }) => (row.kind === 'storage' ? [row.storage] : [])),
    kept,
  );
  return (
    <ListView list={list} below={setAside.length > 0 && <SetAside files={setAside} />}>
      {(row, stop) =>
        row.kind === 'storage' ? (
          <StorageRow workspace={workspace} storage={row.storage} begins={beginningOf(row.storage)} stop={stop} />
        ) : (
          <KeptGroup row={row} writable={writable} stop={stop} />
        )
      }
    </ListView>
  );
}

type KeptGroupProps = Readonly<{ row: Exclude<KeptRow, { kind: 'storage' }>; writable: boolean; stop: RowStop }>;

function KeptGroup({ row, writable, stop }: KeptGroupProps) {
  switch (row.kind) {
    case 'agent':
      return (
        <GroupRow stop={stop} title={row.agent} count={keptInWords(counted(row.count, 'thing', 'things'), row.bytes)}>
          {writable && <RemoveAll agent={row.agent} whom={null} />}
        </GroupRow>
      );
    case 'whom':
      return (
        <GroupRow stop={stop} level={3} title={whomAsHeading(row.whom)}>
          {writable && <RemoveAll agent={row.agent} whom={row.whom} />}
        </GroupRow>
      );
    case 'untracked':
      return <GroupRow stop={stop} title="Owner unknown" count={countInWords(row.count)} />;
  }
}

type Group = Extract<KeptRow, { kind: 'whom' }>;

/** Asks about removing everything an agent keeps, for everybody or for one owner. */
function RemoveAll({ agent, whom }: Readonly<{ agent: string; whom: Group['whom'] | null }>) {
  return (
    <Button
      look="link"
      className={classNames('at-end unobtrusive', styles['removeAll'])}
      data-of-one={whom !== null || undefined}
      onClick={() => ask({ kind: 'removal', act: 'remove', scope: { of: 'agent', agent, whom } })}
    >
      <VisibleText text={`Remove what ${agent} keeps${whom === null ? '' : ` ${whomInWords(whom)}`}…`} />
    </Button>
  );
}

type StorageItem = Readonly<{ storage: StorageView; begins: Beginning; isUnsaved: boolean; when: string }>;

function marksOf({ storage, isUnsaved }: StorageItem) {
  const { mark, problem } = storage;
  const standing = standingOf(storage);
  const { name, about } = standingInWords(storage);
  return [
    ...(mark ? [{ name: markNames[mark], look: 'news' as const, about: undefined }] : []),
    ...(isUnsaved ? [{ name: 'Not saved yet', look: 'warning' as const, about: undefined }] : []),
    // Storages without a known owner are marked by their heading.
    ...(standing === 'kept' || standing === 'untracked'
      ? []
      : [{ name, look: standing === 'damaged' ? ('warning' as const) : undefined, about: problem ?? about }]),
  ];
}

const columns: readonly Column<StorageItem>[] = [
  {
    id: 'name',
    look: 'title',
    className: styles['name'],
    text: ({ storage }) => titleInWords(storage, knownAgents()),
    // The headings give the owner.
    cell: ({ storage }) => <VisibleText text={nameInWords(storage)} />,
  },
  {
    id: 'marks',
    look: 'marks',
    text: ({ storage, isUnsaved }) =>
      [
        standingOf(storage) === 'kept' ? '' : standingInWords(storage).name,
        isUnsaved ? 'Not saved yet' : '',
        storage.mark ? markNames[storage.mark] : '',
      ]
        .filter(Boolean)
        .join(', '),
    cell: (item) =>
      marksOf(item).map(({ name, look, about }) => (
        <Mark key={name} look={look} about={about}>
          {name}
        </Mark>
      )),
  },
  {
    id: 'whose',
    look: 'detail',
    className: 'hides-empty',
    // Without an owner in the heading, the file name may suggest one.
    cell: ({ storage }) => storage.trackedBy.length === 0 && <VisibleText text={whoseByName(storage, knownAgents())} />,
  },
  { id: 'begins', look: 'text', cell: ({ begins }) => <BeginningText says={begins} /> },
  {
    id: 'time',
    look: 'time',
    text: ({ when }) => when,
    cell: ({ storage: { changedAt }, when }) => changedAt !== null && <Moment at={changedAt} text={when} />,
  },
];

/** Names and values on one line, unchanged; a value without a name is shown alone. */
function BeginningText({ says }: Readonly<{ says: Beginning }>) {
  return says.map(({ name, value }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
    <Fragment key={at}>
      {at > 0 && <span className="quiet"> · </span>}
      {name !== '' && (
        <>
          <span className="quiet">
            <SubjectText text={name} />
          </span>{' '}
        </>
      )}
      <VisibleText text={value} />
    </Fragment>
  ));
}

type StorageRowProps = Readonly<{ workspace: string; storage: StorageView; begins: Beginning; stop: RowStop }>;

function StorageRow({ workspace, storage, begins, stop }: StorageRowProps) {
  const today = useApp((app) => app.today);
  const isUnsaved = useKept((kept) => kept.unsaved.has(storage.file));
  const { changedAt } = storage;
  const when = changedAt === null ? '' : ageInWords(dayOfMoment(changedAt), today);
  return (
    <ListRow
      stop={stop}
      item={{ storage, begins, isUnsaved, when }}
      columns={columns}
      className={styles['storage']}
      onOpen={() => openStorage(workspace, storage)}
    />
  );
}

/** Files found damaged when an agent read them, and kept whole under another name. */
function SetAside({ files }: Readonly<{ files: ReadyList['setAside'] }>) {
  const agents = knownAgents();
  return (
    <section className="stack-1 after-list breaks" aria-label="Set aside">
      <h2 className="title">Set aside</h2>
      <p className="quiet">Damaged files, set aside unchanged.</p>
      <ul className="stack-1">
        {files.map(({ name, changedAt }) => (
          <li key={name} className="words">
            <VisibleText text={fileInWords(name, agents)} />
            <span className="count">{momentInWords(changedAt)}</span>
          </li>
        ))}
      </ul>
      <InTheFile
        facts={files.map(({ name, bytes }) => ({ label: bytesInWords(bytes), id: name, mono: true, value: name }))}
      />
    </section>
  );
}
