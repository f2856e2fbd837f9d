import type { Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ChangeResult } from '#shared/contract/features/memory.ts';
import { readBytes } from '../app-files/file-version.ts';
import { tokensIn } from '../steps/impact.ts';
import { momentInLabel } from '../steps/labels.ts';
import { archiveFormatOf } from '../steps/rules.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { changeCounts } from './documents.ts';
import type { VersionLine } from './history-lines.ts';
import { restoreArchiveStep, restoreContextStep, restoreFileStep } from './steps.ts';

export function unreadable(line: VersionLine): ContextureError {
  const message =
    'The text of this version is damaged or missing, so it can’t be shown or brought back. Other versions are not affected.';
  return new ContextureError('version_unknown', message, { version: line.hash });
}

async function recalled<T>(line: VersionLine, kept: Promise<T | null>): Promise<T> {
  const found = await kept;
  if (found === null) {
    throw unreadable(line);
  }
  return found;
}

const bytesOf = ({ history }: OpenWorkspace, line: VersionLine) => recalled(line, history.recall(line.hash));
const textOf = ({ history }: OpenWorkspace, line: VersionLine) => recalled(line, history.recallText(line.hash));

type Preview = Result<'history.previewRestore'>;

export async function previewRestore(open: OpenWorkspace, line: VersionLine): Promise<Preview> {
  const { contextFile, index, layout, settings, rules } = open;
  switch (layout.kindOf(line.file)) {
    case 'context': {
      const { format, today, limit } = rules();
      const now = contextFile.document();
      const wanted = format.withCountOf(now, format.read(await textOf(open, line)));
      const after = format.count(now, wanted, today);
      const tokens = { before: tokensIn(now, rules()), after: tokensIn(after, rules()), limit };
      return { counts: changeCounts(now, wanted), same: wanted.text === now.text, tokens };
    }
    case 'archive': {
      const text = await textOf(open, line);
      const now = await index.textOf(archiveNameOf(open, line));
      const { read } = archiveFormatOf(layout.format);
      return { counts: changeCounts(read(now), read(text)), same: now === text, tokens: null };
    }
    case 'settings': {
      const text = await textOf(open, line);
      return { counts: null, same: (await settings.textNow()) === text, tokens: null };
    }
    case 'other': {
      await bytesOf(open, line);
      const now = await readBytes(open.ports, layout.pathOf(line.file));
      return { counts: null, same: now?.hash === line.hash, tokens: null };
    }
  }
}

export async function restoreVersion(open: OpenWorkspace, line: VersionLine): Promise<ChangeResult> {
  const { commit, layout, rules, settingsChanges } = open;
  const when = momentInLabel(line.at);
  switch (layout.kindOf(line.file)) {
    case 'context': {
      const text = await textOf(open, line);
      return commit.change('person', restoreContextStep(text, when, rules()), { deleted: 'is put back' });
    }
    case 'archive': {
      const text = await textOf(open, line);
      return commit.change('person', restoreArchiveStep(archiveNameOf(open, line), text, when, rules()));
    }
    case 'settings':
      return settingsChanges.restore(await textOf(open, line), `Restored the settings of ${when}`);
    case 'other': {
      const bytes = await bytesOf(open, line);
      return commit.change('person', restoreFileStep(layout.pathOf(line.file), line.file, bytes, when));
    }
  }
}

function archiveNameOf({ layout }: OpenWorkspace, { file }: VersionLine): string {
  return layout.archiveNameOf(file) ?? file;
}
