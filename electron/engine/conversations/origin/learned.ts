import { z } from 'zod';
import type { LearnedFate } from '#shared/contract/features/conversation-origin.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { lineText } from '#shared/prompt/line-text.ts';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import type { History } from '../../history/history.ts';
import { isVersion } from '../../history/history-lines.ts';
import type { Ports } from '../../ports.ts';
import type { WorkspaceLayout } from '../../workspace/layout.ts';

const learnedSchema = z.array(
  z.strictObject({ conversation: z.string(), at: z.int(), text: z.string(), notedAt: z.number() }),
);
/** An entry a person took from a conversation: its text as one line, and when, in milliseconds since 1970. */
export type LearnedNote = z.infer<typeof learnedSchema>[number];

/** Records of where entries came from, in the data of their memory’s workspace, where erasing looks for their texts. */
export function createLearned(ports: Ports) {
  const pathIn = (dataFolder: string): string => ports.paths.join(dataFolder, 'learned.json');
  const read = (dataFolder: string): Promise<LearnedNote[]> =>
    readAppJson(ports, pathIn(dataFolder), learnedSchema, []);
  return {
    read,
    add: (dataFolder: string, added: LearnedNote): Promise<void> =>
      ports.lock.hold(ports.paths.join(dataFolder, 'learned.lock'), async () => {
        const notes = await read(dataFolder);
        const others = notes.filter(
          ({ conversation, text }) => conversation !== added.conversation || text !== added.text,
        );
        await writeAppJson(ports, pathIn(dataFolder), [...others, added]);
      }),
  };
}

/** Maximum number of versions read. If there are more, the entry is compared with the memory as it is now. */
const maxVersions = 2000;

type MemoryHistory = {
  readonly layout: Pick<WorkspaceLayout, 'contextName' | 'format'>;
  readonly document: MemoryDocument;
  readonly history: Pick<History, 'lines' | 'recallText'>;
  readonly archived: () => Promise<ReadonlySet<string>>;
};

/** Finds what became of an entry since it was learned, from version to version as far as they are kept. */
export async function fateOf(
  memory: MemoryHistory,
  { text, notedAt }: Pick<LearnedNote, 'text' | 'notedAt'>,
): Promise<{ readonly fate: LearnedFate; readonly entry: ParsedEntry | null }> {
  const { entries } = memory.document;
  const same = entries.find((entry) => lineText(entry) === text);
  if (same !== undefined) {
    return { fate: 'there', entry: same };
  }
  const last = await followed(memory, text, notedAt);
  const now = last && entries.find(({ raw }) => raw === last.raw);
  if (now) {
    return { fate: 'corrected', entry: now };
  }
  const archived = await memory.archived();
  const isArchived = archived.has(text) || (last !== null && archived.has(lineText(last)));
  return { fate: isArchived ? 'archived' : 'removed', entry: null };
}

/** The entry in its last version; null if no version is kept that has it as it was learned. */
async function followed(
  { layout: { contextName, format }, document, history }: MemoryHistory,
  text: string,
  notedAt: number,
): Promise<ParsedEntry | null> {
  const versions = (await history.lines()).filter(isVersion).filter(({ file }) => file === contextName);
  // The version before is the one that added it.
  const later = versions.findIndex(({ at }) => at >= notedAt);
  const first = Math.max(0, (later < 0 ? versions.length : later) - 1);
  let entry: ParsedEntry | null = null;
  let before = '';
  /** @param byPerson whether a person made that version of the one before, through us */
  const take = (version: string, byPerson: boolean): void => {
    if (entry === null) {
      entry = format.read(version).entries.find((one) => lineText(one) === text) ?? null;
    } else if (!version.includes(entry.raw)) {
      entry = findSuccessor(format.read(before), format.read(version), entry, byPerson);
    }
    before = version;
  };
  for (const { hash, who } of versions.slice(first, first + maxVersions)) {
    const version = await history.recallText(hash);
    if (version !== null) {
      take(version, who === 'person');
    }
  }
  // The current text may not be in the history yet.
  take(document.text, false);
  return entry;
}

/** The same entry in the next version, or its last form if it is gone, as it may come back. */
function findSuccessor(
  before: MemoryDocument,
  after: MemoryDocument,
  entry: ParsedEntry,
  byPerson: boolean,
): ParsedEntry {
  const { changed, added, removed } = matchEntries(before.entries, after.entries);
  const pair = changed.find((one) => one.before.raw === entry.raw);
  const [gone, come] = [removed.length === 1 ? removed[0] : undefined, added.length === 1 ? added[0] : undefined];
  // A person's correction of one entry may leave none of its words.
  const reworded = byPerson && gone?.raw === entry.raw ? come : undefined;
  return pair?.after ?? reworded ?? entry;
}
