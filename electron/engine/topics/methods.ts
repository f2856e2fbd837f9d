import { ContextureError } from '#shared/contract/errors.ts';
import type { TopicView } from '#shared/contract/features/topics.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { isSameName } from '#shared/text/link-target.ts';
import { mentionedName, namesOf, topicProblems } from '#shared/topics/problems.ts';
import { leadsTo } from '#shared/topics/rename-topic.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import { isVersion } from '../history/history-lines.ts';
import { chunkOf } from '../text-chunk.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { changeTopicStep, deleteTopicStep, mentionTopicStep, putTopicBackStep, renameTopicStep } from './steps.ts';
import type { TopicFile, Topics } from './topics.ts';

type Needs = Pick<WorkspaceParts, 'layout' | 'access' | 'history' | 'rules' | 'commit'> & {
  readonly topics: Topics;
  readonly contextFile: { document(): MemoryDocument };
};

const maxProblems = 200;

export const topicMethods: WorkspaceHandlers<'topics', Needs> = {
  'topics.list': async ({ topics, contextFile, history, layout }, { offset, limit }) => {
    const all = topics.list();
    const recorded = new Set((await history.lines()).filter(isVersion).map(({ file }) => file.normalize()));
    const problems = topicProblems(
      contextFile.document(),
      all.map(({ file, read, problem }) => ({ file, topic: read?.topic ?? null, problem })),
      (file) => {
        const path = layout.topicPath(file);
        return path !== null && recorded.has(layout.nameOf(path).normalize());
      },
    );
    return {
      total: all.length,
      topics: all.slice(offset, offset + limit).map(viewOf),
      problems: problems.slice(0, maxProblems),
      problemCount: problems.length,
    };
  },
  'topics.read': async ({ topics }, { file, from }) => {
    const topic = topics.find(file);
    if (!topic?.read) {
      const why = topic?.problem ?? 'There is no such file in this memory.';
      throw new ContextureError('not_found', `“${file}” can’t be read: ${why}`, { file });
    }
    return { version: topic.read.hash, ...chunkOf(topic.read.topic.body, from) };
  },
  'topics.change': async ({ commit, rules, access, topics }, { file, version, description, type, body }) => {
    const changes = {
      ...(description !== undefined && { description }),
      ...(type !== undefined && { type }),
      ...(body !== undefined && { body }),
    };
    try {
      return await commit.change('person', changeTopicStep(file, version, changes, rules()));
    } catch (error) {
      // A caller who gets the conflict looks at the file next, and a watch would report the change too late.
      await access.inTurn(topics.refresh);
      throw error;
    }
  },
  'topics.rename': ({ commit, rules, topics }, { file, to }) => {
    const others = topics.list().filter((each) => each.file !== file);
    // A name shared by two topics makes a link unclear.
    const isUnclear = others.some((each) =>
      namesOf(each.file, each.read?.topic.name ?? null).includes(mentionedName(file)),
    );
    const linking = others.filter(({ read }) => !isUnclear && read !== null && leadsTo(read.text, file));
    const names = linking.map((each) => each.file);
    return commit.change('person', renameTopicStep(file, to, names, rules()));
  },
  'topics.mention': ({ commit, rules }, { file }) => commit.change('person', mentionTopicStep(file, rules())),
  'topics.putBack': async ({ commit, rules, history, layout }, { file }) => {
    const path = layout.topicPath(file);
    const name = path === null ? null : layout.nameOf(path);
    const versions = (await history.lines())
      .filter(isVersion)
      .filter((line) => name !== null && isSameName(line.file, name));
    for (const { hash } of versions.reverse()) {
      const bytes = await history.recall(hash);
      if (bytes !== null) {
        return commit.change('person', putTopicBackStep(file, bytes, rules()));
      }
    }
    const message = `The history has no version of ${file}. Nothing was changed.`;
    throw new ContextureError('version_unknown', message, { file });
  },
  'topics.delete': ({ commit, rules }, { file }) => commit.change('person', deleteTopicStep(file, rules())),
};

function viewOf({ file, info, read, problem }: TopicFile): TopicView {
  const { name = null, description = null, type = null, session = null, modified = null } = read?.topic ?? {};
  return {
    file,
    name,
    description,
    type,
    session,
    modified,
    version: read?.hash ?? null,
    modifiedAt: info.modifiedAt,
    length: read?.topic.body.length ?? 0,
    problem,
  };
}
