import type { ReactNode } from 'react';
import type { ConversationHit } from '#shared/contract/features/conversation-search.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useApp } from '../../api/app-store.ts';
import { type Column, GroupRow, ListRow, Moment, RowMark } from '../../list/list-row.tsx';
import { ListView, type RowStop } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import { useSavedConversation } from '../../services/saved-conversations.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { dateInWords, dayInWords, momentInWords, timeInWords } from '../../wording/dates.ts';
import styles from './conversation-list.module.css';
import { marksOf } from './conversation-words.ts';
import { type ConversationRow, lastMomentOf } from './conversations-layout.ts';
import { type OpenedConversation, readConversation, useConversations } from './conversations-store.ts';

type ConversationListProps = Readonly<{
  rows: readonly ConversationRow[];
  /** True for search results, which have no date headings. */
  isFound: boolean;
  children: ReactNode;
}>;

export const isConversationStop = ({ kind }: ConversationRow): boolean => kind !== 'day';

export function ConversationList({ rows, isFound, children }: ConversationListProps) {
  const list = useList({
    label: 'Conversations',
    name: isFound ? 'found conversations' : 'conversations',
    store: useConversations,
    rows,
    isStop: isConversationStop,
    heightOf: ({ kind }) => (kind === 'day' ? 46 : null),
  });
  return (
    <ListView list={list} below={children}>
      {(row, stop) => {
        switch (row.kind) {
          case 'day':
            return <DayRow day={row.day} stop={stop} />;
          case 'conversation':
            return <ConversationListRow conversation={row.conversation} isDated={isFound} stop={stop} />;
          case 'hit':
            return <HitRow row={row} stop={stop} />;
          case 'more':
            return <MoreRow row={row} stop={stop} />;
        }
      }}
    </ListView>
  );
}

function DayRow({ day, stop }: Readonly<{ day: string; stop: RowStop }>) {
  const today = useApp((state) => state.today);
  return <GroupRow stop={stop} title={dayInWords(day, today)} about={dateInWords(day)} />;
}

const savedMark = { name: 'Saved', about: 'A copy stays when its program deletes it', isWarning: false };
const lastMark = { name: 'Only copy', about: 'The original is gone', isWarning: false };

type ConversationItem = Readonly<{
  conversation: OpenedConversation;
  marks: ReturnType<typeof marksOf>;
  when: string;
}>;

const columns: readonly Column<ConversationItem>[] = [
  {
    id: 'title',
    look: 'title',
    text: ({ conversation }) => nameOfConversation(conversation),
  },
  {
    id: 'marks',
    look: 'marks',
    text: ({ marks }) => marks.map(({ name }) => name).join(', '),
    cell: ({ marks }) =>
      marks.map(({ name, about, isWarning }) => (
        <RowMark key={name} look={isWarning ? 'warning' : undefined} about={about}>
          {name}
        </RowMark>
      )),
  },
  {
    id: 'project',
    look: 'detail',
    className: styles['project'],
    text: ({ conversation }) => conversation.project?.name ?? null,
    about: ({ conversation }) => conversation.project?.path ?? undefined,
  },
  {
    id: 'assistant',
    look: 'count',
    className: styles['assistant'],
    text: ({ conversation }) => conversation.assistant,
  },
  {
    id: 'time',
    look: 'time',
    text: ({ when }) => when,
    cell: ({ conversation, when }) => (
      <Moment
        at={lastMomentOf(conversation)}
        text={when}
        about={(conversation.lastSaidAt ?? null) === null ? 'Last written' : undefined}
      />
    ),
  },
];

type ConversationListRowProps = Readonly<{
  conversation: OpenedConversation;
  stop: RowStop;
  /** True if no heading says on which day it was. */
  isDated: boolean;
}>;

function ConversationListRow({ conversation, stop, isDated }: ConversationListRowProps) {
  const last = lastMomentOf(conversation);
  const savedCopy = useSavedConversation(conversation.id);
  const ownMarks = marksOf(conversation, Date.now());
  // Saved conversations can't be lost, so nothing warns of that.
  const marks = savedCopy
    ? [...ownMarks.map((mark) => ({ ...mark, isWarning: false })), savedCopy.isLast ? lastMark : savedMark]
    : ownMarks;
  return (
    <ListRow
      stop={stop}
      item={{ conversation, marks, when: isDated ? momentInWords(last) : timeInWords(last) }}
      columns={columns}
      className={isDated ? styles['dated'] : undefined}
      onOpen={() => readConversation(conversation)}
    />
  );
}

type HitRowData = Extract<ConversationRow, { kind: 'hit' }>;

/** Text of a passage without Markdown marks, which nobody said. */
const passageText = ({ part, passage }: ConversationHit): string =>
  part === 'text' ? passage.text.replace(/\*\*|`/g, '') : passage.text;

const hitColumns: readonly Column<HitRowData>[] = [
  {
    id: 'author',
    look: 'detail',
    className: styles['author'],
    text: ({ conversation, hit }) => whoSaid(conversation, hit),
  },
  {
    id: 'passage',
    look: 'text',
    className: styles['passage'],
    text: ({ hit }) => passageText(hit),
    cell: ({ hit }) => <VisibleText text={passageText(hit)} found={wordsIn(hit)} />,
  },
];

const HitRow = ({ row, stop }: Readonly<{ row: HitRowData; stop: RowStop }>) => (
  <ListRow
    stop={stop}
    item={row}
    columns={hitColumns}
    className={styles['hit']}
    label={`${whoSaid(row.conversation, row.hit)}: ${passageText(row.hit)}`}
    onPick={() => readHit(row.conversation, row.hit, row.key)}
  />
);

type MoreRowData = Extract<ConversationRow, { kind: 'more' }>;

const moreColumns: readonly Column<MoreRowData>[] = [
  { id: 'more', look: 'title', className: styles['more'], text: () => 'Find more in this conversation' },
];

/** Leads to further passages of a conversation, found there one by one. */
const MoreRow = ({ row, stop }: Readonly<{ row: MoreRowData; stop: RowStop }>) => (
  <ListRow stop={stop} item={row} columns={moreColumns} className={styles['hit']} onPick={() => readOn(row)} />
);

export const readOn = ({ conversation, hit, key }: MoreRowData): void => readHit(conversation, hit, key);

/** Speaker of a match, or its kind if it was not said as such: a thought, or a tool call. */
function whoSaid({ assistant }: OpenedConversation, { author, part, tool, passage }: ConversationHit): string {
  const who = { person: 'You', assistant, tool: 'Result', program: 'Program' }[author];
  if (author !== 'assistant') {
    return who;
  }
  return part === 'thinking'
    ? `${who}, thinking`
    : part === 'call' && !passage.text.startsWith(tool ?? '')
      ? `${who}, ${tool}`
      : who;
}

export function readHit(conversation: OpenedConversation, hit: ConversationHit, name: string): void {
  useConversations.setState({ cursor: name });
  readConversation(conversation, hit.at, wordsIn(hit)[0]);
}

/** Matched words of a passage, in lower case, the longest first. */
const wordsIn = ({ passage: { text, marks } }: ConversationHit): string[] =>
  [...new Set(marks.map(({ from, to }) => text.slice(from, to).toLowerCase()))].sort(
    (one, other) => other.length - one.length,
  );
