import type { VersionLine } from '../history/history-lines.ts';
import type { Kept } from '../workspace/kept.ts';
import type { Losses } from './decisions-file.ts';
import { archiveLosses, carryLosses, newLosses } from './losses.ts';

type ReadLosses = {
  readonly losses: readonly Losses[];
  readonly isNews: boolean;
  /** Of which versions nobody can say what they lost, in words. */
  readonly untold: readonly string[];
};

/** What is lost after some versions more, the earliest first. */
export async function readLosses(kept: Kept, known: readonly Losses[], lines: readonly VersionLine[]) {
  let read: ReadLosses = { losses: known, isNews: false, untold: [] };
  for (const line of lines) {
    read = await readVersion(kept, read, line);
  }
  return read;
}

async function readVersion({ ports, history, layout }: Kept, read: ReadLosses, line: VersionLine): Promise<ReadLosses> {
  const { losses } = read;
  const isTheirs = line.who === 'outside' || line.who === 'assistant';
  if (line.before === null || (!isTheirs && losses.length === 0)) {
    return read;
  }
  const before = await history.documentOf({ file: line.file, hash: line.before });
  const after = await history.documentOf(line);
  if (before === null || after === null) {
    ports.log('warn', `What the version ${line.position} of the history lost can't be told: its text is missing.`);
    const what = before === null ? 'the version before' : 'its version';
    return isTheirs ? { ...read, untold: [...read.untold, what] } : read;
  }
  const archive = layout.archiveNameOf(line.file);
  const known = losses.flatMap(({ items }) => items);
  const carried =
    archive === null
      ? losses
          .map((each) => ({ ...each, items: carryLosses(each.items, before, after, line.who) }))
          .filter(({ items }) => items.length > 0)
      : losses;
  const items =
    archive !== null
      ? archiveLosses(archive, before, after, ports.newId)
      : line.who === 'outside' || line.who === 'assistant'
        ? newLosses(known, before, after, line.who, ports.newId)
        : [];
  const by = archive === null && line.who === 'assistant' ? (line.name ?? 'Your assistant') : null;
  const lost = items.length === 0 ? [] : [{ at: line.at, by, position: line.position, items }];
  const isNews = lost.length > 0 || (archive === null && known.length > 0);
  return { ...read, losses: [...carried, ...lost], isNews: read.isNews || isNews };
}
