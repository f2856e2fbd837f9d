import type { Diagnostic } from '../../contract/features/memory.ts';
import { estimateOfWords } from '../../entries/token-estimate.ts';
import type { Frontmatter, FrontmatterValue, ParsedEntry } from '../document.ts';

/** Adds the problems of an entry. None of them stops an edit. */
export function diagnoseEntry(entry: ParsedEntry, line: number, into: Diagnostic[]): void {
  const { bracket, writtenDate, writtenConfidence } = entry.syntax;
  const name = (): string => entry.key ?? shorten(entry.value);
  if (bracket && entry.date === null) {
    into.push({
      code: 'date_impossible',
      severity: 'warning',
      message: `The date ${writtenDate} of “${name()}” does not exist, so it counts as unknown.`,
      from: bracket.from + 1,
      to: bracket.from + 1 + (writtenDate?.length ?? 0),
      line,
      repair: null,
    });
  }
  if (bracket && !entry.ownConfidence) {
    if (writtenConfidence !== null) {
      into.push({
        code: 'confidence_unknown',
        severity: 'warning',
        message: `“${writtenConfidence}” is not a confidence, so “${name()}” counts as ${entry.confidence}, like its section.`,
        ...bracket,
        line,
        repair: null,
      });
    }
  }
  if (entry.value === '') {
    into.push({
      code: 'value_empty',
      severity: 'warning',
      message: entry.key === null ? 'This entry is empty.' : `“${entry.key}” has no value.`,
      ...entry.range,
      line,
      repair: null,
    });
  }
}

function shorten(value: string): string {
  return value.length > 40 ? `${value.slice(0, 39)}…` : value;
}

/** The problems of the frontmatter. An empty file has none and needs none. */
export function diagnoseFrontmatter(text: string, frontmatter: Frontmatter, words: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  const add = (code: Diagnostic['code'], severity: Diagnostic['severity'], message: string, from: number, to: number) =>
    found.unshift({
      code,
      severity,
      message,
      from,
      to,
      line: 1 + (text.slice(0, from).match(/\r\n|\r|\n/g)?.length ?? 0),
      repair: severity === 'quiet' ? null : 'frontmatter',
    });
  if (text.trim() === '' || text.trim() === '\uFEFF') {
    return found;
  }
  const { start, body } = frontmatter;
  if (frontmatter.status === 'missing') {
    add('frontmatter_missing', 'warning', 'The file does not begin with its date and version.', start, start);
    return found;
  }
  if (frontmatter.status === 'unclosed') {
    add(
      'frontmatter_unclosed',
      'warning',
      'The block at the top of the file is not closed by a line “---”.',
      start,
      start + 3,
    );
    return found;
  }
  if (frontmatter.status === 'broken') {
    add(
      'frontmatter_broken',
      'warning',
      'The block at the top of the file can’t be read.',
      body?.from ?? start,
      body?.to ?? start,
    );
    return found;
  }
  const check = (name: string, what: string, field: FrontmatterValue<unknown> | null): void => {
    if (field === null) {
      add('frontmatter_value_missing', 'warning', `The block at the top of the file has no ${name}.`, start, start + 3);
    } else if (field.value === null) {
      const message = `“${field.written}” is not ${what} for ${name} at the top of the file.`;
      add('frontmatter_value_invalid', 'warning', message, field.range.from, field.range.to);
    }
  };
  check('token_estimate', 'a whole number', frontmatter.tokenEstimate);
  check('version', 'a whole number of 1 or more', frontmatter.version);
  check('last_updated', 'a date', frontmatter.lastUpdated);
  const stored = frontmatter.tokenEstimate;
  const computed = estimateOfWords(words);
  if (stored && stored.value !== null && stored.value !== computed) {
    const message = `The file says ${stored.value} tokens; the current count is ${computed}. The next change corrects it.`;
    add('estimate_differs', 'quiet', message, stored.range.from, stored.range.to);
  }
  return found;
}

/** Whether the problem is in the frontmatter rather than below it. */
export function isOfFrontmatter({ code }: Diagnostic): boolean {
  return code.startsWith('frontmatter_') || code === 'estimate_differs';
}
