import { TriangleAlert } from 'lucide-react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { TopicView } from '#shared/contract/features/topics.ts';
import { refOf, sameRef } from '#shared/entries/entry.ts';
import { FactList } from '../../../ui/details.tsx';
import { Select } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { ageInWords, dateInWords } from '../../../wording/dates.ts';
import { run } from '../changes.ts';
import { TopicBody } from './topic-body.tsx';
import { useTopicDraft } from './topic-drafts.ts';
import { dayOf, typeInWords, usualTypes } from './topic-words.ts';
import { renameTopic, useTopics } from './topics-store.ts';

export function topicFacts(workspace: string, topic: TopicView, today: string, writable: boolean) {
  const { type, version } = topic;
  const day = dayOf(topic);
  const choice = version !== null && <TypeChoice workspace={workspace} topic={topic} version={version} />;
  return [
    { label: 'Type', value: (writable && choice) || (type && typeInWords(type)), none: 'No type' },
    { label: 'Changed', id: 'topic', value: dateInWords(day), aside: ageInWords(day, today) },
  ];
}

type TopicFileProps = Readonly<{ workspace: string; topic: TopicView; writable: boolean }>;

export function TopicFileDetails({ workspace, topic: { file, session }, writable }: TopicFileProps) {
  const isTyped = useTopicDraft(workspace, file) !== undefined;
  // A draft belongs to the file under its current name.
  const edit = writable && !isTyped && { value: file, save: (name: string) => renameTopic(workspace, file, name) };
  return (
    <FactList
      facts={[
        { label: 'File', id: file, mono: true, value: file, edit },
        { label: 'Session', mono: true, value: session },
      ]}
    />
  );
}

/** Warns that the line an assistant reads first and the text it reads then don't agree. */
export function LineAgainstText({ entry }: Readonly<{ entry: EntryView }>) {
  const problem = useTopics(({ problems }) =>
    problems.find((one) => one.kind === 'against' && sameRef(one.entry, refOf(entry))),
  );
  return (
    problem?.kind === 'against' && (
      <p className="beside warns">
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
