import { TriangleAlert } from 'lucide-react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { TopicView } from '#shared/contract/features/topics.ts';
import { refOf, sameRef } from '#shared/entries/entry.ts';
import styles from '../../../entries/details.module.css';
import { Fact } from '../../../entries/inspector.tsx';
import { Select } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { ageInWords, dateInWords } from '../../../wording/dates.ts';
import { run } from '../changes.ts';
import { EditableDetail } from '../details/editable-detail.tsx';
import topicStyles from './topic-body.module.css';
import { TopicBody } from './topic-body.tsx';
import { useTopicDraft } from './topic-drafts.ts';
import { dayOf, typeInWords, usualTypes } from './topic-words.ts';
import { renameTopic, useTopics } from './topics-store.ts';

type TopicFactsProps = Readonly<{ workspace: string; topic: TopicView; today: string; writable: boolean }>;

/** Facts a topic states about itself, among the facts of its entry. */
export function TopicFacts({ workspace, topic, today, writable }: TopicFactsProps) {
  const day = dayOf(topic);
  return (
    <>
      <Fact name="Type">
        {writable && topic.version !== null ? (
          <TypeChoice workspace={workspace} topic={topic} version={topic.version} />
        ) : topic.type === null ? (
          <span className="quiet">No type</span>
        ) : (
          typeInWords(topic.type)
        )}
      </Fact>
      <Fact name="Changed">
        {dateInWords(day)}
        <span className="quiet"> · {ageInWords(day, today)}</span>
      </Fact>
    </>
  );
}

type TopicFileProps = Omit<TopicFactsProps, 'today'>;

/** Details of how a topic is stored, for those who care. */
export function TopicFile({ workspace, topic, writable }: TopicFileProps) {
  const isTyped = useTopicDraft(workspace, topic.file) !== undefined;
  return (
    <dl className={styles['facts']}>
      <EditableDetail
        key={topic.file}
        name="File"
        value={topic.file}
        none=""
        mono
        // A draft belongs to the file under its current name.
        writable={writable && !isTyped}
        onSave={(name) => renameTopic(workspace, topic.file, name)}
      />
      {topic.session !== null && (
        <Fact name="Session" look="mono">
          {topic.session}
        </Fact>
      )}
    </dl>
  );
}

/** Warns that the line an assistant reads first and the text it reads then don't agree. */
export function LineAgainstText({ entry }: Readonly<{ entry: EntryView }>) {
  const problem = useTopics(({ problems }) =>
    problems.find((one) => one.kind === 'against' && sameRef(one.entry, refOf(entry))),
  );
  return (
    problem?.kind === 'against' && (
      <p className={topicStyles['against']}>
        <TriangleAlert aria-hidden />
        <span>
          The line says “<VisibleText text={problem.said} />
          ”, the text “<VisibleText text={problem.instead} />
          ”. Edit the one that is wrong.
        </span>
      </p>
    )
  );
}

function TypeChoice({ workspace, topic, version }: Readonly<{ workspace: string; topic: TopicView; version: string }>) {
  const { file, type } = topic;
  const types = type === null ? ['', ...usualTypes] : [...new Set([...usualTypes, type])];
  return (
    <Select
      aria-label="Type"
      value={type ?? ''}
      options={types.map((each) => ({ value: each, label: each === '' ? 'No type' : typeInWords(each) }))}
      onChange={(chosen) => void run('topics.change', { workspace, file, version, type: chosen })}
    />
  );
}

type TopicTextProps = Readonly<{
  workspace: string;
  entry: EntryView;
  topic: TopicView | undefined;
  writable: boolean;
}>;

/** Text of the topic that an entry leads to. */
export function TopicText({ workspace, entry, topic, writable }: TopicTextProps) {
  if (topic === undefined || topic.version === null) {
    return (
      <p className="quiet">{topic?.problem ?? `${entry.topic ?? 'Its file'} is not there, so this leads nowhere.`}</p>
    );
  }
  return (
    <TopicBody
      key={topic.file}
      workspace={workspace}
      title={entry.key ?? topic.file}
      topic={topic}
      version={topic.version}
      writable={writable}
    />
  );
}
