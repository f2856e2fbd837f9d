import type { ReturnedText } from '#shared/contract/features/erasure.ts';
import { type DigestChange, type DigestEvent, type DigestPeriod, learnedByDate } from '#shared/digest/digest.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { readHeldNote } from '#shared/formats/held-updates.ts';
import { dayOfMoment } from '#shared/text/dates.ts';
import { reappearancesAtHand } from '../erasure/reappearances.ts';
import { createHistory, type History } from '../history/history.ts';
import { type HistoryRecord, isVersion, latestOf, type VersionLine } from '../history/history-lines.ts';
import { matchVersions } from '../history/match-versions.ts';
import type { Ports } from '../ports.ts';
import { erasedLabel } from '../workspace/erasable-area.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';

/** A memory as it is now, open or not, and where its history is kept. */
export type MemoryNow = {
  readonly layout: WorkspaceLayout;
  readonly dataFolder: string;
  readonly version: { readonly text: string; readonly hash: string; readonly info: { readonly modifiedAt: number } };
};

/** Limit on characters of versions read of one memory: more would take seconds. */
const maxCharacters = 16_000_000;

/** Reads what is recorded of a memory in some days, oldest first. Locks, keeps and writes nothing. */
export async function readDigestChanges(ports: Ports, now: MemoryNow, period: DigestPeriod, isOver: () => boolean) {
  const { layout, dataFolder } = now;
  const history = createHistory(ports, () => ports.paths.join(dataFolder, 'history'), { read: layout.read });
  const lines = await history.lines();
  const isInside = (at: number | string): boolean => isWithin(period, typeof at === 'number' ? dayOfMoment(at) : at);
  const first = lines.filter(isVersion).find(({ file }) => file === layout.contextName);
  const versions = lines
    .filter(isVersion)
    .filter((line) => hasEntries(layout, line) && (line === first || isInside(dayOfFirst(layout, line) ?? line.at)));
  const changes: (readonly DigestChange[])[] = [await changesSince(history, lines, now, period)];
  let left = maxCharacters;
  // Latest first: if there is too much to read, the oldest is left out.
  for (const line of versions.toReversed()) {
    if (left <= 0 || isOver()) {
      break;
    }
    const after = await history.documentOf(line);
    const before = line.before === null ? null : await history.documentOf({ file: line.file, hash: line.before });
    left -= (after?.text.length ?? 0) + (before?.text.length ?? 0);
    changes.push(after === null ? [] : changesOf(layout, line, before, after, period));
  }
  return {
    changes: changes.reverse().flat(),
    others: [
      ...lines.flatMap((line) => (isVersion(line) || !isInside(line.at) ? [] : heldIn(line))),
      ...(await reappearancesAtHand(ports, dataFolder)).filter(({ at }) => isInside(at)).map(reappeared),
    ],
    begins: lines[0]?.at ?? null,
    isWhole: changes.length > versions.length,
  };
}

const isWithin = ({ from, before }: DigestPeriod, day: string): boolean => day >= from && day < before;

function hasEntries(layout: WorkspaceLayout, { file, counts, action }: VersionLine): boolean {
  const isCounted = file === layout.contextName || layout.archiveNameOf(file) !== null;
  const changesNone = counts !== null && counts.added + counts.changed + counts.removed === 0;
  return isCounted && !changesNone && action !== erasedLabel;
}

function changesOf(
  layout: WorkspaceLayout,
  line: VersionLine,
  before: MemoryDocument | null,
  after: MemoryDocument,
  period: DigestPeriod,
): readonly DigestChange[] {
  const { at, who, name, action, position, file } = line;
  const archive = layout.archiveNameOf(file);
  const moment = { at, who, name, action, position, day: dayOfMoment(at) };
  const wasNoFile = line.before === null && who !== 'outside';
  if (before !== null || wasNoFile) {
    const match = matchVersions(before?.entries ?? [], after.entries, line);
    const change = { ...moment, ...match, file: archive === null ? ('memory' as const) : ('archive' as const) };
    return isWithin(period, moment.day) ? [change] : [];
  }
  // A file read for the first time, or whose earlier version is no longer kept, has its own dates at most.
  if (archive === null) {
    return learnedByDate(after.entries, period, { position });
  }
  const day = dayOfFirst(layout, line) ?? layout.format.archive?.facts(after).date ?? null;
  return day === null || !isWithin(period, day)
    ? []
    : [{ ...moment, day, at: null, file: 'archive', added: after.entries, removed: [], changed: [] }];
}

/** Day of archival of an archive read for the first time, by its name; null for any other version. */
function dayOfFirst(layout: WorkspaceLayout, { file, before, who }: VersionLine): string | null {
  const archive = before === null && who === 'outside' ? layout.archiveNameOf(file) : null;
  return archive === null ? null : (layout.format.archive?.dayOf(archive) ?? null);
}

/** Changes in the file since its last kept version, or all of it if there is none. */
async function changesSince(
  history: History,
  lines: readonly HistoryRecord[],
  { layout, version }: MemoryNow,
  period: DigestPeriod,
): Promise<readonly DigestChange[]> {
  const last = latestOf(lines, layout.contextName);
  const at = version.info.modifiedAt;
  const day = dayOfMoment(at);
  if (last?.hash === version.hash) {
    return [];
  }
  const now = layout.format.read(version.text);
  const before = last ? await history.documentOf(last) : null;
  if (before === null) {
    return learnedByDate(now.entries, period, { position: null });
  }
  const outside = { who: 'outside', name: null, action: 'read' } as const;
  const match = matchVersions(before.entries, now.entries, outside);
  return isWithin(period, day) ? [{ ...outside, ...match, at, day, position: null, file: 'memory' }] : [];
}

function heldIn({ at, note, position }: Exclude<HistoryRecord, VersionLine>): DigestEvent[] {
  const held = readHeldNote(note);
  if (held === null) {
    return [];
  }
  const moment = { at, position, day: dayOfMoment(at), who: 'assistant', name: held.assistant } as const;
  return [{ ...moment, kind: 'contradicted', entry: { key: null, value: held.text }, before: null }];
}

/** An erased text that came back. What it says is not recorded. */
function reappeared({ at, who, name }: Pick<ReturnedText, 'at' | 'who' | 'name'>): DigestEvent {
  const entry = { key: null, value: 'A text you erased' };
  return { at, day: dayOfMoment(at), position: null, who, name, kind: 'returned', entry, before: null };
}
