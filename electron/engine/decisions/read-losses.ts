import { isOfPerson } from '#shared/entries/losses.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { isTextMissing, lostTexts } from '#shared/formats/lost-text.ts';
import type { History } from '../history/history.ts';
import { type HistoryRecord, isVersion, type VersionLine } from '../history/history-lines.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Losses } from './decisions-file.ts';
import {
  archiveLosses,
  carryLosses,
  hasEntryText,
  type LostEntry,
  lossName,
  newLosses,
  type StoredText,
} from './losses.ts';

type ReadLosses = {
  readonly losses: readonly Losses[];
  /** Versions whose losses can’t be determined, in words. */
  readonly untold: readonly string[];
};

type ReadServices = Pick<WorkspaceParts, 'ports' | 'layout'> & { readonly history: Pick<History, 'documentOf'> };

/** True for a line of the history that may have losses not yet known. @param checked position up to which they are known */
export const isFollowed = (
  line: HistoryRecord,
  checked: number,
  { contextName, archiveNameOf }: WorkspaceLayout,
): line is VersionLine =>
  isVersion(line) &&
  line.position > checked &&
  (line.file === contextName || (archiveNameOf(line.file) !== null && line.who === 'outside'));

/** Carries the losses forward through these versions, oldest first. */
export async function readLosses(needs: ReadServices, known: readonly Losses[], lines: readonly VersionLine[]) {
  let read: ReadLosses = { losses: known, untold: [] };
  for (const line of lines) {
    read = await readVersion(needs, read, line);
  }
  return read;
}

async function readVersion(
  { ports, history, layout }: ReadServices,
  read: ReadLosses,
  line: VersionLine,
): Promise<ReadLosses> {
  const { losses } = read;
  const { who } = line;
  const isTheirs = who === 'outside' || who === 'assistant';
  if (line.before === null || (!isTheirs && losses.length === 0)) {
    return read;
  }
  const before = await history.documentOf({ file: line.file, hash: line.before });
  const after = await history.documentOf(line);
  if (before === null || after === null) {
    ports.log('warn', `What the version ${line.position} of the history lost can’t be told: its text is missing.`);
    const what = before === null ? 'the version before' : 'its version';
    return isTheirs ? { ...read, untold: [...read.untold, what] } : read;
  }
  const archive = layout.archiveNameOf(line.file);
  const knownItems = losses.flatMap(({ items }) => items);
  const carried =
    archive === null
      ? withItems(
          losses,
          (items) => carryLosses(items, before, after, who),
          (text) => isTextMissing(text, after),
        )
      : withItems(losses, (items) =>
          items.filter((lost) => !(lost.archive === archive && hasEntryText(after, lossName(lost.yours)))),
        );
  const items =
    archive !== null
      ? archiveLosses(archive, before, after, ports.newId)
      : isTheirs
        ? newLosses(knownItems, before, after, who, ports.newId)
        : [];
  const by = archive === null && who === 'assistant' ? (line.name ?? 'Your assistant') : null;
  const texts =
    archive === null && who === 'outside'
      ? lostTexts(before, after).map(({ part, text }) => ({ id: ports.newId(), part, text }))
      : [];
  const hasLost = items.length + texts.length > 0;
  const lost = hasLost ? [{ at: line.at, by, position: line.position, items, texts }] : [];
  return { ...read, losses: [...carried, ...lost] };
}

/** The losses with other items in each, the same object if they are unchanged; without those that have none left. */
export function withItems(
  losses: readonly Losses[],
  change: (items: LostEntry[]) => LostEntry[],
  stays: (text: StoredText) => boolean = () => true,
): readonly Losses[] {
  return losses.flatMap((each) => {
    const items = change(each.items);
    const texts = each.texts.filter(stays);
    const isSame = items.length === each.items.length && items.every((item, index) => item === each.items[index]);
    const isLeft = items.length + texts.length > 0;
    return isLeft ? (isSame && texts.length === each.texts.length ? each : { ...each, items, texts }) : [];
  });
}

const mayHaveMoved = ({ theirs, archive, yours }: LostEntry): boolean =>
  theirs === null && archive === null && !isOfPerson(yours);

/** Losses without entries that were nobody's and are archived by now: they are not lost, and there may be thousands. */
export async function withoutMoved(
  losses: readonly Losses[],
  newestArchives: () => Promise<readonly MemoryDocument[]>,
): Promise<readonly Losses[]> {
  if (!losses.some(({ items }) => items.some(mayHaveMoved))) {
    return losses;
  }
  const archives = await newestArchives();
  return withItems(losses, (items) =>
    items.filter(
      (lost) => !(mayHaveMoved(lost) && archives.some((document) => hasEntryText(document, lossName(lost.yours)))),
    ),
  );
}
