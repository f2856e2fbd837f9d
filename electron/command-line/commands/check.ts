import { basename, resolve } from 'node:path';
import { LineCounter } from 'yaml';
import type { FormatId } from '#shared/contract/capabilities.ts';
import type { Diagnostic } from '#shared/contract/features/memory.ts';
import { categories } from '#shared/entries/entry.ts';
import { shortName } from '#shared/entries/find-entry.ts';
import { addTo } from '#shared/entries/multimap.ts';
import { archiveFact, dateOfArchiveName } from '#shared/formats/context/archive-text.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import { archivedSections, contextSections, type SectionNames } from '#shared/formats/context/section-names.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { formatById, formatOfFile, isMemoryName, ownMemory } from '#shared/formats/formats.ts';
import { markdownFormat } from '#shared/formats/markdown/format.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { plural } from '#shared/text/counts.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { isCalendarDate } from '#shared/text/dates.ts';
import { splitVisible } from '#shared/text/visible-characters.ts';
import type { Call, CommandRecord } from '../command.ts';
import { exitCodeFor } from '../exit-codes.ts';
import { readNamedMarked } from '../read-file.ts';
import { withClient } from '../with-workspace.ts';

export const check: CommandRecord = {
  name: 'check',
  scope: 'files',
  about: 'List the problems in a memory or an archive as file:line:col code message.',
  arguments: [['<file>', 'the file, or - for standard input']],
  examples: ['check logs/context/global.md', 'check - < global.md'],
  async run({ runtime, options }: Call, file: string) {
    const name = file === '-' ? 'standard-input' : file;
    const { text, isMarked } = await readNamedMarked(file, runtime);
    const path = resolve(file);
    const isMemory = file !== '-' && isMemoryName(basename(path));
    const { chosen } = isMemory
      ? await withClient(runtime, (client) => client.call('workspaces.form', { path }))
      : { chosen: null };
    const findings = checkText(name, text, isMarked, chosen);
    const exitCode = exitCodeFor(!findings.some(isHarmful));
    const isSilent = findings.length === 0 && !options.json;
    return isSilent ? undefined : { json: findings, lines: findings.map(findingLine), exitCode };
  },
};

/** Codes of problems with a file as a whole, beside the problems that reading finds in single lines. */
type FileCode =
  | 'known_twice'
  | 'section_unknown'
  | 'section_missing'
  | 'not_understood'
  | 'hidden_character'
  | 'not_text'
  | 'archive_date_missing';

/** A problem in a file. Line and column count from 1, as in an editor. */
type FileProblem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: Diagnostic['code'] | FileCode;
  /** `quiet` problems do no harm. */
  readonly severity: Diagnostic['severity'];
  readonly message: string;
};

type Place = { readonly from: number; readonly code: FileProblem['code'] } & Pick<FileProblem, 'severity' | 'message'>;

type FileKind = 'memory' | 'archive' | 'other';

const read: Readonly<Record<FileKind, (text: string, file: string) => MemoryDocument>> = {
  memory: (text) => readContext(text),
  archive: (text) => readArchive(text),
  other: (text, file) => (formatOfFile(file, text) ?? markdownFormat).read(text),
};

/**
 * @param isMarked true if U+FFFD in the text replaces bytes that are not UTF-8
 * @param chosen form that the person says the file has; null to recognise it
 */
export function checkText(file: string, text: string, isMarked = false, chosen: FormatId | null = null): FileProblem[] {
  // The full path tells whose memory it is, however the person named it.
  const path = resolve(file);
  const kind = chosen === null ? kindOf(path, text) : 'other';
  const document = chosen === null ? read[kind](text, path) : formatById(chosen, path).read(text);
  const lines = linesOf(text);
  const places = new LineCounter();
  for (const { from } of lines) {
    places.addNewLine(from);
  }
  const lineOf = (at: number): number => places.linePos(at).line;
  const problems: Place[] = [
    ...document.diagnostics,
    ...ofKind[kind](document, file, lineOf),
    ...hiddenIn(text, lines),
    ...(isMarked ? markedIn(text, lines) : []),
  ];
  return problems
    .sort((one, other) => one.from - other.from)
    .map(({ code, severity, message, from }) => {
      const { line, col } = places.linePos(from);
      const before = text.slice(from - col + 1, from).replace(/^\uFEFF/, '');
      return { file, line, column: [...before].length + 1, code, severity, message };
    });
}

/** Checks for each kind of file. Another assistant's memory has no form of ours that it could break. */
const ofKind: Readonly<
  Record<FileKind, (document: MemoryDocument, file: string, lineOf: (at: number) => number) => Place[]>
> = {
  memory: (document, _, lineOf) => [
    ...duplicatesIn(document, lineOf),
    ...unsortedIn(document, contextSections),
    ...paragraphsIn(document).map(notUnderstood),
  ],
  // The same entry may well be archived several times.
  archive: (document, file) => [
    ...undatedIn(document, basename(file)),
    ...unsortedIn(document, archivedSections),
    ...paragraphsIn(document).map(notUnderstood),
  ],
  other: () => [],
};

/** True if the problem is worth an exit code. Not for a stored estimate that differs, say, which is corrected by itself. */
export const isHarmful = ({ severity }: FileProblem): boolean => severity !== 'quiet';

export const findingLine = ({ file, line, column, code, message }: FileProblem): string =>
  `${file}:${line}:${column} ${code} ${message}`;

/** Finds entries with the same name, which contradict or repeat each other. */
function duplicatesIn({ entries }: MemoryDocument, lineOf: (at: number) => number): Place[] {
  const first = new Map<string, ParsedEntry>();
  return entries.flatMap((entry) => {
    const name = JSON.stringify([entry.category, entry.key, entry.key === null ? entry.value : null]);
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, entry);
      return [];
    }
    const same = earlier.value === entry.value;
    const where = `line ${lineOf(earlier.range.from)}`;
    const message = same
      ? `“${oneLine(shortName(entry))}” is already in ${where}.`
      : `“${oneLine(shortName(entry))}” is known in ${where} too, and says something else there. What is learned again changes that line.`;
    return [{ from: entry.range.from, code: 'known_twice' as const, severity: same ? 'quiet' : 'warning', message }];
  });
}

/** Finds an archive without a day, which is shown below all others. */
function undatedIn(document: MemoryDocument, name: string): Place[] {
  const written = archiveFact(document, 'archived_date');
  if (dateOfArchiveName(name) !== null || (written !== null && isCalendarDate(written))) {
    return [];
  }
  const problem =
    written === null
      ? 'It does not say when it was archived'
      : `There is no day “${oneLine(written)}”, on which it was archived`;
  return [
    {
      from: 0,
      code: 'archive_date_missing',
      severity: 'warning',
      message: `${problem}, and neither does its name. Write the day as archived_date: 2026-01-31 between its first two ---, or name it global-2026-01-31.md.`,
    },
  ];
}

/** Finds headings that are no section of ours, and entries under none. */
function unsortedIn({ entries, sections }: MemoryDocument, names: SectionNames): Place[] {
  const sectionList = categories.map(names.nameOf).join(', ');
  const under = new Map<number, ParsedEntry[]>();
  for (const entry of entries) {
    if (entry.category === null) {
      const { section } = entry.syntax;
      addTo(under, section, entry);
    }
  }
  return [...under].map(([index, [first, ...others]]) => {
    const heading = sections[index];
    const count = others.length + 1;
    const are = `${plural(count, 'entry', 'entries')} not sorted${names === archivedSections ? '' : ' and never archived'}`;
    const message = heading
      ? `“${oneLine(heading.title)}” is none of ${sectionList}: that leaves ${are}.`
      : `Before the first heading there ${count === 1 ? 'is' : 'are'} ${are}.`;
    const code = heading ? 'section_unknown' : 'section_missing';
    return { from: heading?.heading.from ?? first?.range.from ?? 0, code, severity: 'quiet', message };
  });
}

/** Keeps the first line of each paragraph that isn't understood. */
function paragraphsIn({ text, notUnderstood }: MemoryDocument): MemoryDocument['notUnderstood'] {
  return notUnderstood.filter(({ from }, index) => {
    const before = notUnderstood[index - 1];
    return before === undefined || !/^(?:\r\n|\r|\n)?$/.test(text.slice(before.to, from));
  });
}

function notUnderstood({ from, text }: MemoryDocument['notUnderstood'][number]): Place {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const excerpt = oneLine(cutTo(first, 60));
  const message = `“${excerpt}” is neither a heading nor an entry. It stays, but assistants don’t see it.`;
  return { from, code: 'not_understood', severity: 'quiet', message };
}

const mark = '\uFFFD';

/** Finds bytes that are not UTF-8, the first of each line. */
function markedIn(text: string, lines: readonly Line[]): Place[] {
  const message = `There are bytes here that are not UTF-8, shown as “${mark}”. Contexture does not write the file until it is saved as UTF-8.`;
  return lines.flatMap(({ from, to }): Place[] => {
    const at = text.slice(from, to).indexOf(mark);
    return at < 0 ? [] : [{ from: from + at, code: 'not_text', severity: 'error', message }];
  });
}

const plain = /^[\t\x20-\x7e]*$/;

/** Finds invisible characters, the first of each line. */
function hiddenIn(text: string, lines: readonly Line[]): Place[] {
  return lines.flatMap(({ from, to }): Place[] => {
    const line = text.slice(from, to);
    const [first, second] = plain.test(line) ? [] : splitVisible(from === 0 ? line.replace(/^\uFEFF/, '') : line);
    const hidden = first?.kind === 'hidden' ? first : second?.kind === 'hidden' ? second : null;
    if (hidden === null) {
      return [];
    }
    const message = `There is a character here that can’t be seen: ${hidden.name} (${hidden.code}).`;
    const at = from + (first?.kind === 'text' ? first.text.length : 0);
    return [{ from: at, code: 'hidden_character', severity: 'warning', message }];
  });
}

/** Matches values that only files of ours begin with: an archive says what it was archived from. */
const valueAtTop = (names: string): RegExp =>
  new RegExp(`^\\uFEFF?---[ \\t]*(?:\\r\\n|\\r|\\n)(?:(?!---)[^\\r\\n]*(?:\\r\\n|\\r|\\n))*?(?:${names}):`);
const ofArchive = valueAtTop('archived_from');
const ofMemory = valueAtTop('last_updated|token_estimate');

/** Recognises a memory of ours by its place, its values at the top, or a heading; other markdown is another assistant's. */
function kindOf(file: string, text: string): FileKind {
  if (ofArchive.test(text)) {
    return 'archive';
  }
  const isOurs = isOwnMemory(file) || ofMemory.test(text) || text.trim() === '';
  return isOurs || readContext(text).sections.some(({ category }) => category !== null) ? 'memory' : 'other';
}

const isOwnMemory = (file: string): boolean =>
  file.replaceAll('\\', '/').endsWith([...ownMemory.folder, ownMemory.file].join('/'));

type Line = { readonly from: number; readonly to: number };

function linesOf(text: string): Line[] {
  const ends = [...text.matchAll(/\r\n|\r|\n|$/g)];
  return ends.map(({ index: to }, number) => {
    const before = ends[number - 1];
    return { from: before ? before.index + before[0].length : 0, to };
  });
}
