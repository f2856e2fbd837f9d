import type { Category } from '../entries/entry.ts';
import type { TextPart } from '../entries/losses.ts';
import { matchEntries } from '../entries/match-entries.ts';
import { addTo, countEach } from '../entries/multimap.ts';
import { applyEdits } from '../text/edits.ts';
import { type Line, splitLines } from '../text/lines.ts';
import { perObject } from '../text/per-object.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import type { TextReader } from './format.ts';

/** Adjacent lines outside entries that are missing from the next version. */
export type LostLines = { readonly part: TextPart; readonly text: string };
type PlacedText = LostLines & { readonly from: number; readonly to: number };

/** Line that is neither blank nor of an entry. Those we write have no part: headings of sections, counted values. */
type OtherLine = Line & { readonly part: TextPart | null; readonly category: Category | null; readonly text: string };

/** Finds the lines of a version that are no entry and missing from the next one, unchanged or reworded. */
export function lostTexts(before: MemoryDocument, after: MemoryDocument): PlacedText[] {
  const lines = otherLines(before);
  const there = new Set(otherLines(after).map(({ text }) => text));
  if (lines.every(({ text, part }) => part === null || there.has(text))) {
    return [];
  }
  const find = createLineFinder(after);
  const missing = new Set(lines.filter((line) => line.part !== null && find(line) === undefined));
  const reworded = rewordedOf([...missing], otherLines(after), new Set(lines.map(({ text }) => text)));
  const groups: OtherLine[][] = [];
  for (const [index, line] of lines.entries()) {
    if (!missing.has(line) || reworded.has(line)) {
      continue;
    }
    const last = groups.at(-1);
    const follows = last?.at(-1) === lines[index - 1] && lines[index - 1]?.end === line.from;
    if (last && follows && (last[0]?.part === 'frontmatter') === (line.part === 'frontmatter')) {
      last.push(line);
    } else {
      groups.push([line]);
    }
  }
  return groups.flatMap((group) => {
    const [first] = group;
    const wordedLine = group.find(hasWords);
    const text = group.map((line) => line.text).join('\n');
    const last = group.at(-1);
    return first && last && wordedLine?.part ? [{ part: wordedLine.part, text, from: first.from, to: last.end }] : [];
  });
}

export function isTextMissing({ text, part }: LostLines, now: MemoryDocument): boolean {
  const lines = text.split('\n').filter((line) => hasWords({ text: line }));
  const wanted = countEach(lines.map((line) => nameOf({ text: line, part })));
  const there = countMatchKeys(now);
  return [...wanted].some(([name, count]) => (there.get(name) ?? 0) < count);
}

/** Number of occurrences of each line, those of entries included. */
const countMatchKeys = perObject(
  (document: MemoryDocument): ReadonlyMap<string, number> =>
    countEach([...otherLines(document).map(nameOf), ...entryMatchKeys(document)]),
);

const entryMatchKeys = ({ entries }: MemoryDocument): string[] =>
  entries.flatMap(({ raw }) => raw.split(/[\r\n]+/).map((text) => nameOf({ text, part: 'text' })));

/** Limit on the characters read, since each restored text has the file read again; the rest waits for another time. */
const maxRead = 4_000_000;

/** Puts texts back in their places if nothing else then reads differently. `later` counts those not tried. */
export function putTextsBack(
  now: MemoryDocument,
  wanted: readonly { readonly lost: LostLines; readonly before: MemoryDocument | null }[],
  read: TextReader,
): { readonly after: MemoryDocument; readonly back: ReadonlySet<LostLines>; readonly later: number } {
  let after = now;
  let left = maxRead;
  let later = 0;
  const back = new Set<LostLines>();
  for (const { lost, before } of wanted) {
    if (left < 0) {
      later += 1;
      continue;
    }
    const missing = before ? missingOf(lost, lostTexts(before, after)) : [];
    let isWhole = missing.length > 0 || before === null;
    for (const text of before === null ? [lost] : missing) {
      left -= after.text.length;
      const put = left < -maxRead ? null : reinsert(after, text, before, read);
      isWhole &&= put !== null;
      after = put ?? after;
    }
    if (isWhole || !isTextMissing(lost, after)) {
      back.add(lost);
    }
  }
  return { after, back, later };
}

function missingOf(lost: LostLines, placed: readonly PlacedText[]): readonly PlacedText[] {
  const whole = placed.find(({ text, part }) => text === lost.text && part === lost.part);
  if (whole) {
    return [whole];
  }
  const lines = lost.text.split('\n');
  const lostLines = new Set(lines);
  return placed.filter(({ text }) => text.split('\n').every((line) => lostLines.has(line))).slice(0, lines.length);
}

function reinsert(
  now: MemoryDocument,
  lost: LostLines | PlacedText,
  before: MemoryDocument | null,
  read: TextReader,
): MemoryDocument | null {
  const { lineEnd } = now;
  const lines = lost.text.split('\n').join(lineEnd);
  const place = placeFor(now, lost, before);
  if (place === null) {
    return null;
  }
  const { fence } = place;
  const starts = place.at === 0 || /[\r\n\uFEFF]/.test(now.text[place.at - 1] ?? '');
  // Blank lines that still exist are used again.
  const there = blankLinesAt(now.text, place.at);
  const used = there.slice(0, place.blanks);
  const at = used.at(-1)?.end ?? place.at;
  const above = lineEnd.repeat(place.blanks - used.length);
  const below = lineEnd.repeat(Math.max(0, place.blanksAfter - (there.length - used.length)));
  const insert = `${starts ? '' : lineEnd}${above}${fence}${lines}${lineEnd}${fence}`;
  for (const tail of [below, `${below}${lineEnd}`]) {
    const after = read(applyEdits(now.text, [{ from: at, to: at, insert: insert + tail }]), now);
    if (readsTheSame(now, after, lost.part)) {
      return after;
    }
  }
  return null;
}

function blankLinesAt(text: string, at: number): Line[] {
  const lines = splitLines(text, at);
  const firstWorded = lines.findIndex((line) => text.slice(line.from, line.to).trim() !== '');
  return firstWorded < 0 ? lines : lines.slice(0, firstWorded);
}

/** True if both have the same entries. A restored heading may change their section. */
function readsTheSame(before: MemoryDocument, after: MemoryDocument, part: TextPart): boolean {
  return (
    before.entries.length === after.entries.length &&
    before.entries.every((entry, index) => {
      const same = after.entries[index];
      return same?.raw === entry.raw && (part === 'heading' || same.category === entry.category);
    })
  );
}

type Place = { readonly at: number; readonly blanks: number; readonly blanksAfter: number; readonly fence: string };

/** Finds the place after the lines that preceded it and still exist. */
function placeFor(now: MemoryDocument, lost: LostLines | PlacedText, before: MemoryDocument | null): Place | null {
  const { body, start } = now.frontmatter;
  if (lost.part === 'frontmatter' && body === null) {
    return now.frontmatter.status === 'missing'
      ? { at: start, blanks: 0, blanksAfter: 1, fence: `---${now.lineEnd}` }
      : null;
  }
  if (before === null || !('from' in lost)) {
    const at = lost.part === 'frontmatter' && body ? body.to : now.text.length;
    return { at, blanks: lost.part === 'frontmatter' ? 0 : 1, blanksAfter: 0, fence: '' };
  }
  const isInFrontmatter = lost.part === 'frontmatter';
  const top = (document: MemoryDocument): number =>
    isInFrontmatter ? (document.frontmatter.body?.from ?? 0) : endOfFrontmatter(document);
  const blanksAfter = blankLinesAt(before.text, lost.to).length;
  const find = createLineFinder(now);
  const { kept, changed } = matchEntries(before.entries, now.entries);
  const became = new Map<ParsedEntry, ParsedEntry>([...kept, ...changed].map((pair) => [pair.before, pair.after]));
  const items = [
    ...(isInFrontmatter ? [] : before.entries.map((entry) => ({ end: entry.syntax.blockEnd, entry, line: null }))),
    ...otherLines(before).map((line) => ({ end: line.end, entry: null, line })),
  ].filter(({ end }) => end > top(before) && end <= lost.from);
  for (const { end, entry, line } of items.sort((a, b) => b.end - a.end)) {
    const at = entry ? became.get(entry)?.syntax.blockEnd : line ? find(line)?.end : undefined;
    if (at !== undefined) {
      return { at, blanks: splitLines(before.text, end, lost.from).length, blanksAfter, fence: '' };
    }
  }
  return { at: top(now), blanks: splitLines(before.text, top(before), lost.from).length, blanksAfter, fence: '' };
}

/** Returns the offset after the line that closes the frontmatter. */
const endOfFrontmatter = ({ text, frontmatter: { body, start } }: MemoryDocument): number =>
  body === null ? start : (splitLines(text.slice(body.to, body.to + 10))[0]?.end ?? 0) + body.to;

/** Lines between the entries. Cached, since each version is compared with the one before and the one after it. */
const otherLines = perObject((document: MemoryDocument): readonly OtherLine[] => {
  const { text, entries, frontmatter, sections } = document;
  const outside: OtherLine[] = [];
  const headings = new Map(sections.map(({ heading, category }) => [heading.from, category]));
  const { body, lastUpdated, version, tokenEstimate, start } = frontmatter;
  const counted = [lastUpdated, version, tokenEstimate].flatMap((value) => (value ? [value.range.from] : []));
  const end = endOfFrontmatter(document);
  let isComment = false;
  const partOf = (line: Line, content: string): TextPart | null => {
    if (body !== null && line.from >= start && line.from < end) {
      const isOurs = counted.some((at) => at >= line.from && at < line.end);
      return line.from >= body.from && line.from < body.to && !isOurs ? 'frontmatter' : null;
    }
    const opens = content.lastIndexOf('<!--');
    const wasComment = isComment;
    isComment = (isComment || opens >= 0) && content.indexOf('-->', Math.max(opens, 0)) < 0;
    if (wasComment || content.startsWith('<!--')) {
      return 'comment';
    }
    const category = headings.get(line.from);
    return category === undefined ? 'text' : category === null ? 'heading' : null;
  };
  let at = 0;
  for (const entry of [...entries, null]) {
    const to = entry?.range.from ?? text.length;
    for (const line of to > at ? splitLines(text, at, to) : []) {
      const content = text.slice(line.from, line.to).trim();
      if (content !== '') {
        outside.push({
          ...line,
          text: content,
          part: partOf(line, content),
          category: headings.get(line.from) ?? null,
        });
      }
    }
    at = entry?.syntax.blockEnd ?? at;
  }
  return outside;
});

/** Creates a function that finds each line once, by its text: null for a line of an entry, undefined for none. */
function createLineFinder(document: MemoryDocument) {
  const lines = new Map<string, (Line | null)[]>();
  const passed = new Map<string, number>();
  const categories = new Map<Category, Line>();
  for (const line of otherLines(document)) {
    addTo(lines, nameOf(line), line);
    if (line.category !== null && !categories.has(line.category)) {
      categories.set(line.category, line);
    }
  }
  let hasEntries = false;
  const take = (name: string): Line | null | undefined => {
    const next = passed.get(name) ?? 0;
    const line = lines.get(name)?.[next];
    if (line !== undefined) {
      passed.set(name, next + 1);
    }
    return line;
  };
  return (line: Pick<OtherLine, 'text' | 'part'> & { readonly category?: Category | null }) => {
    if (line.category) {
      return categories.get(line.category);
    }
    const name = nameOf(line);
    const match = take(name);
    if (match !== undefined || hasEntries) {
      return match;
    }
    hasEntries = true;
    for (const each of entryMatchKeys(document)) {
      addTo(lines, each, null);
    }
    return take(name);
  };
}

/** Name by which a line is recognised: a value of the frontmatter by its key, others without marks and spaces. */
function nameOf({ text, part }: Pick<OtherLine, 'text' | 'part'>): string {
  const key = part === 'frontmatter' ? /^[\w-]+(?=\s*:)/.exec(text)?.[0] : undefined;
  const plain = text.replace(/^\s*(?:#+|[-*+]|\d+[.)])\s+(?:\[\d{4}-\d{2}-\d{2}[^\]]*\]\s*)?/, '').replace(/\s+/g, '');
  return key === undefined ? plain : `${key}:`;
}

const hasWords = ({ text }: { readonly text: string }): boolean => /[\p{L}\p{N}]/u.test(text);

/** Limit on the characters compared, above which rewritten lines count as lost. */
const maxCompared = 100_000;

/** Finds the lines most of whose words are in a new one. */
function rewordedOf(missing: readonly OtherLine[], after: readonly OtherLine[], known: ReadonlySet<string>) {
  const added = after.filter(({ text }) => !known.has(text));
  const reworded = new Set<OtherLine>();
  const lengthOf = (lines: readonly OtherLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);
  if (lengthOf(missing) * added.length + lengthOf(added) * missing.length > maxCompared) {
    return reworded;
  }
  const wordsOf = ({ text }: OtherLine) =>
    new Set(
      text
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => hasWords({ text: word })),
    );
  const left = added.map(wordsOf);
  for (const line of missing) {
    const words = wordsOf(line);
    const match = left.findIndex((other) => {
      const both = [...words].filter((word) => other.has(word)).length;
      return both * 2 > words.size + other.size - both;
    });
    if (match >= 0) {
      left.splice(match, 1);
      reworded.add(line);
    }
  }
  return reworded;
}
