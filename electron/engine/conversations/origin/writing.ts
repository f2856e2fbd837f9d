import type { Block, ConversationItem } from '#shared/contract/features/conversations.ts';
import { folded, wordsOf } from '#shared/conversations/search/fold.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { CancellationToken } from '../../cancellation.ts';
import type { IndexTerm, Ports } from '../../ports.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';
import type { CatalogueItem } from '../catalogue.ts';
import { isRead } from '../indexing/indexed-facts.ts';
import { itemAt, itemsBefore } from '../read-conversation.ts';
import type { Slice } from '../read-lines.ts';

const writes = /write|edit|replace|create|append|save|patch/i;
const itemsAtOnce = 200;
/** Maximum number of calls read to see what they wrote, in all conversations together. */
const maxRead = 400;
const maxWords = 4;
/** Maximum number of bytes read: longer conversations are looked up in the index, or left out. */
const maxScanned = 24 * 1024 * 1024;
const maxPlaces = 1000;
const maxUnindexed = 8;
/** Minimum length of a text; a shorter one could occur anywhere. */
const leastText = 12;

/** The file that holds an entry's text, under all its names, and that text. */
export type OriginText = {
  readonly paths: readonly string[];
  readonly text: string;
  /** True if the file has other entries too. */
  readonly isPart: boolean;
};

/** Text of the topic file if an entry has one, otherwise its own. @param topic null if it has none, or it can't be read */
export async function writtenOf(
  { files, paths }: Pick<Ports, 'files' | 'paths'>,
  { contextPath, topicPath }: Pick<WorkspaceLayout, 'contextPath' | 'topicPath'>,
  entry: ParsedEntry,
  topic: { readonly body: string } | null,
): Promise<OriginText> {
  const path = (topic && entry.topic !== undefined ? topicPath(entry.topic) : null) ?? contextPath;
  const folder = await files.realPath(paths.dirname(path)).catch(() => null);
  const real = folder === null ? [] : [paths.join(folder, paths.basename(path))];
  return { paths: [...new Set([path, ...real])], text: topic?.body ?? entry.value, isPart: topic === null };
}

/** Place of the person's message before a topic file was last written, which may be the reason; null if it was not written. */
export async function findSaidBefore(ports: Ports, conversation: CatalogueItem, file: string): Promise<number | null> {
  let written = false;
  for await (const item of itemsFromEnd(ports, conversation)) {
    if (written && item.author === 'person') {
      return item.at;
    }
    written ||= item.blocks.some((block) => stringsWritten(block).some(({ path }) => path.endsWith(`/memory/${file}`)));
  }
  return null;
}

/** Place where an assistant's tool wrote exactly a file with a text, which is as good as a note of it. */
type FoundWriting = { readonly found: CatalogueItem; readonly at: number };

/** Finds conversations in which a text was written, the earliest first: by the index, and by reading the latest few others. */
export async function findWritings(
  ports: Ports,
  all: readonly CatalogueItem[],
  written: OriginText,
  token: Pick<CancellationToken, 'cancelled'>,
): Promise<readonly FoundWriting[]> {
  const indexState = await ports.conversationIndex.known().catch(() => []);
  const indexed = new Map(indexState.map((one) => [one.conversation, one]));
  const lookedUp = await lookUpWriting(ports, all, written, token);
  const toRead = lookedUp === null ? all : all.filter((one) => !isRead(indexed.get(one.id), one));
  const read = await readForWriting(ports, toRead.slice(0, maxUnindexed), written, token);
  return [...(lookedUp ?? []), ...read].sort((one, other) => one.found.changedAt - other.found.changedAt);
}

/** Last such place in each conversation, by the index. Null if there is no index, or if too much of it names the file. */
async function lookUpWriting(
  ports: Ports,
  all: readonly CatalogueItem[],
  written: OriginText,
  token: Pick<CancellationToken, 'cancelled'>,
): Promise<readonly FoundWriting[] | null> {
  const { conversationIndex: index } = ports;
  const terms = termsOf(ports, written);
  const ids = await index.conversationsWith(terms).catch(() => null);
  if (ids === null) {
    return null;
  }
  const wanted = new Set(ids);
  const writings: FoundWriting[] = [];
  let left = maxRead;
  for (const conversation of all.filter(({ id }) => wanted.has(id))) {
    const from = [{ conversation: conversation.id, at: 0 }];
    const [places = []] = await index.itemsWith(terms, from, maxPlaces).catch(() => []);
    for (const at of places.toReversed()) {
      if (left === 0 || token.cancelled()) {
        return writings;
      }
      left -= 1;
      const item = await itemAt(ports, conversation, at).catch(() => null);
      if (item !== null && hasWritten(item.blocks.flatMap(stringsWritten), written)) {
        writings.push({ found: conversation, at });
        break;
      }
    }
  }
  return writings;
}

/** The name of the file and, for an entry among others in it, some of its words. A topic may be written piece by piece. */
function termsOf({ paths }: Ports, { paths: files, text, isPart }: OriginText): IndexTerm[] {
  const wordsIn = (source: string): string[] => wordsOf(folded(source)).map((word) => word.text);
  const longest = wordsIn(text).sort((one, other) => other.length - one.length);
  const name = { words: wordsIn(paths.basename(files[0] ?? '')), isPrefix: false };
  return [name, ...(isPart ? longest.slice(0, maxWords).map((word) => ({ words: [word], isPrefix: false })) : [])];
}

/** Searches conversations by reading them, as long as they are short enough to wait for. */
async function readForWriting(
  ports: Ports,
  all: readonly CatalogueItem[],
  written: OriginText,
  token: Pick<CancellationToken, 'cancelled'>,
): Promise<readonly FoundWriting[]> {
  const foundWritings: FoundWriting[] = [];
  let left = maxScanned;
  for (const one of all) {
    if (one.bytes <= left && !token.cancelled()) {
      left -= one.bytes;
      const writings = await writingsIn(ports, one).catch(() => []);
      const writing = writings.find(({ given }) => hasWritten(given, written));
      foundWritings.push(...(writing ? [{ found: one, at: writing.at }] : []));
    }
  }
  return foundWritings;
}

export type FileWrite = { readonly at: number; readonly given: ReturnType<typeof stringsWritten> };

/** Writes to Markdown files in a conversation, the last first. A long one is looked up in the index. */
export async function writingsIn(ports: Ports, conversation: CatalogueItem): Promise<readonly FileWrite[]> {
  const writings: FileWrite[] = [];
  const take = ({ at, blocks }: ConversationItem): void => {
    const given = blocks.flatMap(stringsWritten).filter(({ path }) => path.endsWith('.md'));
    if (given.length > 0) {
      writings.push({ at, given });
    }
  };
  if (conversation.bytes <= maxScanned) {
    for await (const item of itemsFromEnd(ports, conversation)) {
      take(item);
    }
    return writings;
  }
  const term = { words: ['md'], isPrefix: false };
  const from = [{ conversation: conversation.id, at: 0 }];
  const [places = []] = await ports.conversationIndex.itemsWith([term], from, maxPlaces).catch(() => []);
  for (const at of places.toReversed()) {
    const item = await itemAt(ports, conversation, at).catch(() => null);
    if (item !== null) {
      take(item);
    }
  }
  return writings;
}

async function* itemsFromEnd(ports: Ports, conversation: CatalogueItem): AsyncGenerator<ConversationItem> {
  for (let before: number | null = conversation.bytes; before !== null; ) {
    const page: Slice = await itemsBefore(ports, conversation, before, itemsAtOnce);
    yield* page.items.toReversed();
    before = page.before;
  }
}

export function hasWritten(given: FileWrite['given'], { paths, text }: OriginText): boolean {
  const wanted = plain(text);
  const files = new Set(paths.map(slashed));
  return given.some(
    ({ path, texts }) =>
      files.has(path) && texts.some((one) => isPartOf(wanted, plain(one)) || isPartOf(plain(one), wanted)),
  );
}

const isPartOf = (part: string, whole: string): boolean => part.length >= leastText && whole.includes(part);
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
const slashed = (path: string): string => path.replaceAll('\\', '/');

/** Paths passed to a tool that writes, each with the texts passed, except those to be removed. */
function stringsWritten(block: Block): { readonly path: string; readonly texts: readonly string[] }[] {
  if (block.kind !== 'call' || !writes.test(block.name)) {
    return [];
  }
  const strings = stringsIn(parseJson(block.input));
  return strings
    .filter(({ length }) => length < 4096)
    .map((path) => ({ path: slashed(path), texts: strings.filter((one) => one !== path) }));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, one]) => (/^old/i.test(name) ? [] : stringsIn(one)));
}
