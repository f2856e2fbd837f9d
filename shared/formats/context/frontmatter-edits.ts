import { countWords, estimateOfWords } from '../../entries/token-estimate.ts';
import { trimBlanks } from '../../text/blanks.ts';
import { applyEdits, type Edit } from '../../text/edits.ts';
import { splitLines } from '../../text/lines.ts';
import type { FrontmatterValue, MemoryDocument } from '../document.ts';
import { readContext } from './read-document.ts';

/** Counts a change: the date, the version, the estimate of `words` afterwards. Unreadable values wait for repair. */
export function countChange(document: MemoryDocument, today: string, words: number): Edit[] {
  const { lastUpdated, version, tokenEstimate } = document.frontmatter;
  const set = (field: FrontmatterValue<unknown> | null, value: string | number): Edit[] =>
    field === null || field.value === null ? [] : [{ ...field.range, insert: String(value) }];
  return [
    ...set(lastUpdated, today),
    ...set(version, (version?.value ?? 0) + 1),
    ...set(tokenEstimate, estimateOfWords(words)),
  ];
}

export function newFrontmatter(today: string, version: number, estimate: number, lineEnd: string): string {
  return ['---', `last_updated: ${today}`, `version: ${version}`, `token_estimate: ${estimate}`, '---', ''].join(
    lineEnd,
  );
}

const knownLine = /^(last_updated|version|token_estimate):(.*)$/;

/** Makes the frontmatter readable: lines that can't be read become YAML comments, so that none is lost. */
export function repairFrontmatter(document: MemoryDocument, today: string): string {
  const found = document.frontmatter.status === 'missing' ? withFrontmatterFirst(document) : document;
  const { frontmatter, lineEnd } = found;
  if (frontmatter.status === 'missing') {
    const insert = newFrontmatter(today, 1, 0, lineEnd) + lineEnd;
    return withEstimate(applyEdits(document.text, [{ from: frontmatter.start, to: frontmatter.start, insert }]));
  }
  const closed = frontmatter.status === 'unclosed' ? readContext(closeFrontmatter(found)) : found;
  const readable = closed.frontmatter.status === 'broken' ? readContext(silenceLines(closed)) : closed;
  const filled = fillValues(readable, today);
  return filled === document.text ? filled : withEstimate(countRepair(filled, versionWritten(closed), today));
}

/** Empty lines and comments, then a block between `---` lines. */
const frontmatterBelow =
  /^(\uFEFF?)((?:[ \t]*\r?\n|<!--(?:(?!-->)[\s\S])*-->[ \t]*\r?\n)*)[ \t]*(---[ \t]*\r?\n([\s\S]*?\r?\n)---[ \t]*\r?\n)/;

/** Moves a frontmatter below empty lines or comments to the top; returns the same document if there is none. */
function withFrontmatterFirst(document: MemoryDocument): MemoryDocument {
  const [whole = '', mark = '', above = '', block = '', inner = ''] = frontmatterBelow.exec(document.text) ?? [];
  const isOurs = inner.split(/\r?\n/).some((line) => knownLine.test(line));
  const rest = document.text.slice(whole.length);
  return isOurs ? readContext(mark + block + (above.trim() === '' ? '' : above) + rest) : document;
}

/** Reads the version in a frontmatter, however broken it is; null if it has none. */
function versionWritten({ text, frontmatter: { body } }: MemoryDocument): number | null {
  const digits = body && /^version:\D*(\d{1,15})/m.exec(text.slice(body.from, body.to))?.[1];
  return digits ? Number(digits) : null;
}

/** Counts a repair like any other change: the version goes up by one, the date becomes today’s. */
function countRepair(text: string, version: number | null, today: string): string {
  const { frontmatter } = readContext(text);
  const set = (field: FrontmatterValue<unknown> | null, value: string): Edit[] =>
    field ? [{ ...field.range, insert: value }] : [];
  return applyEdits(text, [
    ...set(frontmatter.version, String((version ?? 0) + 1)),
    ...set(frontmatter.lastUpdated, today),
  ]);
}

function withEstimate(text: string): string {
  const { tokenEstimate } = readContext(text).frontmatter;
  const insert = String(estimateOfWords(countWords(text)));
  return tokenEstimate ? applyEdits(text, [{ ...tokenEstimate.range, insert }]) : text;
}

/** Adds the closing line after the values that follow the opening one. */
function closeFrontmatter({ text, frontmatter, lineEnd }: MemoryDocument): string {
  const [opening, ...lines] = splitLines(text);
  let end = opening?.end ?? frontmatter.start;
  const found = new Set<string>();
  for (const line of lines) {
    const name = knownLine.exec(text.slice(line.from, line.to))?.[1];
    if (name === undefined || found.has(name)) {
      break;
    }
    found.add(name);
    end = line.end;
  }
  const gap = /[\r\n]/.test(text[end - 1] ?? '') ? '' : lineEnd;
  return applyEdits(text, [{ from: end, to: end, insert: `${gap}---${lineEnd}` }]);
}

/** Keeps the first line of each value; every other line becomes a comment. */
function silenceLines({ text, frontmatter: { body } }: MemoryDocument): string {
  const found = new Set<string>();
  const edits: Edit[] = [];
  for (const line of splitLines(text)) {
    if (!body || line.from < body.from || line.from >= body.to) {
      continue;
    }
    const content = text.slice(line.from, line.to);
    const [, name, value = ''] = knownLine.exec(content) ?? [];
    if (name !== undefined && /^[\w-]*$/.test(trimBlanks(value)) && !found.has(name)) {
      found.add(name);
    } else if (content.trim() !== '' && !content.startsWith('#')) {
      edits.push({ from: line.from, to: line.from, insert: '# ' });
    }
  }
  return applyEdits(text, edits);
}

/** Adds missing values before the closing line, and replaces those that can't be used. */
function fillValues({ text, frontmatter, lineEnd }: MemoryDocument, today: string): string {
  const { lastUpdated, version, tokenEstimate, body } = frontmatter;
  if (!body) {
    return text;
  }
  const wanted: readonly [string, FrontmatterValue<unknown> | null, string][] = [
    ['last_updated', lastUpdated, today],
    ['version', version, '1'],
    ['token_estimate', tokenEstimate, '0'],
  ];
  const edits: Edit[] = [];
  let added = '';
  for (const [name, field, value] of wanted) {
    if (field === null) {
      added += `${name}: ${value}${lineEnd}`;
    } else if (field.value === null) {
      const empty = field.range.from === field.range.to;
      edits.push({ ...field.range, insert: empty ? ` ${value}` : value });
    }
  }
  return applyEdits(text, added === '' ? edits : [...edits, { from: body.to, to: body.to, insert: added }]);
}

/** Counts a change in the frontmatter; returns the document unchanged if its text is. */
export function withChangeCounted(before: MemoryDocument, after: MemoryDocument, today: string): MemoryDocument {
  if (after.text === before.text) {
    return before;
  }
  const edits = countChange(after, today, after.words);
  return edits.length === 0 ? after : readContext(applyEdits(after.text, edits), after);
}

/** Sets the three counted values of an earlier text to their present ones: they never count back. */
export function withValuesOf(now: MemoryDocument, wanted: MemoryDocument): MemoryDocument {
  const edits = (['lastUpdated', 'version', 'tokenEstimate'] as const).flatMap((field) => {
    const [from, to] = [now.frontmatter[field], wanted.frontmatter[field]];
    return from && to && from.value !== null && from.written !== to.written
      ? [{ ...to.range, insert: from.written }]
      : [];
  });
  return edits.length === 0 ? wanted : readContext(applyEdits(wanted.text, edits), wanted);
}

/** Prepares a missing or blank file for writing; its white space stays. */
export function beginContext(document: MemoryDocument, today: string): MemoryDocument {
  const { text } = document;
  if (text.replace(/^\uFEFF/, '').trim() !== '') {
    return document;
  }
  const { lineEnd, frontmatter } = document;
  const start = `${newFrontmatter(today, 1, 0, lineEnd)}${lineEnd}# Global Context${lineEnd}`;
  return readContext(applyEdits(text, [{ from: frontmatter.start, to: frontmatter.start, insert: start }]));
}
