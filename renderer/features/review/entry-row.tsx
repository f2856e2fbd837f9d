import {
  Archive,
  BadgeCheck,
  Box,
  Check,
  EyeOff,
  Folder,
  Hourglass,
  type LucideIcon,
  Pencil,
  Pin,
  ShieldCheck,
  Trash2,
  UserRound,
} from 'lucide-react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import type { TopicView } from '#shared/contract/features/topics.ts';
import type { AboutKind } from '#shared/entries/about.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { hasWords } from '#shared/entries/search.ts';
import { findingName } from '#shared/scan/words.ts';
import { type Hint, hintFor } from '#shared/twins/hints.ts';
import { useSaysHowSure } from '../../api/context-store.ts';
import { choiceColumn } from '../../entries/choice-column.tsx';
import styles from '../../entries/entry-row.module.css';
import { EntryText, nameAndText } from '../../entries/entry-text.tsx';
import { FindingIcon } from '../../entries/findings/finding-icon.tsx';
import { openOf, useFindingsIn, withoutSecrets } from '../../entries/findings/findings.ts';
import { foldedShown } from '../../entries/narrowing.ts';
import rowActionsStyles from '../../entries/row-actions.module.css';
import { type Column, ListRow } from '../../list/list-row.tsx';
import type { RowStop } from '../../list/list-view.tsx';
import { moveTo } from '../../list/selection.ts';
import { IconButton } from '../../ui/button.tsx';
import { Later, useLater } from '../../ui/later.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { rankInWords } from '../../wording/counts.ts';
import { ageInWords, dateInWords } from '../../wording/dates.ts';
import { earlierSentence } from '../../wording/earlier.ts';
import { aboutKindNames, cutToCharacters, entryName, markNames, sourceInWords } from '../../wording/names.ts';
import { act } from './actions.ts';
import { EarlierText } from './earlier-text.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { useSearchWords } from './review-search.tsx';
import { select, useReview } from './review-store.ts';
import { dayOf, typeInWords } from './topics/topic-words.ts';
import { useTopicOf } from './topics/topics-store.ts';
import { isAnswered } from './triage.ts';

type EntryRowProps = Readonly<{
  entry: EntryView;
  today: string;
  /** Place from 1 among what leaves next; null if it doesn't. */
  rank: number | null;
  /** The assistant stops reading before it. */
  unread: boolean;
  writable: boolean;
}>;

type EntryItem = EntryRowProps &
  Readonly<{
    /** The entry with its secrets masked, so nobody looking over a shoulder reads them. */
    shown: EntryView;
    words: readonly string[];
    answered: boolean;
    isInTriage: boolean;
    findings: readonly FoundInFile[];
    hint: Hint | null;
    saysHowSure: boolean;
    topic: TopicView | undefined;
    isLater: boolean;
  }>;

export function EntryRow({ stop, ...props }: EntryRowProps & Readonly<{ stop: RowStop }>) {
  const { entry, unread, writable } = props;
  const isInTriage = useReview(({ triage }) => triage !== null);
  const answered = useReview(({ triage }) => triage !== null && isAnswered(triage, entry));
  const editing = useReview((state) => (state.editing?.id === entry.id ? state.editing : null));
  const findings = useFindingsIn(entry);
  const item: EntryItem = {
    ...props,
    shown: withoutSecrets(entry, findings),
    words: useSearchWords(),
    answered,
    isInTriage,
    findings: openOf(findings),
    hint: hintFor(entry),
    saysHowSure: useSaysHowSure(),
    topic: useTopicOf(entry),
    isLater: useLater(),
  };
  const columns = [
    valueColumn,
    marksColumn,
    ageColumn,
    ...(isInTriage && entry.earlier ? [earlierColumn] : []),
    ...(writable ? [actionsColumn] : []),
  ];
  return (
    <ListRow
      stop={stop}
      item={item}
      columns={[
        boxColumn,
        ...(editing ? [{ ...editorColumn, cell: () => <EntryEditor editing={editing} /> }] : columns),
      ]}
      isLine={false}
      className={styles['row']}
      label={rowName(item)}
      data={{
        'data-row': entry.id,
        'data-triage': isInTriage || undefined,
        'data-answered': answered || undefined,
        'data-unread': unread || undefined,
      }}
    />
  );
}

const boxColumn = choiceColumn(({ shown }: EntryItem) => entryName(shown));
const editorColumn: Column<EntryItem> = { id: 'editor', look: 'bare', className: styles['editor'] };

const valueColumn: Column<EntryItem> = {
  id: 'value',
  look: 'value',
  className: styles['value'],
  cell: ({ entry, shown, words }) => (
    <>
      <EntryText entry={shown} found={words} />
      <FoundInSource entry={entry} words={words} />
    </>
  ),
};

const marksColumn: Column<EntryItem> = {
  id: 'marks',
  look: 'bare',
  className: styles['marks'],
  cell: (item) => <Marks {...item} />,
};

/** Time since the entry was learned. Recent changes by others have their own mark instead. */
const ageColumn: Column<EntryItem> = {
  id: 'age',
  look: 'bare',
  className: styles['age'],
  data: { 'data-gives-way': true },
  text: (item) => {
    const date = dateOf(item);
    const { mark } = item.entry;
    return date === null || mark === 'changed' || mark === 'superseded' ? null : ageInWords(date, item.today);
  },
  // Formatting the first date takes the browser longer than drawing a row does.
  about: (item) =>
    item.isLater ? `${item.topic ? 'Changed' : 'First learned'}: ${dateInWords(dateOf(item))}` : undefined,
};

const dateOf = ({ entry, topic }: EntryItem): string | null => entry.date ?? (topic ? dayOf(topic) : null);

const earlierColumn: Column<EntryItem> = {
  id: 'earlier',
  look: 'bare',
  className: styles['earlier'],
  cell: ({ entry, writable }) =>
    entry.earlier && <EarlierText entry={entry} earlier={entry.earlier} writable={writable} />,
};

const actionsColumn: Column<EntryItem> = {
  id: 'actions',
  look: 'bare',
  className: rowActionsStyles['actions'],
  data: { 'data-row-actions': true },
  cell: ({ entry, saysHowSure }) => (
    <Later>
      <RowActions entry={entry} saysHowSure={saysHowSure} />
    </Later>
  ),
};

/** Shows the source if it is the only thing the search matched, or the row would be a mystery. */
function FoundInSource({ entry, words }: Readonly<{ entry: EntryView; words: readonly string[] }>) {
  return (
    entry.source !== null &&
    !hasWords(foldedShown(entry), words) && (
      <span className="quiet">
        {' · Source: '}
        <VisibleText text={sourceInWords(entry.source)} found={words} />
      </span>
    )
  );
}

function Marks({ entry, rank, unread, today, answered, findings, hint, topic, saysHowSure }: EntryItem) {
  const { pinned, confirmed, until } = entry.flags;
  const isProtected = until !== null && until >= today;
  return (
    <>
      {rank !== null && (
        <span className={styles['leaves']} title="Archived in this order when the memory is full">
          {rankInWords(rank)} to be archived
        </span>
      )}
      {unread && <MarkIcon Icon={EyeOff} title="Never read: it is below where your assistant stops" />}
      <MarkWord entry={entry} answered={answered} />
      {findings.map((finding) => (
        <span key={finding.kind} className={styles['finding']} title={`Holds ${findingName(finding)}`}>
          <FindingIcon kind={finding.kind} />
        </span>
      ))}
      {hint && <MarkIcon Icon={Hourglass} title={`May not last: this ${hint.reason}`} />}
      <AboutMark entry={entry} />
      {topic?.type != null && (
        <span className="detail">
          <VisibleText text={typeInWords(topic.type)} />
        </span>
      )}
      {confirmed && !saysHowSure && <MarkIcon Icon={BadgeCheck} title="Confirmed by you" />}
      {pinned && <MarkIcon Icon={Pin} title="Pinned: never archived automatically" />}
      {isProtected && !pinned && <MarkIcon Icon={ShieldCheck} title={`Protected until ${dateInWords(until)}`} />}
    </>
  );
}

const MarkIcon = ({ Icon, title }: Readonly<{ Icon: LucideIcon; title: string }>) => (
  <span className={styles['icon']} title={title}>
    <Icon aria-hidden />
  </span>
);

function AboutMark({ entry }: Readonly<{ entry: EntryView }>) {
  const { about } = entry.flags;
  if (about === null || about.name === entry.key) {
    return null;
  }
  const Icon = aboutIcons[about.kind];
  return (
    <span className={styles['about']} title={`About ${about.name}, ${aboutKindNames[about.kind]}`}>
      <Icon aria-hidden />
      <span className="ellipsis">
        <VisibleText text={about.name} />
      </span>
    </span>
  );
}

function rowName({ shown, rank, unread, answered, isInTriage, saysHowSure, findings, hint, topic }: EntryItem): string {
  const { flags, earlier } = shown;
  const parts = [
    nameAndText(shown),
    topic?.type,
    markWord(shown, answered),
    ...findings.map((finding) => `holds ${findingName(finding)}`),
    hint && 'may not last',
    flags.about && flags.about.name !== shown.key && `about ${flags.about.name}`,
    !saysHowSure && flags.confirmed && 'confirmed by you',
    flags.pinned && 'pinned',
    unread && 'never read',
    rank !== null && `${rankInWords(rank)} to be archived`,
    isInTriage && earlier && cutToCharacters(earlierSentence(shown, earlier), 200),
  ];
  return parts.filter(Boolean).join(', ');
}

/** The four things done most. They appear on hover; keys, the menu and the inspector do the same. */
function RowActions({ entry, saysHowSure }: Pick<EntryItem, 'entry' | 'saysHowSure'>) {
  const icons = [
    { action: 'edit', name: 'Edit', keys: 'Enter', Icon: Pencil },
    {
      action: 'confirm',
      name: !saysHowSure && entry.flags.confirmed ? 'Unconfirm' : 'Confirm',
      keys: 'c',
      Icon: Check,
    },
    { action: 'archive', name: 'Archive', keys: 'a', Icon: Archive },
    { action: 'delete', name: 'Delete', keys: 'Delete', Icon: Trash2 },
  ] as const;
  return icons.map(({ action, name, keys, Icon }) => (
    <IconButton
      key={action}
      name={name}
      keys={keys}
      tabIndex={-1}
      disabled={action === 'confirm' && saysHowSure && entry.confidence === 'certain'}
      onClick={({ detail }) => {
        // The second press of a double click would meet what is gone by then, or the next row.
        if (detail < 2) {
          // The cursor comes along, so that the focus has somewhere to go when the row goes.
          select(moveTo(useReview.getState(), entry.id));
          act(action, [entry]);
        }
      }}
    >
      <Icon aria-hidden />
    </IconButton>
  ));
}

/** Word on a row for changes by others or for the answer given; null for none. */
function markWord(entry: EntryView, answered: boolean): string | null {
  if (answered) {
    return isCorrection(entry) ? 'corrected' : 'seen';
  }
  return entry.mark && markNames[entry.mark];
}

const titles: Readonly<Record<NonNullable<EntryView['mark']>, string>> = {
  new: 'Learned since you last looked',
  changed: 'Changed since you last looked',
  superseded: 'You had corrected this, and it was replaced since you last looked',
};

function MarkWord({ entry, answered }: Readonly<{ entry: EntryView; answered: boolean }>) {
  const word = markWord(entry, answered);
  if (word === null) {
    return null;
  }
  return answered || entry.mark === null ? (
    <span className="detail">{word}</span>
  ) : (
    <span className={styles['mark']} data-mark={entry.mark} title={titles[entry.mark]}>
      {word}
    </span>
  );
}

const aboutIcons: Readonly<Record<AboutKind, LucideIcon>> = { person: UserRound, project: Folder, thing: Box };
