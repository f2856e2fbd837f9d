import type { Diagnostic } from '../../contract/features/memory.ts';
import type { Range } from '../../entries/entry.ts';
import { estimateOfWords } from '../../entries/token-estimate.ts';
import { cutTo } from '../../text/cut-to.ts';
import { splitLines } from '../../text/lines.ts';
import { valueEmpty } from '../diagnostics.ts';
import type { Frontmatter, FrontmatterValue, ParsedEntry } from '../document.ts';

/** Adds the problems of an entry. None of them stops an edit. */
export function diagnoseEntry(entry: ParsedEntry, line: number, into: Diagnostic[]): void {
  const { bracket, writtenDate, writtenConfidence } = entry.syntax;
  const name = (): string => entry.key ?? cutTo(entry.value, 40);
  const add = (code: Diagnostic['code'], message: string, { from, to }: Range): void => {
    into.push({ code, severity: 'warning', message, from, to, line, repair: null });
  };
  if (bracket && entry.date === null && !entry.flags.undated) {
    const from = bracket.from + 1;
    const message = `The date ${writtenDate} of “${name()}” does not exist, so it counts as unknown.`;
    add('date_impossible', message, { from, to: from + (writtenDate?.length ?? 0) });
  }
  if (bracket && !entry.ownConfidence && writtenConfidence !== null) {
    const message = `“${writtenConfidence}” is not a confidence, so “${name()}” counts as ${entry.confidence}, like its section.`;
    add('confidence_unknown', message, bracket);
  }
  if (entry.value === '') {
    into.push(valueEmpty(entry, line));
  }
}

/** Adds the problems of the frontmatter. An empty file has none and needs none. */
export function diagnoseFrontmatter(text: string, frontmatter: Frontmatter, words: number): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const add = (code: Diagnostic['code'], message: string, from: number, to: number): void => {
    const isQuiet = code === 'estimate_differs';
    problems.unshift({
      code,
      severity: isQuiet ? 'quiet' : 'warning',
      message,
      from,
      to,
      line: lineOf(text, from),
      repair: isQuiet ? null : 'frontmatter',
    });
  };
  if (text.trim() === '' || text.trim() === '\uFEFF') {
    return problems;
  }
  const { status, start, body } = frontmatter;
  if (status === 'missing') {
    add('frontmatter_missing', 'The file does not begin with its date and version.', start, start);
    return problems;
  }
  if (status === 'unclosed') {
    const message = 'The block at the top of the file is not closed by a line “---”.';
    add('frontmatter_unclosed', message, start, start + 3);
    return problems;
  }
  if (status === 'broken') {
    const conflict = body === null ? -1 : conflictIn(text, body);
    if (conflict >= 0) {
      problems.unshift({
        ...conflictAt({ from: conflict, to: conflict + 7 }, lineOf(text, conflict)),
        code: 'frontmatter_conflict',
      });
      return problems;
    }
    const message = 'The block at the top of the file can’t be read.';
    add('frontmatter_broken', message, body?.from ?? start, body?.to ?? start);
    return problems;
  }
  const check = (name: string, what: string, field: FrontmatterValue<unknown> | null): void => {
    if (field === null) {
      add('frontmatter_value_missing', `The block at the top of the file has no ${name}.`, start, start + 3);
    } else if (field.value === null) {
      const message = `“${field.written}” is not ${what} for ${name} at the top of the file.`;
      add('frontmatter_value_invalid', message, field.range.from, field.range.to);
    }
  };
  check('token_estimate', 'a whole number', frontmatter.tokenEstimate);
  check('version', 'a whole number of 1 or more', frontmatter.version);
  check('last_updated', 'a date', frontmatter.lastUpdated);
  const stored = frontmatter.tokenEstimate;
  const computed = estimateOfWords(words);
  if (stored && stored.value !== null && stored.value !== computed) {
    const message = `The file says ${stored.value} tokens; the current count is ${computed}. The next change corrects it.`;
    add('estimate_differs', message, stored.range.from, stored.range.to);
  }
  return problems;
}

const lineOf = (text: string, from: number): number => 1 + (text.slice(0, from).match(/\r\n|\r|\n/g)?.length ?? 0);

export const beginsConflict = (content: string): boolean => /^<{7}(?: |$)/.test(content);

/** Makes the problem for lines that git left in two versions. */
export function conflictAt({ from, to }: Range, line: number): Diagnostic {
  return {
    code: 'conflict_markers',
    severity: 'warning',
    message: 'Git left two versions of some lines here, each between markers. Merging them keeps the entries of both.',
    from,
    to,
    line,
    repair: 'conflict',
  };
}

function conflictIn(text: string, { from, to }: Range): number {
  const line = splitLines(text, from, to).find((each) => beginsConflict(text.slice(each.from, each.to)));
  return line?.from ?? -1;
}

export const isOfFrontmatter = ({ code }: Diagnostic): boolean =>
  code.startsWith('frontmatter_') || code === 'estimate_differs';
