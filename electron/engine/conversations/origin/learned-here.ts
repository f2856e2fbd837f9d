import type { LearnedEntry, LearnedFate } from '#shared/contract/features/conversation-origin.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { refOf } from '#shared/entries/entry.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { fileNames } from '#shared/text/link-target.ts';
import type { Topic } from '#shared/topics/topic.ts';
import { readVersion } from '../../app-files/file-version.ts';
import { isBelow } from '../../app-files/is-below.ts';
import type { Handlers } from '../../handlers.ts';
import { createHistory } from '../../history/history.ts';
import type { ContextFile } from '../../memory/context-file.ts';
import { orLogged } from '../../or-logged.ts';
import type { Ports } from '../../ports.ts';
import type { Topics } from '../../topics/topics.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';
import type { WorkspaceParts } from '../../workspace/parts.ts';
import { type createLearned, fateOf, type LearnedNote } from './learned.ts';
import { createNames, namedBy } from './named.ts';
import { type FileWrite, hasWritten, writtenOf } from './writing.ts';

export type LearningWorkspace = Pick<WorkspaceParts, 'layout' | 'dataFolder'> & {
  view(): Workspace;
  readonly contextFile: Pick<ContextFile, 'document' | 'summary'>;
  readonly topics: Pick<Topics, 'find' | 'list'>;
  readonly methods: Pick<Handlers<'context'>, 'context.preview' | 'context.change'>;
};

export type SomeMemory = {
  readonly path: string;
  readonly name: string;
  readonly layout: WorkspaceLayout;
  readonly document: MemoryDocument;
  readonly dataFolder: string;
  readonly topics: () => Promise<ReadonlyMap<string, Pick<Topic, 'session' | 'body'>>>;
};

export const memoryOf = (open: LearningWorkspace): SomeMemory => ({
  path: open.view().path,
  name: open.view().name,
  layout: open.layout,
  document: open.contextFile.document(),
  dataFolder: open.dataFolder.current(),
  topics: async () => new Map(open.topics.list().flatMap(({ file, read }) => (read ? [[file, read.topic]] : []))),
});

type NotedEntry = LearnedNote & { readonly fate: LearnedFate; readonly entry: ParsedEntry | null };

/** Entries a person took from conversations into a memory, and what became of them. @param from only of this conversation */
export async function notedIn(
  ports: Ports,
  learned: ReturnType<typeof createLearned>,
  memory: SomeMemory,
  from?: string,
): Promise<NotedEntry[]> {
  const { layout, document, dataFolder } = memory;
  const history = createHistory(ports, () => ports.paths.join(dataFolder, 'history'), { read: layout.read });
  let texts: Promise<ReadonlySet<string>> | null = null;
  const archived = (): Promise<ReadonlySet<string>> => {
    texts ??= archivedTexts(ports, layout);
    return texts;
  };
  const noted: NotedEntry[] = [];
  for (const one of await learned.read(dataFolder)) {
    if (from === undefined || one.conversation === from) {
      noted.push({ ...one, ...(await fateOf({ layout, document, history, archived }, one)) });
    }
  }
  return noted;
}

/** Entries a memory learned in a conversation: those a person took, then those it dates to it or that were written there. */
export async function learnedIn(
  ports: Ports,
  learned: ReturnType<typeof createLearned>,
  memory: SomeMemory,
  { id, path }: { readonly id: string; readonly path: string },
  writings: readonly FileWrite[],
): Promise<LearnedEntry[]> {
  const { name, document, layout } = memory;
  const which = { path: memory.path, name };
  const view = (entry: ParsedEntry) => ({ ref: refOf(entry), text: lineText(entry) });
  const noted = await notedIn(ports, learned, memory, id);
  const notedEntries = new Set(noted.map(({ entry }) => entry));
  const learnedEntries: LearnedEntry[] = noted.map(({ text, at, fate, entry }) => ({
    memory: which,
    how: 'remembered',
    text,
    at,
    fate,
    entry: entry && view(entry),
  }));
  const topics = document.entries.some(({ topic }) => topic !== undefined) ? await memory.topics() : null;
  const fileOf = fileNames(topics?.keys() ?? []);
  const isNamed = await createNames(ports, layout);
  for (const entry of document.entries) {
    const topic = (entry.topic === undefined ? null : topics?.get(fileOf(entry.topic))) ?? null;
    const named = namedBy(entry, topic);
    const there = { memory: which, text: lineText(entry), fate: 'there', entry: view(entry) } as const;
    if (notedEntries.has(entry)) {
      continue;
    }
    if (named !== null) {
      learnedEntries.push(...(isNamed(path, named) ? [{ ...there, how: 'named' as const, at: null }] : []));
    } else if (writings.length > 0) {
      const written = await writtenOf(ports, layout, entry, topic);
      const writing = writings.find(({ given }) => hasWritten(given, written));
      learnedEntries.push(...(writing ? [{ ...there, how: 'written' as const, at: writing.at }] : []));
    }
  }
  return learnedEntries;
}

async function archivedTexts(ports: Ports, { archive, root, ownFolder }: WorkspaceLayout): Promise<Set<string>> {
  const { files, paths } = ports;
  const texts = new Set<string>();
  const folder = archive && (await files.realPath(archive.folder).catch(() => null));
  const homes = await Promise.all([root, ownFolder].map((home) => files.realPath(home).catch(() => null)));
  if (archive === null || folder === null || !homes.some((home) => home !== null && isBelow(ports, home, folder))) {
    return texts;
  }
  await orLogged(ports, 'The archive could not be read', async () => {
    for (const { name, kind, mayBeLink } of await files.list(folder)) {
      const path = paths.join(folder, name);
      if (kind === 'file' && name.endsWith('.md') && (!mayBeLink || (await files.realPath(path)) === path)) {
        const version = await readVersion(ports, path);
        for (const entry of version === null ? [] : archive.format.read(version.text).entries) {
          texts.add(lineText(entry));
        }
      }
    }
  });
  return texts;
}
