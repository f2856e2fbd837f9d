import type { Eraser } from '#shared/text/eraser.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { changeCounts } from './documents.ts';
import type { History } from './history.ts';
import { type HistoryRecord, isOwnWord, isVersion, type VersionLine } from './history-lines.ts';

/** A person's file without a text; the same bytes if it does not occur. */
export function eraseFromBytes(
  { decodeText, encodeText }: Pick<Ports, 'decodeText' | 'encodeText'>,
  bytes: Uint8Array,
  eraser: Eraser,
  erase: (text: string) => string = eraser.cut,
): Uint8Array {
  const text = decodeText(bytes);
  if (text !== null) {
    const after = erase(text);
    return after === text ? bytes : encodeText(after);
  }
  // Bytes that are no text of ours are searched byte by byte.
  const asCharacters = (each: Uint8Array): string => Array.from(each, (byte) => String.fromCharCode(byte)).join('');
  const before = asCharacters(bytes);
  const after = eraser.texts.reduce((rest, text) => rest.replaceAll(asCharacters(encodeText(text)), ''), before);
  return after === before ? bytes : Uint8Array.from(after, (character) => character.charCodeAt(0));
}

type RewrittenVersions = {
  readonly eraser: Eraser;
  readonly renamed: ReadonlyMap<string, string>;
  readonly sizes: ReadonlyMap<string, number>;
};

/** Erases a text everywhere. New texts come first, then lines name them, then old ones go: interruptions lose nothing. */
export async function eraseFromVersions(ports: Ports, history: History, layout: WorkspaceLayout, eraser: Eraser) {
  const renamed = new Map<string, string>();
  let damaged = 0;
  // Searching comes first, so that others wait only while changes are written.
  const clean = new Set<string>();
  const names = filesIn(await history.lines());
  for (const hash of await history.stored()) {
    const bytes = await history.recall(hash);
    const erase = (text: string): string => layout.erase(names.get(hash), text, eraser);
    if (bytes && eraseFromBytes(ports, bytes, eraser, erase) === bytes) {
      clean.add(hash);
    }
  }
  await history.rewrite(async (lines, store) => {
    const files = filesIn(lines);
    const unnamed: string[] = [];
    const sizes = new Map<string, number>();
    for (const hash of await history.stored()) {
      const bytes = clean.has(hash) ? null : await history.recall(hash);
      if (bytes === null) {
        damaged += clean.has(hash) ? 0 : 1;
        continue;
      }
      const file = files.get(hash);
      const after = eraseFromBytes(ports, bytes, eraser, (text) => layout.erase(file, text, eraser));
      if (after !== bytes) {
        unnamed.push(hash);
        if (file !== undefined) {
          const { hash: other, size } = await store(after);
          renamed.set(hash, other);
          sizes.set(other, size);
        }
      }
    }
    return { lines: await linesAfter(history, lines, { eraser, renamed, sizes }), gone: unnamed };
  });
  return { renamed, damaged };
}

const filesIn = (lines: readonly HistoryRecord[]): ReadonlyMap<string, string> =>
  new Map(lines.filter(isVersion).map(({ hash, file }) => [hash, file]));

async function linesAfter(
  history: History,
  lines: readonly HistoryRecord[],
  erased: RewrittenVersions,
): Promise<readonly HistoryRecord[]> {
  const after: HistoryRecord[] = [];
  let changed = false;
  for (const line of lines) {
    const next = isVersion(line)
      ? await versionAfter(history, line, erased)
      : { ...line, note: erased.eraser.cutFromLabel(line.note) };
    changed ||= JSON.stringify(next) !== JSON.stringify(line);
    after.push(next);
  }
  return changed ? after : lines;
}

async function versionAfter(history: History, line: VersionLine, erased: RewrittenVersions): Promise<VersionLine> {
  const { eraser, renamed, sizes } = erased;
  const hash = renamed.get(line.hash) ?? line.hash;
  const before = line.before === null ? null : (renamed.get(line.before) ?? line.before);
  const next: VersionLine = {
    ...line,
    hash,
    before,
    size: sizes.get(hash) ?? line.size,
    action: isOwnWord(line) ? line.action : eraser.cutFromLabel(line.action),
    name: line.name === null ? null : eraser.cutFromLabel(line.name),
  };
  const isOther = hash !== line.hash || before !== line.before;
  return isOther && line.counts !== null ? { ...next, counts: await countsOf(history, next) } : next;
}

async function countsOf(history: History, line: VersionLine): Promise<VersionLine['counts']> {
  const { file, hash, before } = line;
  const document = await history.documentOf({ file, hash });
  const earlier = before === null ? null : await history.documentOf({ file, hash: before });
  return document === null || (before !== null && earlier === null) ? null : changeCounts(earlier, document, line);
}
