import type { Block, ConversationItem } from '#shared/contract/features/conversations.ts';
import { folded, wordsOf } from '#shared/conversations/search/fold.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../../ports.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';
import type { Located } from '../catalogue.ts';
import { itemAt, itemsBefore } from '../read-conversation.ts';
import type { Slice } from '../read-lines.ts';

/** What tools are called that write files, whichever program has them. */
const writes = /write|edit|replace|create|append|save|patch/i;
const itemsAtOnce = 200;
/** A file that is named more often in one conversation than this is mostly read there. */
const maxNamed = 200;
/** A longer conversation is not read for this alone. */
const maxScanned = 24 * 1024 * 1024;
const maxPlaces = 1000;
/** Less could stand in any text. */
const leastText = 12;

/** The file in which an entry says what it says, under all its names, and that text. */
export type Written = { readonly paths: readonly string[]; readonly text: string };

/** Of an entry with a topic file that is what the file says. @param topic null where it has none, or that can't be read */
export async function writtenOf(
  { files, paths }: Pick<Ports, 'files' | 'paths'>,
  { contextPath, topicPath }: Pick<WorkspaceLayout, 'contextPath' | 'topicPath'>,
  entry: ParsedEntry,
  topic: { readonly body: string } | null,
): Promise<Written> {
  const path = (topic && entry.topic !== undefined ? topicPath(entry.topic) : null) ?? contextPath;
  const folder = await files.realPath(paths.dirname(path)).catch(() => null);
  const real = folder === null ? [] : [paths.join(folder, paths.basename(path))];
  return { paths: [...new Set([path, ...real])], text: topic?.body ?? entry.value };
}

/**
 * What the person said before the assistant last wrote a topic file, by its place in the conversation. Nothing says that it
 * was written because of that, so it is a conclusion. Null where the file was not written there.
 */
export async function findSaidBefore(ports: Ports, found: Located, file: string): Promise<number | null> {
  let written = false;
  for await (const item of itemsFromEnd(ports, found)) {
    if (written && item.author === 'person') {
      return item.at;
    }
    written ||= item.blocks.some((block) => stringsWritten(block).some(({ path }) => path.endsWith(`/memory/${file}`)));
  }
  return null;
}

/** Where an assistant's tool last wrote exactly this file with this text, which is as good as a note of it; null for nowhere. */
export async function findWriting(ports: Ports, found: Located, written: Written): Promise<number | null> {
  for await (const item of itemsFromEnd(ports, found)) {
    if (isWriting(item, written)) {
      return item.at;
    }
  }
  return null;
}

/**
 * The same in any conversation, by the index.
 * @returns null where there is no index, or the file is named in so many that it says nothing
 */
export async function lookUpWriting(
  ports: Ports,
  all: readonly Located[],
  written: Written,
): Promise<readonly { readonly found: Located; readonly at: number }[] | null> {
  const { conversationIndex: index } = ports;
  const name = ports.paths.basename(written.paths[0] ?? '');
  const terms = [{ words: wordsOf(folded(name)).map(({ text }) => text), isPrefix: false }];
  const named = await index.conversationsWith(terms).catch(() => null);
  if (named === null) {
    return null;
  }
  const wanted = new Set(named);
  const writings: { found: Located; at: number }[] = [];
  for (const found of all.filter(({ id }) => wanted.has(id))) {
    const places = await index.itemsWith(terms, found.id, 0, maxNamed).catch(() => []);
    for (const at of places.toReversed()) {
      const item = await itemAt(ports, found, at).catch(() => null);
      if (item !== null && isWriting(item, written)) {
        writings.push({ found, at });
        break;
      }
    }
  }
  return writings;
}

/** A call of a tool by which an assistant wrote a file. */
export type Writing = { readonly at: number; readonly given: ReturnType<typeof stringsWritten> };

/** All that was written in a conversation to files of Markdown, the last first. One that is long is looked up in the index. */
export async function writingsIn(ports: Ports, found: Located): Promise<readonly Writing[]> {
  const writings: Writing[] = [];
  const take = ({ at, blocks }: ConversationItem): void => {
    const given = blocks.flatMap(stringsWritten).filter(({ path }) => path.endsWith('.md'));
    if (given.length > 0) {
      writings.push({ at, given });
    }
  };
  if (found.bytes <= maxScanned) {
    for await (const item of itemsFromEnd(ports, found)) {
      take(item);
    }
    return writings;
  }
  const named = { words: ['md'], isPrefix: false };
  const places = await ports.conversationIndex.itemsWith([named], found.id, 0, maxPlaces).catch(() => []);
  for (const at of places.toReversed()) {
    const item = await itemAt(ports, found, at).catch(() => null);
    if (item !== null) {
      take(item);
    }
  }
  return writings;
}

async function* itemsFromEnd(ports: Ports, found: Located): AsyncGenerator<ConversationItem> {
  for (let before: number | null = found.bytes; before !== null; ) {
    const page: Slice = await itemsBefore(ports, found, before, itemsAtOnce);
    yield* page.items.toReversed();
    before = page.before;
  }
}

const isWriting = ({ blocks }: ConversationItem, written: Written): boolean =>
  hasWritten(blocks.flatMap(stringsWritten), written);

/** Whether exactly this file was written with this text. */
export function hasWritten(given: Writing['given'], { paths, text }: Written): boolean {
  const said = plain(text);
  const files = new Set(paths.map(slashed));
  return given.some(
    ({ path, texts }) =>
      files.has(path) && texts.some((one) => isPartOf(said, plain(one)) || isPartOf(plain(one), said)),
  );
}

const isPartOf = (part: string, whole: string): boolean => part.length >= leastText && whole.includes(part);
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
const slashed = (path: string): string => path.replaceAll('\\', '/');

/** The paths that a tool which writes was given, each with the texts it was given, but for those it was to take out. */
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
