import { programInWords } from '#shared/connections/program-ids.ts';
import type { HistoryLine, HistoryVersion } from '#shared/contract/features/history.ts';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { actInWords, archiveInWords } from '../../wording/names.ts';

/** Whether it is how Contexture found a file: who wrote that is not known, and it need not have been an app. */
export const isFirstRead = ({ who, label }: Pick<HistoryVersion, 'who' | 'label'>): boolean =>
  who === 'outside' && label === 'First version';

/** Who made a version, as a heading over what they did. */
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

/** What was done, and of what first versions are. */
export function actOf(version: Pick<HistoryVersion, 'who' | 'label' | 'kind' | 'file'>): string {
  const label = actInWords(version.label);
  const file = fileOfVersion(version);
  return isFirstRead(version) && file !== '' ? `${label} of ${version.kind === 'other' ? file : `the ${file}`}` : label;
}

/** What versions made at once are of, as far as it is not said by what was done. */
export const filesOf = (versions: readonly HistoryVersion[]): readonly string[] =>
  versions.filter((version) => !isFirstRead(version)).map(fileOfVersion);

/** "2 learned, 1 changed": what a version did to entries; empty where that is not known or there are none. */
export function countsOfVersion({ counts, before, who, kind, label }: HistoryVersion): string {
  // Of what was erased, the version before says nothing either.
  if (counts === null || label === 'Erased a text everywhere') {
    return '';
  }
  if (before === null) {
    return entriesInWords(counts.added);
  }
  const byOthers = who !== 'person';
  const parts = [
    counts.added > 0 && `${countInWords(counts.added)} ${byOthers && kind === 'context' ? 'learned' : 'added'}`,
    counts.changed > 0 && `${countInWords(counts.changed)} ${label.startsWith('Corrected') ? 'corrected' : 'changed'}`,
    counts.removed > 0 && `${countInWords(counts.removed)} removed`,
  ].filter(Boolean);
  return parts.length === 0 ? 'No entry changed' : parts.join(', ');
}

/** The same of an act: what went to an archive, or came from one, in the same step was not removed or added. */
export function countsOfAct(version: HistoryVersion, also: readonly HistoryVersion[]): string {
  const archives = also.filter(
    ({ kind, before, counts }) => kind === 'archive' && (before === null || counts !== null),
  );
  const [gained, lost] = [
    archives.some(({ counts }) => (counts?.added ?? 0) > 0),
    archives.some(({ counts }) => (counts?.removed ?? 0) > 0),
  ];
  const words = countsOfVersion(version);
  return gained
    ? words.replace(/ removed$/, ' archived')
    : lost
      ? words.replace(/ (?:added|learned)\b/, ' restored')
      : words;
}

/** What a version is one of, where that is not the context; empty for that. */
export function fileOfVersion({ kind, file }: Pick<HistoryVersion, 'kind' | 'file'>): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return { context: '', settings: 'settings', archive: archiveInWords(name), other: name }[kind];
}
