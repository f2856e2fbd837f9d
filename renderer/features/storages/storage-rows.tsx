import { Fragment } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { whomInWords } from '#shared/wording/storages.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { useSaidInSight } from '../../api/said-in-sight.ts';
import { type Column, GroupRow, ListRow, Moment, RowMark } from '../../list/list-row.tsx';
import { ListView, type RowStop } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { InTheFile } from '../../ui/details.tsx';
import { SubjectText, VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted, countInWords } from '../../wording/counts.ts';
import { ageInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
import { isThere } from './is-there.ts';
import type { StorageListRow } from './storage-layout.ts';
import { knownAgents, type ReadyList, useStorageList } from './storage-list.ts';
import styles from './storage-rows.module.css';
import { askAboutStorage, openStorage, useStorages } from './storage-store.ts';
import {
  amountInWords,
  conditionOf,
  fileInWords,
  nameInWords,
  standingInWords,
  storageMarkNames,
  titleInWords,
  whomAsHeading,
  whoseByName,
} from './storage-words.ts';

type StorageListProps = Readonly<{
  workspace: string;
  rows: readonly StorageListRow[];
  writable: boolean;
  setAside: ReadyList['setAside'];
}>;

export const isStorageStop = ({ kind }: StorageListRow): boolean => kind === 'storage';

export function StorageListView({ workspace, rows, writable, setAside }: StorageListProps) {
  const list = useList({
    label: 'Agent data',
    name: `kept ${workspace}`,
    store: useStorages,
    rows,
    isStop: isStorageStop,
    heightOf: (row) => (isStorageStop(row) ? null : 46),
  });
  const storageList = useStorageList((state) => state.list);
  const beginningOf = useBeginnings(
    workspace,
    list.shown.flatMap(({ row }) => (row.kind === 'storage' ? [row.storage] : [])),
    storageList,
  );
  return (
    <ListView list={list} below={setAside.length > 0 && <SetAsideFiles files={setAside} />}>
      {(row, stop) =>
        row.kind === 'storage' ? (
          <StorageRow workspace={workspace} storage={row.storage} begins={beginningOf(row.storage)} stop={stop} />
        ) : (
          <StorageGroup row={row} writable={writable} stop={stop} />
        )
      }
    </ListView>
  );
}

type StorageGroupProps = Readonly<{
  row: Exclude<StorageListRow, { kind: 'storage' }>;
  writable: boolean;
  stop: RowStop;
}>;

function StorageGroup({ row, writable, stop }: StorageGroupProps) {
  switch (row.kind) {
    case 'agent':
      return (
        <GroupRow stop={stop} title={row.agent} count={amountInWords(counted(row.count, 'thing', 'things'), row.bytes)}>
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

type Group = Extract<StorageListRow, { kind: 'whom' }>;

function RemoveAll({ agent, whom }: Readonly<{ agent: string; whom: Group['whom'] | null }>) {
  return (
    <Button
      look="link"
      className={classNames('at-end unobtrusive', styles['removeAll'])}
      data-of-one={whom !== null || undefined}
      onClick={() => askAboutStorage({ kind: 'removal', act: 'remove', scope: { of: 'agent', agent, whom } })}
    >
      <VisibleText text={`Remove what ${agent} stores${whom === null ? '' : ` ${whomInWords(whom)}`}…`} />
    </Button>
  );
}

type StorageItem = Readonly<{ storage: StorageView; begins: FirstValues; isUnsaved: boolean; when: string }>;

function marksOf({ storage, isUnsaved }: StorageItem) {
  const { mark, problem } = storage;
  const standing = conditionOf(storage);
  const { name, about } = standingInWords(storage);
  return [
    ...(mark ? [{ name: storageMarkNames[mark], look: 'news' as const, about: undefined }] : []),
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
        conditionOf(storage) === 'kept' ? '' : standingInWords(storage).name,
        isUnsaved ? 'Not saved yet' : '',
        storage.mark ? storageMarkNames[storage.mark] : '',
      ]
        .filter(Boolean)
        .join(', '),
    cell: (item) =>
      marksOf(item).map(({ name, look, about }) => (
        <RowMark key={name} look={look} about={about}>
          {name}
        </RowMark>
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
function BeginningText({ says }: Readonly<{ says: FirstValues }>) {
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

type StorageRowProps = Readonly<{ workspace: string; storage: StorageView; begins: FirstValues; stop: RowStop }>;

function StorageRow({ workspace, storage, begins, stop }: StorageRowProps) {
  const today = useApp((app) => app.today);
  const isUnsaved = useStorages((state) => state.unsaved.has(storage.file));
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
function SetAsideFiles({ files }: Readonly<{ files: ReadyList['setAside'] }>) {
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

type FirstValues = Result<'storages.beginnings'>['beginnings'][number]['says'];

const nothing: FirstValues = [];

/** Beginnings of the storages in sight, as far as they have been read. @param turn changes with the storages */
function useBeginnings(
  workspace: string,
  inSight: readonly StorageView[],
  turn: unknown,
): (storage: StorageView) => FirstValues {
  const wanted = inSight.filter(hasBeginning).map(({ file }) => file);
  const firstValues = useSaidInSight(workspace, wanted, turn, async (files) => {
    const { beginnings } = await call('storages.beginnings', { workspace, files: [...files] });
    return beginnings.map(({ file, says }) => [file, says] as const);
  });
  // A cleared or damaged storage has no beginning any more.
  return (storage) => (hasBeginning(storage) ? (firstValues.get(storage.file) ?? nothing) : nothing);
}

/** A conversation has its own view, and so has the memory. */
const hasBeginning = (storage: StorageView): boolean =>
  isThere(storage) && storage.state === 'kept' && storage.conversation === null;
