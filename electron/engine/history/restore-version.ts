import type { ChangeResult } from '#shared/contract/changes.ts';
import type { Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { readBytes } from '../app-files/file-version.ts';
import { tokensIn } from '../steps/impact.ts';
import { momentInLabel } from '../steps/labels.ts';
import { archiveFormatOf, type Rules } from '../steps/rules.ts';
import type { StepInput } from '../steps/step.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { entryView, pairView } from './entry-view.ts';
import { isVersion, type VersionLine } from './history-lines.ts';
import { type Restoration, restore, restoreVersionStep } from './restoration.ts';
import { restoreFileStep } from './steps.ts';

export type RestoreNeeds = Pick<WorkspaceParts, 'ports' | 'layout' | 'history' | 'rules' | 'commit'> & {
  readonly contextFile: { document(): MemoryDocument };
  readonly index: { textOf(name: string): Promise<string> };
  readonly settings: { textNow(): Promise<string | null> };
  readonly settingsChanges: { restore(text: string, label: string): Promise<ChangeResult> };
};

export function unreadableError(line: VersionLine): ContextureError {
  const message =
    'The text of this version is damaged or missing, so it can’t be shown or restored. Other versions are not affected.';
  return new ContextureError('version_unknown', message, { version: line.hash });
}

async function recalled<T>(line: VersionLine, recall: Promise<T | null>): Promise<T> {
  const version = await recall;
  if (version === null) {
    throw unreadableError(line);
  }
  return version;
}

const bytesOf = ({ history }: RestoreNeeds, line: VersionLine) => recalled(line, history.recall(line.hash));
const textOf = ({ history }: RestoreNeeds, line: VersionLine) => recalled(line, history.recallText(line.hash));

const maxListed = 2000;

const noEntries = { counts: null, added: [], changed: [], removed: [], tokens: null };

export async function previewRestore(open: RestoreNeeds, line: VersionLine): Promise<Result<'history.previewRestore'>> {
  const { layout, rules } = open;
  switch (layout.kindOf(line.file)) {
    case 'context':
    case 'archive': {
      const restored = await restore(inputOf(open), await restorationOf(open, line), rules());
      const { now, wanted, added, changed, removed } = restored;
      return {
        counts: { added: added.length, changed: changed.length, removed: removed.length },
        same: restored.files.length === 0 || (wanted.text === now.text && restored.moves.length === 0),
        added: added
          .slice(0, maxListed)
          .map(({ entry, path }) => ({ ...entryView(entry), from: fileName(open, path) })),
        changed: changed.slice(0, maxListed).map(pairView),
        removed: removed
          .slice(0, maxListed)
          .map(({ entry, path }) => ({ ...entryView(entry), to: fileName(open, path) })),
        tokens: layout.kindOf(line.file) === 'context' ? tokensOf(now, wanted, rules()) : null,
      };
    }
    case 'settings': {
      const text = await textOf(open, line);
      return { ...noEntries, same: (await open.settings.textNow()) === text };
    }
    case 'notes':
    case 'topic':
    case 'conversation':
    case 'storage':
    case 'work':
    case 'other': {
      await bytesOf(open, line);
      const now = await readBytes(open.ports, layout.pathOf(line.file));
      return { ...noEntries, same: now?.hash === line.hash };
    }
  }
}

function tokensOf(now: MemoryDocument, wanted: MemoryDocument, rules: Rules & { readonly limit: number }) {
  const after = rules.format.count(now, wanted, rules.today);
  return { before: tokensIn(now, rules), after: tokensIn(after, rules), limit: rules.limit };
}

/** Name of the archive at a path; empty for the memory, null for none. */
function fileName({ layout }: RestoreNeeds, path: string | null): string | null {
  return path === null ? null : (layout.archiveNameOf(layout.nameOf(path)) ?? '');
}

function inputOf({ contextFile, index, layout, ports }: RestoreNeeds): StepInput {
  const versionOf = (document: MemoryDocument) => {
    const bytes = ports.encodeText(document.text);
    return { document, text: document.text, bytes, hash: ports.hash(bytes) };
  };
  return {
    document: async (path) => {
      if (path === layout.contextPath) {
        return versionOf(contextFile.document());
      }
      const text = await index.textOf(layout.archiveNameOf(layout.nameOf(path)) ?? '').catch(() => null);
      return text === null ? null : versionOf(archiveFormatOf(layout.format).read(text));
    },
    bytes: async () => null,
  };
}

async function restorationOf(open: RestoreNeeds, line: VersionLine): Promise<Restoration> {
  const { layout, history } = open;
  const lines = (await history.lines()).filter(isVersion);
  const last = endOfStep(lines, line);
  const isMemory = layout.kindOf(line.file) === 'context';
  const isOther = (file: string): boolean => layout.kindOf(file) === (isMemory ? 'archive' : 'context');
  const changedSince = new Set(
    lines.filter(({ file, position }) => isOther(file) && position > last).map(({ file }) => file),
  );
  const others = [...changedSince].map(async (file) => {
    const version = lines.findLast((each) => each.file === file && each.position <= last);
    return { path: layout.pathOf(file), earlier: version ? await history.documentOf(version) : null };
  });
  return { path: layout.pathOf(line.file), text: await textOf(open, line), others: await Promise.all(others) };
}

/** Position of the last version kept in the same step: they share a time, whatever steps are called. */
function endOfStep(lines: readonly VersionLine[], { position, action, who, at }: VersionLine): number {
  const isOfStep = (line: VersionLine): boolean => line.at === at && line.action === action && line.who === who;
  return lines.findLast(isOfStep)?.position ?? position;
}

export async function restoreVersion(open: RestoreNeeds, line: VersionLine): Promise<ChangeResult> {
  const { commit, layout, rules, settingsChanges } = open;
  const when = momentInLabel(line.at);
  switch (layout.kindOf(line.file)) {
    case 'context': {
      const step = restoreVersionStep(`Restored the version of ${when}`, await restorationOf(open, line), rules());
      return commit.change('person', step, { deleted: 'is put back' });
    }
    case 'archive': {
      const label = `Restored ${layout.archiveNameOf(line.file) ?? line.file} as it was on ${when}`;
      return commit.change('person', restoreVersionStep(label, await restorationOf(open, line), rules()));
    }
    case 'settings':
      return settingsChanges.restore(await textOf(open, line), `Restored the settings of ${when}`);
    case 'notes':
    case 'topic':
    case 'conversation':
    case 'storage':
    case 'work':
    case 'other': {
      const bytes = await bytesOf(open, line);
      return commit.change('person', restoreFileStep(layout.pathOf(line.file), line.file, bytes, when));
    }
  }
}
