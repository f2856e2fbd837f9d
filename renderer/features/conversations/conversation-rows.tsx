import type { ConversationHit } from '#shared/contract/features/conversation-search.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useApp } from '../../api/app-store.ts';
import type { RowPlace } from '../../entries/row-place.ts';
import { useKept } from '../../services/keeping.ts';
import { classNames } from '../../ui/class-names.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { dateInWords, dayInWords, momentInWords, timeInWords } from '../../wording/dates.ts';
import styles from './conversation-rows.module.css';
import { marksOf } from './conversation-words.ts';
import { type ConversationRow, lastMomentOf } from './conversations-layout.ts';
import { type OpenedConversation, readConversation, useConversations } from './conversations-store.ts';

type RowProps = Readonly<{
  row: ConversationRow;
  place: RowPlace;
  tabStop: boolean;
  /** Whether no heading says on which day it was. */
  isDated: boolean;
}>;

export function ConversationRowView({ row, ...props }: RowProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div {...props.place} role="row" className={classNames(props.place.className, styles['day'])}>
          <div role="gridcell">
            <DayHeading day={row.day} />
          </div>
        </div>
      );
    case 'conversation':
      return <OneConversation conversation={row.conversation} {...props} />;
    case 'hit':
      return <OneHit name={row.key} conversation={row.conversation} hit={row.hit} {...props} />;
    case 'more':
      return <MoreHits row={row} {...props} />;
  }
}

function DayHeading({ day }: Readonly<{ day: string }>) {
  const today = useApp((state) => state.today);
  return <h2 title={dateInWords(day)}>{dayInWords(day, today)}</h2>;
}

const keptMark = { name: 'Kept', about: 'A copy stays when its program deletes it', isWarning: false };
const lastMark = { name: 'Only copy', about: 'The original is gone', isWarning: false };

type ConversationProps = Readonly<{
  conversation: OpenedConversation;
  place: RowPlace;
  tabStop: boolean;
  isDated: boolean;
}>;

function OneConversation({ conversation, place, tabStop, isDated }: ConversationProps) {
  const { id, assistant, project, lastSaidAt = null } = conversation;
  const last = lastMomentOf(conversation);
  const when = isDated ? momentInWords(last) : timeInWords(last);
  const current = useConversations((state) => state.cursor === id);
  const title = nameOfConversation(conversation);
  const kept = useKept(id);
  const given = marksOf(conversation, Date.now());
  // Of what is kept, nothing is lost by that.
  const marks = kept
    ? [...given.map((mark) => ({ ...mark, isWarning: false })), kept.isLast ? lastMark : keptMark]
    : given;
  const said = [title, project?.name, assistant, when, ...marks.map(({ name }) => name)];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
    <div
      {...place}
      role="row"
      className={classNames(place.className, styles['conversation'])}
      aria-label={nameHidden(said.filter(Boolean).join(', '))}
      aria-selected={current}
      data-conversation
      tabIndex={tabStop ? 0 : -1}
      onClick={() => useConversations.setState({ cursor: id, sheetOpen: !hasRoomForInspector() })}
      onDoubleClick={() => readConversation(conversation)}
    >
      <span role="gridcell" className={styles['title']} dir="auto">
        <VisibleText text={title} />
      </span>
      {marks.map(({ name, about, isWarning }) => (
        <span key={name} role="gridcell" className={styles['mark']} data-warning={isWarning || undefined} title={about}>
          {name}
        </span>
      ))}
      <span role="gridcell" className={styles['project']} title={project?.path ?? undefined}>
        {project && <VisibleText text={project.name} />}
      </span>
      <span role="gridcell" className={styles['assistant']}>
        {assistant}
      </span>
      <span role="gridcell" className={styles['time']}>
        <time dateTime={new Date(last).toISOString()} title={lastSaidAt === null ? 'Last written' : undefined}>
          {when}
        </time>
      </span>
    </div>
  );
}

type HitProps = Readonly<{
  name: string;
  conversation: OpenedConversation;
  hit: ConversationHit;
  place: RowPlace;
  tabStop: boolean;
}>;

/** A passage that was found, with what was searched for marked. */
function OneHit({ name, conversation, hit, place, tabStop }: HitProps) {
  const current = useConversations((state) => state.cursor === name);
  const { passage } = hit;
  const who = whoSaid(conversation, hit);
  // Marks of Markdown are no part of what was said.
  const text = hit.part === 'text' ? passage.text.replace(/\*\*|`/g, '') : passage.text;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
    <div
      {...place}
      role="row"
      className={classNames(place.className, styles['conversation'], styles['hit'])}
      aria-label={nameHidden(`${who}: ${text}`)}
      aria-selected={current}
      data-conversation
      tabIndex={tabStop ? 0 : -1}
      onClick={() => readHit(conversation, hit, name)}
    >
      <span role="gridcell" className={styles['author']}>
        {who}
      </span>
      <span role="gridcell" className={styles['passage']} dir="auto">
        <VisibleText text={text} found={wordsIn(hit)} />
      </span>
    </div>
  );
}

type MoreRow = Extract<ConversationRow, { kind: 'more' }>;

/** Leads to what else was found in a conversation, where it is looked for one by one. */
function MoreHits({ row, place, tabStop }: Omit<RowProps, 'row' | 'isDated'> & Readonly<{ row: MoreRow }>) {
  const current = useConversations((state) => state.cursor === row.key);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
    <div
      {...place}
      role="row"
      className={classNames(place.className, styles['conversation'], styles['hit'])}
      aria-selected={current}
      data-conversation
      tabIndex={tabStop ? 0 : -1}
      onClick={() => readOn(row)}
    >
      <span role="gridcell" className={styles['more']}>
        Find more in this conversation
      </span>
    </div>
  );
}

export const readOn = ({ conversation, hit, key }: MoreRow): void => readHit(conversation, hit, key);

/** Who said what was found, and of what was not said as such, what it is: a thought, or the call of a tool. */
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

/** Opens a conversation where something was found in it. */
export function readHit(conversation: OpenedConversation, hit: ConversationHit, name: string): void {
  useConversations.setState({ cursor: name });
  readConversation(conversation, hit.at, wordsIn(hit)[0]);
}

/** What was found in a passage, in lower case, the longest first. */
const wordsIn = ({ passage: { text, marks } }: ConversationHit): string[] =>
  [...new Set(marks.map(({ from, to }) => text.slice(from, to).toLowerCase()))].sort(
    (one, other) => other.length - one.length,
  );
