import type { Preferences } from '#shared/contract/features/app.ts';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import type { Settings } from '#shared/contract/features/settings.ts';
import type { Ports } from '../ports.ts';

/** An open memory, as its report needs it. */
export type ReportedWorkspace = {
  readonly contextFile: { summary(): ContextSummary };
  readonly settings: { current(): { readonly settings: Settings } };
};

type ReportedFacts = {
  readonly preferences: Preferences;
  /** Number of memories opened before. */
  readonly recent: number;
  readonly workspace: ReportedWorkspace | null;
};

const maxLogBytes = 4 * 1024 * 1024;
const maxLogLines = 200;

export const logPathOf = ({ paths, dataFolder }: Pick<Ports, 'paths' | 'dataFolder'>): string =>
  paths.join(dataFolder, 'logs', 'contexture.log');

/** Writes a report of a problem for people who help: versions, counts and codes, and no text or name of a person's. */
export async function writeReport(ports: Ports, { preferences, recent, workspace }: ReportedFacts): Promise<string> {
  return [
    'Report of a problem with Contexture',
    `Made on ${ports.clock.today()}. It holds no entry, no other text of yours, and no name of a file or folder.`,
    '',
    '## Versions',
    `Contexture: ${ports.version}`,
    ...ports.system,
    '',
    '## Memories',
    `Opened before: ${recent}`,
    ...(workspace === null ? ['Open: none'] : linesOfMemory(workspace)),
    '',
    '## Preferences',
    ...shapeOf(preferences),
    '',
    '## End of the log',
    ...(await endOfLog(ports)),
    '',
  ].join('\n');
}

function linesOfMemory({ contextFile, settings }: ReportedWorkspace): string[] {
  const { format, status, writable, entryCount, tokens, diagnostics, marks } = contextFile.summary();
  const codes = [...new Set(diagnostics.map(({ code }) => code))];
  return [
    `Open: ${format}, ${status}, ${writable ? 'writable' : 'read-only'}`,
    `Entries: ${entryCount}, tokens: ${tokens.total} of ${tokens.limit}`,
    `Marked: ${marks.new} new, ${marks.changed} changed, ${marks.superseded} superseded, ${marks.removed} removed`,
    `Problems in the file: ${codes.join(', ') || 'none'}`,
    '',
    '## Settings',
    ...shapeOf(settings.current().settings),
  ];
}

/** Values that can't be anybody's words, and of all others the kind and size. */
function shapeOf(values: object): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${shapeOfValue(value)}`);
}

function shapeOfValue(value: unknown): string {
  if (Array.isArray(value)) {
    return `list of ${value.length}`;
  }
  if (typeof value === 'string') {
    return `text of ${value.length}`;
  }
  return typeof value === 'object' && value !== null ? `record of ${Object.keys(value).length}` : String(value);
}

async function endOfLog(ports: Ports): Promise<string[]> {
  const read = await ports.files.read(logPathOf(ports), { maxBytes: maxLogBytes });
  const lines = read.state === 'present' ? ports.decodeMarked(read.bytes).split('\n').flatMap(reducedLine) : [];
  return lines.length === 0 ? ['Empty.'] : lines.slice(-maxLogLines);
}

const stamped = /^(\d{4}-\d{2}-\d{2} [\d:.]+ (?:error|warn|info)) (.*)$/;
/** Place in our own code, by the last name of its path. */
const frame = /\(?(?:file:\/\/)?[^\s():]*[/\\]([\w.-]+\.[cm]?[jt]s:\d+:\d+)\)?/g;
/** Start of anything that is not our own wording: a path, a quotation, or what follows a colon without being a code. */
const foreign = /(?:[A-Za-z]:)?[/\\]|[“"‘`<]|(?<=\s)'|: (?!(?:[a-z_]+|[A-Z][A-Z_]+|[A-Z]\w*Error)\b(?!\s+[a-z]))/;

/** Keeps of a line of the log what we worded, codes, and places in our code. Lines of a longer message are left out. */
export function reducedLine(line: string): string[] {
  const [, stamp, message] = stamped.exec(line) ?? [];
  if (stamp === undefined || message === undefined) {
    return [];
  }
  const [worded = '', ...frames] = message.split(/ {4}(?=at )/);
  const cut = worded.search(foreign);
  const kept = cut === -1 ? worded : `${worded.slice(0, cut).trimEnd()} …`.trimStart();
  const places = frames.map((each) => [...each.matchAll(frame)].map(([, place]) => place).join(' '));
  return [[stamp, kept, ...places].filter((part) => part !== '').join(' ')];
}
