import type { HistoryLine, HistoryVersion } from '#shared/contract/features/history.ts';
import { programInWords } from '#shared/programs/program-ids.ts';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { archiveInWords, changeLabelInWords } from '../../wording/names.ts';

/** True for the first reading of a file: its writer is unknown, and need not have been an app. */
export const isFirstRead = ({ who, label }: Pick<HistoryVersion, 'who' | 'label'>): boolean =>
  who === 'outside' && label === 'First version';

export function authorOf(line: HistoryLine): string {
  if (line.type === 'note') {
    return 'Contexture';
  }
  if (isFirstRead(line)) {
    return 'First read';
  }
  const assistant = line.name === null ? 'An assistant' : `${programInWords(line.name)}, an assistant`;
  return { person: 'You', assistant, outside: 'Another app', app: 'Contexture' }[line.who];
}

export function changeTitle(version: Pick<HistoryVersion, 'who' | 'label' | 'kind' | 'file'>): string {
  const label = changeLabelInWords(version.label);
  const file = fileOfVersion(version);
  return isFirstRead(version) && file !== '' ? `${label} of ${version.kind === 'other' ? file : `the ${file}`}` : label;
}

/** Files of versions made at once, unless the change already names them. */
export const changedFiles = (versions: readonly HistoryVersion[]): readonly string[] =>
  versions.filter((version) => !isFirstRead(version)).map(fileOfVersion);

/** "2 learned, 1 changed": effect of a version on entries; empty if unknown or none. */
export function countsOfVersion({ counts, before, who, kind, label }: HistoryVersion): string {
  // The version before an erasure no longer has the text either.
  if (counts === null || label === 'Erased a text everywhere') {
    return '';
  }
  if (before === null) {
    return entriesInWords(counts.added);
  }
  const isByOthers = who !== 'person';
  const parts = [
    counts.added > 0 && `${countInWords(counts.added)} ${isByOthers && kind === 'context' ? 'learned' : 'added'}`,
    counts.changed > 0 && `${countInWords(counts.changed)} ${label.startsWith('Corrected') ? 'corrected' : 'changed'}`,
    counts.removed > 0 && `${countInWords(counts.removed)} removed`,
  ].filter(Boolean);
  return parts.length === 0 ? 'No entry changed' : parts.join(', ');
}

/** The same for a change: entries moved to an archive, or from one, in the same step were not removed or added. */
export function countsOfChange(version: HistoryVersion, others: readonly HistoryVersion[]): string {
  const archives = others.filter(
    ({ kind, before, counts }) => kind === 'archive' && (before === null || counts !== null),
  );
  const hasGained = archives.some(({ counts }) => (counts?.added ?? 0) > 0);
  const hasLost = archives.some(({ counts }) => (counts?.removed ?? 0) > 0);
  const words = countsOfVersion(version);
  return hasGained
    ? words.replace(/ removed$/, ' archived')
    : hasLost
      ? words.replace(/ (?:added|learned)\b/, ' restored')
      : words;
}

/** File of a version, if it is not the context; empty for that. */
export function fileOfVersion({ kind, file }: Pick<HistoryVersion, 'kind' | 'file'>): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return { context: '', settings: 'settings', archive: archiveInWords(name), other: name }[kind];
}
