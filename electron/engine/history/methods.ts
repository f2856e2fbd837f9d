import { ContextureError } from '#shared/contract/errors.ts';
import type { ChangeText, HistoryChanges, HistoryEntry, HistoryLine } from '#shared/contract/features/history.ts';
import type { Settings } from '#shared/contract/features/settings.ts';
import { refOf } from '#shared/entries/entry.ts';
import type { EntryMatch } from '#shared/entries/match-entries.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import { undoTextStep } from '../steps/text-steps.ts';
import { erasedLabel } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { entryView, pairView } from './entry-view.ts';
import { type HistoryRecord, isVersion, type VersionLine } from './history-lines.ts';
import { lastChangeOf } from './last-change.ts';
import { matchVersions } from './match-versions.ts';
import { removalsIn } from './removals.ts';
import { previewRestore, type RestoreNeeds, restoreVersion, unreadableError } from './restore-version.ts';
import { type Retention, sizesOf } from './retention.ts';
import { type RestoredEntry, restoreEntryStep, restoreEntryToArchiveStep, sameEntry } from './steps.ts';
import { storyOf } from './story.ts';

type Needs = RestoreNeeds &
  Pick<WorkspaceParts, 'access' | 'durability'> & {
    readonly contextFile: { document(): MemoryDocument; version(): { readonly hash: string } | null };
    readonly settings: { current(): { readonly settings: Pick<Settings, 'historyDays' | 'historyMegabytes'> } };
    readonly retention: Retention;
    readonly undoLog: {
      idOf(file: string, before: string, after: string): string | null;
      wasUndone(file: string, before: string, after: string): boolean;
    };
    readonly archived: (
      token?: CancellationToken,
    ) => Promise<readonly { readonly name: string; readonly document: MemoryDocument | null }[]>;
    readonly scan: { masked(text: string): Promise<string> };
  };

const maxListed = 500;

export const historyHandlers: WorkspaceHandlers<'history', Needs> = {
  'history.list': async (open, { before, limit, only }) => {
    const all = await open.history.lines();
    const wanted = only === 'all' ? all.filter(isNews(open, all)) : removalsIn(open.layout, all);
    const older = before === undefined ? wanted : wanted.filter(({ position }) => position < before);
    const page = older.slice(-limit).reverse();
    const { historyDays, historyMegabytes } = open.settings.current().settings;
    return {
      lines: await Promise.all(page.map((line) => lineView(open, line))),
      next: older.length > page.length ? (page.at(-1)?.position ?? null) : null,
      total: wanted.length,
      bytes: sizesOf(all).total(),
      days: historyDays,
      megabytes: historyMegabytes,
      beyondLimit: [...open.retention.held().keys()],
    };
  },
  'history.changes': async (open, { position }, context) => {
    const line = await findVersion(open, position);
    const { before, diff } = await diffOf(open, line);
    return {
      version: await versionView(open, line),
      comparedWith: before?.hash ?? null,
      added: diff.added.slice(0, maxListed).map(entryView),
      changed: diff.changed.slice(0, maxListed).map(pairView),
      removed: await removedViews(open, diff.removed.slice(0, maxListed), context),
      counts: { added: diff.added.length, changed: diff.changed.length, removed: diff.removed.length },
    };
  },
  'history.texts': async (open, { positions }) => {
    const texts: ChangeText[] = [];
    // Texts go from one version to the next, so that each version is read once.
    for (const position of positions.toSorted((one, other) => other - one)) {
      const text = await findVersion(open, position)
        .then(async (line) => withoutSecrets(open, changeText(position, (await diffOf(open, line)).diff)))
        .catch(() => null);
      if (text !== null) {
        texts.push(text);
      }
    }
    return { texts };
  },
  'history.previewRestore': async (open, { position }) => previewRestore(open, await findVersion(open, position)),
  'history.restore': async (open, { position }) => restoreVersion(open, await findVersion(open, position)),
  'history.undo': async (open, { position }) => {
    const line = await findVersion(open, position);
    const after = await open.history.recallText(line.hash);
    const before = line.before === null ? null : await open.history.recallText(line.before);
    if (after === null || before === null || (await wayToUndo(open, line)) !== 'version') {
      const message = 'That version can’t be undone alone. You can still restore the one before it.';
      throw new ContextureError('version_unknown', message, { position });
    }
    return open.commit.change('person', undoTextStep(`Undone: ${versionLabel(line)}`, after, before, open.rules()));
  },
  'history.bringBack': async (open, { position, from, entry: ref, onDuplicate }, context) => {
    const line = await findVersion(open, position);
    const { before, documents, diff } = await diffOf(open, line);
    const source = from === 'version' ? documents.version : documents.before;
    const entry = source?.entries.find(
      ({ raw, category, ordinal }) => raw === ref.raw && category === ref.category && ordinal === ref.ordinal,
    );
    if (!source || !entry || (from === 'before' && !before)) {
      const message = 'That entry is not in the version. Nothing was changed.';
      throw new ContextureError('entry_gone', message, { expected: ref });
    }
    const became = diff.changed.find((pair) => pair.before === entry)?.after;
    const wanted: RestoredEntry = { source, entry, insteadOf: became ? refOf(became) : null, onDuplicate };
    const archive = open.layout.archiveNameOf(line.file);
    const step =
      archive === null
        ? restoreEntryStep(wanted, await archiveHolding(open, entry, context), open.rules())
        : restoreEntryToArchiveStep(wanted, archive, open.rules());
    return open.commit.change('person', step);
  },
  'history.lastChange': async (open, { entry }) => lastChangeOf(open, entry),
  'history.story': async (open, { entry, from, versions }) => storyOf(open, entry, from ?? null, versions),
  'history.goWithout': async ({ access, durability }) => {
    await access.inTurn(durability.allowUnrecorded);
    return {};
  },
  'history.letGo': async ({ retention, access }, { positions }) => ({
    letGo: await access.inTurn(() => retention.prune(positions)),
  }),
};

/** Leaves out that an archive already existed, until something happens to it. */
function isNews(open: Needs, lines: readonly HistoryRecord[]): (line: HistoryRecord) => boolean {
  const changed = new Set(lines.flatMap((line) => (isVersion(line) && line.before !== null ? [line.file] : [])));
  return (line) =>
    !isVersion(line) || line.who !== 'outside' || open.layout.kindOf(line.file) !== 'archive' || changed.has(line.file);
}

async function lineView(open: Needs, line: HistoryRecord): Promise<HistoryLine> {
  return isVersion(line)
    ? versionView(open, line)
    : { type: 'note', position: line.position, at: line.at, label: line.note };
}

async function versionView(open: Needs, line: VersionLine): Promise<HistoryChanges['version']> {
  const { action: _, size: _size, hash, ...facts } = line;
  const kind = open.layout.kindOf(line.file);
  return {
    ...facts,
    type: 'version',
    kind: kind === 'context' || kind === 'archive' || kind === 'settings' ? kind : 'other',
    version: hash,
    label: versionLabel(line),
    undo: await wayToUndo(open, line),
    available: await open.history.isAvailable(line),
    lastCopyOf: open.retention.held().get(line.position)?.slice(0, 100) ?? null,
  };
}

/** Way to undo a version: a step of ours by its change, once; a version of only the memory by its text. */
async function wayToUndo(open: Needs, line: VersionLine): Promise<HistoryChanges['version']['undo']> {
  const { file, before, hash, at, action } = line;
  if (action === erasedLabel) {
    return null;
  }
  const change = before === null ? null : open.undoLog.idOf(file, before, hash);
  if (change !== null) {
    return { change };
  }
  if (before !== null && open.undoLog.wasUndone(file, before, hash)) {
    return 'undone';
  }
  const isAlone = async (): Promise<boolean> =>
    (await open.history.lines()).every((other) => !isVersion(other) || other.at !== at || other.file === file);
  return before !== null && open.layout.kindOf(file) === 'context' && (await isAlone()) ? 'version' : null;
}

function versionLabel({ who, action, before }: VersionLine): string {
  if (who !== 'outside') {
    return action;
  }
  if (action === 'deleted') {
    return 'Deleted by another app';
  }
  if (action !== 'read') {
    return 'Written by another app while Contexture was saving';
  }
  return before === null ? 'First version' : 'Changed by another app';
}

async function findVersion({ history }: Needs, position: number): Promise<VersionLine> {
  const line = (await history.lines()).find((each) => each.position === position);
  if (!line || !isVersion(line)) {
    const message = 'That version is no longer in the history. Nothing was changed.';
    throw new ContextureError('version_unknown', message, { position });
  }
  return line;
}

/** Compares a version with the nearest earlier one of the same file that can be read. */
async function diffOf(open: Needs, line: VersionLine) {
  const { history } = open;
  const version = await history.documentOf(line);
  if (version === null && open.layout.formatOf(line.file) !== null) {
    throw unreadableError(line);
  }
  const earlier = (await history.lines())
    .filter(isVersion)
    .filter(({ file, position }) => file === line.file && position < line.position);
  let before: VersionLine | null = null;
  let earlierDocument: MemoryDocument | null = null;
  for (const candidate of earlier.reverse()) {
    earlierDocument = await history.documentOf(candidate);
    if (earlierDocument !== null || (version === null && (await history.isAvailable(candidate)))) {
      before = candidate;
      break;
    }
  }
  const diff = matchVersions(earlierDocument?.entries ?? [], version?.entries ?? [], line);
  return { before, documents: { version, before: earlierDocument }, diff };
}

const maxTold = 2;

function changeText(position: number, { changed, added, removed }: EntryMatch<ParsedEntry, ParsedEntry>): ChangeText {
  const entries = [
    ...changed.map(pairView),
    ...removed.map((entry) => ({ before: entryView(entry), after: null })),
    ...added.map((entry) => ({ before: null, after: entryView(entry) })),
  ];
  return { position, entries: entries.slice(0, maxTold) };
}

async function withoutSecrets({ scan }: Needs, { position, entries }: ChangeText): Promise<ChangeText> {
  const safe = async (entry: HistoryEntry | null): Promise<HistoryEntry | null> =>
    entry && { ...entry, value: await scan.masked(entry.value) };
  const all = entries.map(async ({ before, after }) => ({ before: await safe(before), after: await safe(after) }));
  return { position, entries: await Promise.all(all) };
}

async function removedViews(open: Needs, removed: readonly ParsedEntry[], token: CancellationToken) {
  if (removed.length === 0) {
    return [];
  }
  // Entries are compared by their whole text: another may be under the same key.
  const textOf = ({ key, value }: ParsedEntry): string => `${key} ${value}`;
  const live = new Set(open.contextFile.document().entries.map(textOf));
  const archived = new Map<string, string>();
  for (const { name, document } of [...(await open.archived(token))].reverse()) {
    for (const entry of document?.entries ?? []) {
      archived.set(textOf(entry), name);
    }
  }
  return removed.map((entry) => ({
    ...entryView(entry),
    standsIn: live.has(textOf(entry)) ? '' : (archived.get(textOf(entry)) ?? null),
  }));
}

async function archiveHolding(open: Needs, entry: ParsedEntry, token: CancellationToken): Promise<string | null> {
  const files = await open.archived(token);
  return files.find(({ document }) => document && sameEntry(document, entry))?.name ?? null;
}
