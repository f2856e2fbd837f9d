import { isCorrection, personSource } from '#shared/entries/correction.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { conversationPlaces, type ProgramConversations } from '#shared/programs/programs.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import type { Topic } from '#shared/topics/topic.ts';
import type { Ports } from '../../ports.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';
import type { CatalogueItem } from '../catalogue.ts';
import { conversationSummary, type ListedSummary } from '../read-conversation.ts';

/** Written by Codex beside what it learned: the file of the session, or its id. */
const codexNames = /\b(?:rollout_path|thread_id)=["'`]?([^\s"'`,;\])]+)/;
/** Written as the source of an entry by a program that keeps its conversations in the workspace. */
const sourceNames = /^conversation: ?([\w-]+)$/;

export type NamedConversation = {
  readonly name: string;
  /** True for a conversation of the entry's own workspace. */
  readonly isOwn: boolean;
  /** Ids of the places in which its program keeps it. */
  readonly places: readonly string[];
};

/** Returns null if none is named. @param topic text of the entry's topic file */
export function namedBy(
  { raw, source }: Pick<ParsedEntry, 'raw' | 'source'>,
  topic: Pick<Topic, 'session'> | null,
): NamedConversation | null {
  const own = sourceNames.exec(source ?? '')?.[1];
  const codex = codexNames.exec(raw)?.[1];
  if (topic?.session) {
    return { name: topic.session, isOwn: false, places: ['claude'] };
  }
  if (codex !== undefined) {
    return { name: codex, isOwn: false, places: ['codex', 'codex-archived'] };
  }
  return own === undefined ? null : { name: own, isOwn: true, places: [] };
}

/** Returns a test for whether a file of a conversation is the named one: by its id, or by a path of some length. */
export async function createNames(
  { files, paths }: Pick<Ports, 'files' | 'paths'>,
  { conversationsFolder }: Pick<WorkspaceLayout, 'conversationsFolder'>,
): Promise<(path: string, named: NamedConversation) => boolean> {
  const own = await files.realPath(conversationsFolder).catch(() => null);
  return (path, { name, isOwn }) => {
    if (isOwn) {
      return own !== null && path === paths.join(own, `${name}.jsonl`);
    }
    const file = paths.basename(path);
    const wanted = name.split(/[/\\]/).at(-1) ?? name;
    const stem = file.replace(/\.jsonl?(\.zst)?$/, '');
    return wanted !== '' && (file === wanted || stem === wanted || stem.endsWith(`-${wanted}`));
  };
}

const maxSource = 80;
const maxRead = 256;

const beginningOf = ({ assistant }: ProgramConversations): string => `${personSource}: ${assistant}, `;

/** Source of an entry: the assistant and the conversation, without characters that would end a source. */
export function sourceFrom({ assistant, title }: Pick<ListedSummary, 'assistant' | 'title'>): string {
  const name = oneLine(`${assistant}, ${title ?? 'Untitled'}`).replace(/[|[\]]/g, ' ');
  return `${personSource}: ${cutTo(name, maxSource)}`;
}

/** Conversation in a source of ours, and the places of its assistant; null for any other source. */
export function namedInSource(
  source: string | null,
): { readonly name: string; readonly places: readonly string[] } | null {
  const places = conversationPlaces.filter((place) => source?.startsWith(beginningOf(place)));
  return source === null || places.length === 0
    ? null
    : { name: source.slice(personSource.length + 2), places: places.map(({ id }) => id) };
}

/** Conversations that a source of ours may mean: several if they share the title. @param all the likeliest first */
export async function conversationsOf(
  ports: Ports,
  all: readonly CatalogueItem[],
  source: string | null,
): Promise<readonly CatalogueItem[]> {
  const isOurs = source !== null && source !== personSource && isCorrection({ source });
  const candidates = isOurs ? all.filter(({ place }) => source.startsWith(beginningOf(place))).slice(0, maxRead) : [];
  const matches: CatalogueItem[] = [];
  for (const one of candidates) {
    if (sourceFrom(await conversationSummary(ports, one)) === source) {
      matches.push(one);
    }
  }
  return matches;
}
