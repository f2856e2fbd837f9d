import type { Params, Result } from '#shared/contract/contract.ts';
import type { HistoryEntry, StoryStep } from '#shared/contract/features/history.ts';
import { type EntryRef, sameRef } from '#shared/entries/entry.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { entryView } from './entry-view.ts';
import { isVersion, type VersionLine } from './history-lines.ts';

type StoryNeeds = Pick<WorkspaceParts, 'layout' | 'history'> & { readonly contextFile: { document(): MemoryDocument } };

type Story = Result<'history.story'>;
type Place = NonNullable<Params<'history.story'>['from']>;

/** Limit on characters of versions read for one answer, so that none takes long. */
const maxCharacters = 4_000_000;

/** Follows an entry back to its origin, reading only versions that added or removed entries. */
export async function storyOf(
  { history, layout, contextFile }: StoryNeeds,
  ref: EntryRef,
  from: Place | null,
  maxVersions: number,
): Promise<Story> {
  const lines = (await history.lines()).filter(isVersion);
  const versions = lines.filter(({ file }) => file === layout.contextName);
  const intoArchive = new Set(lines.filter(({ file }) => layout.kindOf(file) === 'archive').map(({ at }) => at));
  const live = contextFile.document().entries.find((entry) => sameRef(entry, ref));
  if (from === null && live === undefined) {
    return { steps: [], next: null };
  }
  const steps: StoryStep[] = [];
  let { entry, isGone } = from ?? { entry: entryView(live as ParsedEntry), isGone: false };
  let [left, characters] = [maxVersions, maxCharacters];

  const tell = (line: VersionLine, what: StoryStep['what'], before: HistoryEntry | null): void => {
    const { position, at, who, name } = line;
    steps.push({ position, at, who, name, what, entry, before });
  };
  const saysSame = ({ key, value }: ParsedEntry): boolean => key === entry.key && value === entry.value;
  const recall = async (hash: string): Promise<string | null> => {
    const text = await history.recallText(hash);
    characters -= text?.length ?? 0;
    return text;
  };
  /** Entry as it was before a version that has it, or that removed it. */
  const before = async (line: VersionLine, text: string): Promise<void> => {
    if (isGone) {
      const earlierEntry = text.includes(firstLine(entry)) && layout.format.read(text).entries.find(saysSame);
      if (earlierEntry) {
        entry = entryView(earlierEntry);
        isGone = false;
        tell(line, intoArchive.has(line.at) ? 'archived' : 'removed', null);
      }
      return;
    }
    const after = hasLine(text, entry.raw) ? null : await recall(line.hash);
    if (after === null) {
      return;
    }
    const was = findSuccessor(layout.format.read(text), layout.format.read(after), entry, line.who === 'person');
    if (was === undefined) {
      tell(line, 'came', null);
      isGone = true;
    } else if (was !== null) {
      const earlier = entryView(was);
      if (earlier.value !== entry.value || earlier.key !== entry.key) {
        tell(line, 'reworded', earlier);
      }
      entry = earlier;
    }
  };

  for (let at = versions.length - 1; at >= 0; at -= 1) {
    const line = versions[at] as VersionLine;
    const previous = versions[at - 1];
    if (from !== null && line.position >= from.position) {
      continue;
    }
    if (previous === undefined) {
      if (!isGone) {
        tell(line, 'known', null);
      }
      break;
    }
    if (!concerns(line, isGone)) {
      continue;
    }
    if (left === 0 || characters <= 0) {
      return { steps, next: { position: line.position + 1, entry, isGone } };
    }
    left -= 1;
    const text = (await recall(line.before ?? previous.hash)) ?? (await recall(previous.hash));
    if (text !== null) {
      await before(line, text);
    }
  }
  return { steps, next: null };
}

/** True if a version may have added, reworded or, if the entry is gone, removed it. */
const concerns = ({ counts }: VersionLine, isGone: boolean): boolean =>
  counts === null || (isGone ? counts.removed : counts.added + counts.changed) > 0;

const firstLine = ({ value }: HistoryEntry): string => value.split('\n', 1)[0] ?? '';

/** True if a text has these lines, whole. */
function hasLine(text: string, raw: string): boolean {
  for (let at = text.indexOf(raw); at !== -1; at = text.indexOf(raw, at + 1)) {
    if ((at === 0 || text[at - 1] === '\n') && /^(?:\r?\n|$)/.test(text.slice(at + raw.length, at + raw.length + 2))) {
      return true;
    }
  }
  return false;
}

/** Earlier form of an entry; undefined if it was not there before; null if it isn't in the version either. */
function findSuccessor(
  before: MemoryDocument,
  after: MemoryDocument,
  entry: HistoryEntry,
  byPerson: boolean,
): ParsedEntry | undefined | null {
  const { kept, changed, added, removed } = matchEntries(before.entries, after.entries);
  const isIt = (other: ParsedEntry): boolean => other.raw === entry.raw;
  const pairs = [...changed, ...kept].filter((one) => isIt(one.after));
  // The same line may have been in another section; a move is not followed here.
  const pair = pairs.find(({ after: { category } }) => category === entry.category) ?? pairs[0];
  if (pair !== undefined) {
    return pair.before;
  }
  if (!added.some(isIt)) {
    return null;
  }
  // A correction of one entry may leave none of its words.
  return byPerson && added.length === 1 && removed.length === 1 ? removed[0] : undefined;
}
