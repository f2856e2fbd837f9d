import type { Conversation } from '#shared/contract/features/conversations.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { useApp } from '../../api/app-store.ts';
import type { RowPlace } from '../../entries/row-place.ts';
import { classNames } from '../../ui/class-names.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { dateInWords, dayInWords, timeInWords } from '../../wording/dates.ts';
import styles from './conversation-rows.module.css';
import { marksOf, titleOf } from './conversation-words.ts';
import type { ConversationRow } from './conversations-layout.ts';
import { readConversation, useConversations } from './conversations-store.ts';

type RowProps = Readonly<{ row: ConversationRow; place: RowPlace; tabStop: boolean }>;

export function ConversationRowView({ row, place, tabStop }: RowProps) {
  return row.kind === 'day' ? (
    <div {...place} role="row" className={classNames(place.className, styles['day'])}>
      <div role="gridcell">
        <DayHeading day={row.day} />
      </div>
    </div>
  ) : (
    <OneConversation conversation={row.conversation} place={place} tabStop={tabStop} />
  );
}

function DayHeading({ day }: Readonly<{ day: string }>) {
  const today = useApp((state) => state.today);
  return <h2 title={dateInWords(day)}>{dayInWords(day, today)}</h2>;
}

type ConversationProps = Readonly<{ conversation: Conversation; place: RowPlace; tabStop: boolean }>;

function OneConversation({ conversation, place, tabStop }: ConversationProps) {
  const { id, assistant, project, changedAt, bytes } = conversation;
  const current = useConversations((state) => state.cursor === id);
  const title = titleOf(conversation);
  const marks = marksOf(conversation, Date.now());
  const said = [title, project?.name, assistant, timeInWords(changedAt), ...marks.map(({ name }) => name)];
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
      <span role="gridcell" className={styles['size']}>
        {bytesInWords(bytes)}
      </span>
      <span role="gridcell" className={styles['time']}>
        <time dateTime={new Date(changedAt).toISOString()}>{timeInWords(changedAt)}</time>
      </span>
    </div>
  );
}
