import { create } from 'zustand';
import type { TopicProblem, TopicView } from '#shared/contract/features/topics.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { mentionedName, namesOf } from '#shared/topics/problems.ts';
import { call, problemOf } from '../../../api/connection.ts';
import { createFollower } from '../../../api/follower.ts';
import { tellDone } from '../../../services/undo.ts';

type TopicsState = {
  readonly byFile: ReadonlyMap<string, TopicView>;
  /** File names, by the names other topics mention them by. */
  readonly fileOf: ReadonlyMap<string, string>;
  readonly problems: readonly TopicProblem[];
  readonly problemCount: number;
};

const nothing: TopicsState = { byFile: new Map(), fileOf: new Map(), problems: [], problemCount: 0 };

export const useTopics = create<TopicsState>(() => nothing);

/** Keeps the topics in step with the engine while a memory with topics is in sight. */
export const { useFollow: useFollowTopics } = createFollower({
  ask: (workspace) => readPages(call, 'topics.list', 'topics', { workspace, limit: 1000 }),
  show: ({ topics, problems, problemCount }) =>
    useTopics.setState({
      byFile: new Map(topics.map((topic) => [topic.file, topic])),
      fileOf: new Map(topics.flatMap(({ file, name }) => namesOf(file, name).map((each) => [each, file] as const))),
      problems,
      problemCount,
    }),
  fail: () => useTopics.setState(nothing, true),
  // Problems between lines and files change with the lines too.
  events: ['topics.changed', 'context.changed'],
  forget: () => useTopics.setState(nothing, true),
});

/** The topic of an entry; undefined where it has none, or its file is not there. */
export const useTopicOf = (entry: { readonly topic?: string | undefined }): TopicView | undefined =>
  useTopics(({ byFile }) => (entry.topic === undefined ? undefined : byFile.get(entry.topic)));

export const fileMentioned = ({ fileOf }: TopicsState, name: string): string | undefined =>
  fileOf.get(mentionedName(name));

/** Renames a topic's file. Returns what is wrong, or null on success. */
export async function renameTopic(workspace: string, file: string, name: string): Promise<string | null> {
  const to = /\.md$/.test(name.trim()) ? name.trim() : `${name.trim()}.md`;
  try {
    tellDone(workspace, await call('topics.rename', { workspace, file, to }));
    return null;
  } catch (error) {
    return problemOf(error).message;
  }
}
