import { toContextureError } from '#shared/contract/errors.ts';
import type { Conversation, ConversationItem } from '#shared/contract/features/conversations.ts';
import type { LinesFormat } from '#shared/conversations/formats/format.ts';
import { bytesAsText } from '#shared/text/bytes-as-text.ts';
import type { ConversationSummary, IndexedConversation, Ports, WholeItems, WholeSummary } from '../ports.ts';
import type { FoundConversation } from './find-conversations.ts';
import { isRead } from './indexing/indexed-facts.ts';
import { linesFrom, type PlacedLine } from './lines.ts';
import { lineFilesOf, packedLinesOf } from './packed-lines.ts';
import { saidBeside } from './places.ts';
import {
  type LinesSource,
  lineAt,
  lineItemAt,
  linesItemsBefore,
  linesItemsFrom,
  readHeadAndTail,
  type Slice,
} from './read-lines.ts';
import { wholeFilesOf } from './whole-files.ts';

export type ListedSummary = Omit<Conversation, 'parent' | 'subagents' | 'copies' | 'deletedAt' | 'earlier'>;

export type KnownSummary = Pick<IndexedConversation, 'bytes' | 'changedAt' | 'namedAt' | 'summary'>;

/** A conversation's facts for a list, from the index or else from its beginning and its end. Never rejects. */
export async function conversationSummary(
  ports: Ports,
  conversation: FoundConversation,
  inIndex: KnownSummary | null = null,
): Promise<ListedSummary> {
  const { id, place, path, bytes, changedAt } = conversation;
  const { format } = place;
  const basics = { id, format: format.id, assistant: place.assistant, path, bytes, changedAt };
  try {
    const indexed = inIndex && isRead(inIndex, conversation) ? inIndex.summary : null;
    const { title, folder, startedAt, lastSaidAt, marks } =
      indexed ?? (await headAndTailOf(ports, conversation, inIndex?.namedAt ?? null));
    const beside = await saidBeside(ports, conversation);
    const renamed = (place.renamed ?? []).flatMap(([name, mark]) => (name.test(path) ? [mark] : []));
    const project = projectOf(ports, conversation, folder ?? beside.folder);
    return {
      ...basics,
      project,
      title: beside.title ?? title,
      startedAt,
      lastSaidAt,
      marks: [...marks, ...renamed],
      problem: null,
    };
  } catch (error) {
    const { message } = toContextureError(error);
    return { ...basics, project: null, title: null, startedAt: null, lastSaidAt: null, marks: [], problem: message };
  }
}

/** Facts by which a result names its conversation. */
export const briefOf = ({ id, assistant, project, title, startedAt, lastSaidAt, changedAt }: ListedSummary) => ({
  id,
  assistant,
  project,
  title,
  startedAt,
  lastSaidAt,
  changedAt,
});

/** Folder names that programs derive from the path by hashing, which say nothing to a person. */
const hashed = /^[0-9a-f]{32,}$/;

function projectOf(
  { paths }: Ports,
  { place, id }: FoundConversation,
  folder: string | null,
): ListedSummary['project'] {
  if (folder !== null) {
    return { name: paths.basename(folder) || folder, path: folder };
  }
  // A copy is in another folder than its original was.
  const path = id.slice(place.id.length + 1);
  const name = place.projectAbove === undefined ? '' : (path.split(/[/\\]/).at(-1 - place.projectAbove) ?? '');
  return name === '' || hashed.test(name) ? null : { name, path: null };
}

/** Reads the facts for a list from a conversation's file. @param namedAt place of a record in its middle that names it */
export async function headAndTailOf(
  ports: Ports,
  conversation: FoundConversation,
  namedAt: number | null,
): Promise<ConversationSummary> {
  const { format } = conversation.place;
  if (format.reads === 'lines') {
    return readHeadAndTail(await linesOf(ports, conversation, format), namedAt);
  }
  const { title, folder, startedAt, marks, lastSaidAt } = await wholeFilesOf(ports).one({ ...conversation, format });
  return { title, folder, startedAt, marks, lastSaidAt };
}

export async function itemsFrom(
  ports: Ports,
  conversation: FoundConversation,
  from: number,
  limit: number,
): Promise<Slice> {
  const { format } = conversation.place;
  return format.reads === 'lines'
    ? linesItemsFrom(await linesOf(ports, conversation, format), from, limit)
    : sliceOf(
        await wholeFilesOf(ports).ask({ ...conversation, format }, (reader, key) =>
          reader.itemsFrom(key, conversation.inner, from, limit),
        ),
      );
}

/** The item that begins at a place; null if none does any more. Its marks may be missing. */
export async function itemAt(
  ports: Ports,
  conversation: FoundConversation,
  at: number,
): Promise<ConversationItem | null> {
  return (await itemsAt(ports, conversation, [at]))[0] ?? null;
}

/** The items at several places; those close to each other are read together. */
export async function itemsAt(
  ports: Ports,
  conversation: FoundConversation,
  places: readonly number[],
): Promise<readonly (ConversationItem | null)[]> {
  const { format } = conversation.place;
  const lines = format.reads === 'lines' ? withLastPart(await linesOf(ports, conversation, format)) : null;
  const items: (ConversationItem | null)[] = [];
  for (const at of places) {
    const alone = lines && (await lineItemAt(lines, at));
    const [first] = alone === null ? (await itemsFrom(ports, conversation, at, 1)).items : [alone];
    items.push(first?.at === at ? first : null);
  }
  return items;
}

/** Avoids reading the last part again, or bytes at its end. */
function withLastPart(lines: LinesSource): LinesSource {
  let last: { readonly from: number; readonly part: Awaited<ReturnType<Ports['files']['readPart']>> } | null = null;
  return {
    ...lines,
    files: {
      readPart: async (path, from, length) => {
        const skipped = last === null ? -1 : from - last.from;
        if (last?.part && skipped >= 0 && skipped < last.part.bytes.length) {
          return { ...last.part, bytes: last.part.bytes.subarray(skipped, skipped + length) };
        }
        const part = await lines.files.readPart(path, from, length);
        last = { from, part };
        return part;
      },
    },
  };
}

export async function itemsBefore(
  ports: Ports,
  conversation: FoundConversation,
  before: number | null,
  limit: number,
): Promise<Slice> {
  const { format } = conversation.place;
  if (format.reads === 'lines') {
    const lines = await linesOf(ports, conversation, format);
    return linesItemsBefore(lines, before ?? lines.bytes, limit);
  }
  return sliceOf(
    await wholeFilesOf(ports).ask({ ...conversation, format }, (reader, key) =>
      reader.itemsBefore(key, conversation.inner, before ?? Number.MAX_SAFE_INTEGER, limit),
    ),
  );
}

/** A line that is not shown, unchanged; null if there is none. @param at its place in the slice's `odd` */
export async function oddText(ports: Ports, conversation: FoundConversation, at: number): Promise<string | null> {
  const { format } = conversation.place;
  if (format.reads !== 'lines') {
    const readOdd = (reader: Ports['conversationReader'], key: string) => reader.odd(key, conversation.inner, at);
    return (await wholeFilesOf(ports).ask({ ...conversation, format }, readOdd)).found.text;
  }
  const line = await lineAt(await linesOf(ports, conversation, format), at);
  return line && (line.bytes === null ? '' : (ports.decodeText(line.bytes) ?? asciiOf(line.bytes)));
}

/** Lines of a conversation's file unchanged, in any format; null if the file is an archive or a database. */
export async function rawLinesOf(
  ports: Ports,
  { path }: FoundConversation,
  from = 0,
): Promise<AsyncIterable<PlacedLine> | null> {
  if (/\.(?:zip|db)$/i.test(path)) {
    return null;
  }
  return linesFrom({ files: await lineFilesOf(ports, path) }, path, from);
}

export const asciiOf = (bytes: Uint8Array): string => bytesAsText(bytes).replaceAll(/[\u0080-\u00ff]/g, '\uFFFD');

/** Milliseconds after which a line being written is complete. */
const atRestAfter = 60_000;

async function linesOf(
  ports: Ports,
  { path, bytes, changedAt }: FoundConversation,
  format: LinesFormat,
): Promise<LinesSource> {
  const { files, decodeText, clock } = ports;
  const isAtRest = clock.now() - changedAt > atRestAfter;
  const unpacked = path.endsWith('.zst') ? await packedLinesOf(ports)(path) : null;
  return { path, format, decodeText, isAtRest, files: unpacked ?? files, bytes: unpacked?.bytes ?? bytes };
}

type WholeSlice = { readonly found: WholeItems; readonly summary: WholeSummary };

/** Records that aren't shown have no place among the items, so they come with any slice. */
function sliceOf({ found: { items, first }, summary: { count, odd } }: WholeSlice): Slice {
  const end = first + items.length;
  return {
    items,
    before: first > 0 ? first : null,
    after: end < count ? end : null,
    end: count,
    odd: odd.map((why, at) => ({ at, why })),
  };
}
