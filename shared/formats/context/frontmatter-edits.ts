import { countWords, estimateOfWords } from '../../entries/token-estimate.ts';
import { isCalendarDate } from '../../text/dates.ts';
import { applyEdits, type Edit } from '../../text/edits.ts';
import type { FrontmatterValue, MemoryDocument } from '../document.ts';
import { readContext } from './read-document.ts';

/**
 * The edits that count a change: today's date, one version more, the estimate of the text as it is then. Only values
 * that can be read are touched; a broken or missing frontmatter waits for its repair.
 *
 * @param words of the whole text after the change
 */
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

/** The frontmatter of a text we begin. */
export function newFrontmatter(today: string, version: number, estimate: number, lineEnd: string): string {
  return ['---', `last_updated: ${today}`, `version: ${version}`, `token_estimate: ${estimate}`, '---', ''].join(
    lineEnd,
  );
}

const knownLine = /^(last_updated|version|token_estimate):[ \t]*(.*?)[ \t]*$/;

/**
 * The edits that make the frontmatter readable: values that can be saved are kept, what can't be read becomes a YAML
 * comment, so that no line is lost. Empty if there is nothing to repair.
 */
export function repairFrontmatter(document: MemoryDocument, today: string): Edit[] {
  const { text, frontmatter, lineEnd } = document;
  const edits = repairEdits(document, today);
  if (edits.length === 0 || frontmatter.status === 'missing') {
    return edits;
  }
  const repaired = applyEdits(text, edits);
  // The estimate counts the words the repair itself adds; its own value is always one word.
  const words = countWords(repaired);
  return edits.map((edit) => ({ ...edit, insert: edit.insert.replace('\u0000', String(estimateOfWords(words))) }));

  function repairEdits({ frontmatter: { status, body, start } }: MemoryDocument, date: string): Edit[] {
    if (status === 'missing') {
      const words = countWords(text) + countWords(newFrontmatter(date, 1, 0, lineEnd));
      const insert = newFrontmatter(date, 1, estimateOfWords(words), lineEnd) + lineEnd;
      return [{ from: start, to: start, insert }];
    }
    if (status === 'unclosed') {
      return closeFrontmatter(document, date);
    }
    if (status === 'broken' && body) {
      return rewriteLines(document, body, date);
    }
    return fillValues(document, date);
  }
}

/** Values that are missing are added before the closing line, values that can't be used are replaced. */
function fillValues(document: MemoryDocument, today: string): Edit[] {
  const { frontmatter, lineEnd } = document;
  const { lastUpdated, version, tokenEstimate, body } = frontmatter;
  if (!body) {
    return [];
  }
  const wanted: readonly [string, FrontmatterValue<unknown> | null, string][] = [
    ['last_updated', lastUpdated, today],
    ['version', version, String(Number(/\d{1,15}/.exec(version?.written ?? '')?.[0] ?? 0) || 1)],
    ['token_estimate', tokenEstimate, '\u0000'],
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
  return added === '' ? edits : [...edits, { from: body.to, to: body.to, insert: added }];
}

function closeFrontmatter(document: MemoryDocument, today: string): Edit[] {
  const { text, lineEnd, frontmatter } = document;
  const opening = text.indexOf('---', frontmatter.start) + 3;
  let at = opening;
  while (text[at] === ' ' || text[at] === '\t') {
    at += 1;
  }
  const lineEndAt = /^(?:\r\n|\r|\n)/.exec(text.slice(at, at + 2))?.[0].length ?? 0;
  if (lineEndAt === 0) {
    const values = newFrontmatter(today, 1, 0, lineEnd)
      .replace(/^---(?:\r\n|\r|\n)/, lineEnd)
      .replace(/: 0(?=[\r\n])/, ': \u0000');
    return [{ from: at, to: at, insert: values }];
  }
  let end = at + lineEndAt;
  const found = new Set<string>();
  for (const match of text.slice(end).matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    const name = knownLine.exec(match[1] ?? '')?.[1];
    if (name === undefined || found.has(name)) {
      break;
    }
    found.add(name);
    end += match[0].length;
  }
  const closed = applyEdits(text, [{ from: end, to: end, insert: `---${lineEnd}` }]);
  const filled = fillValues(readContext(closed), today);
  const before = filled.filter((edit) => edit.from < end);
  const added = filled.find((edit) => edit.from === end && edit.to === end)?.insert ?? '';
  const gap = end > 0 && !/[\r\n]/.test(text[end - 1] ?? '') ? lineEnd : '';
  return [...before, { from: end, to: end, insert: `${gap}${added}---${lineEnd}` }];
}

/** Keeps the first readable line of each value; every other line becomes a comment. */
function rewriteLines(document: MemoryDocument, body: { from: number; to: number }, today: string): Edit[] {
  const { text, lineEnd } = document;
  const edits: Edit[] = [];
  const found = new Set<string>();
  let from = body.from;
  for (const match of text.slice(body.from, body.to).matchAll(/([^\r\n]*)(\r\n|\r|\n)/g)) {
    const line = match[1] ?? '';
    const [, name, value = ''] = knownLine.exec(line) ?? [];
    const readable =
      name === 'last_updated'
        ? isCalendarDate(value)
        : /^\d{1,15}$/.test(value) && (name !== 'version' || Number(value) > 0);
    if (name !== undefined && readable && !found.has(name)) {
      found.add(name);
      if (name === 'token_estimate') {
        const valueFrom = from + line.lastIndexOf(value);
        edits.push({ from: valueFrom, to: valueFrom + value.length, insert: '\u0000' });
      }
    } else if (line.trim() !== '' && !line.trimStart().startsWith('#')) {
      edits.push({ from, to: from, insert: '# ' });
    }
    from += match[0].length;
  }
  const values: readonly [string, string][] = [
    ['last_updated', today],
    ['version', '1'],
    ['token_estimate', '\u0000'],
  ];
  const added = values.filter(([name]) => !found.has(name)).map(([name, value]) => `${name}: ${value}${lineEnd}`);
  return added.length === 0 ? edits : [...edits, { from: body.to, to: body.to, insert: added.join('') }];
}
