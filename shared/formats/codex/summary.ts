import { countWords } from '../../entries/token-estimate.ts';
import { lineEndAfter } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';

/** First line of a summary, by which Codex recognises it. */
const firstLine = /^v1(?=\r?\n|$)/;

export const beginsAsSummary = (text: string): boolean => firstLine.test(text);

/** Reads a summary: free markdown below its first line, which is no part of it. Never throws. */
export function readSummary(text: string): MemoryDocument {
  if (!beginsAsSummary(text)) {
    const document = readMarkdown(text);
    return text.trim() === '' ? document : { ...document, diagnostics: [...document.diagnostics, lacksFirstLine] };
  }
  const document = readMarkdown(`  ${text.slice(2)}`);
  return {
    ...document,
    text,
    // Everything is read and written below it, as below any frontmatter.
    frontmatter: { ...document.frontmatter, status: 'present', body: { from: 0, to: 0 } },
    words: countWords(text),
  };
}

const lacksFirstLine: MemoryDocument['diagnostics'][number] = {
  code: 'form_differs',
  severity: 'warning',
  message:
    'Codex begins this file with a line “v1”, which is missing here: it may take the file for one of an earlier kind.',
  from: 0,
  to: 0,
  line: 1,
  repair: 'form',
};

/** Adds the first line it should have. */
export function withFirstLine({ text, lineEnd }: MemoryDocument): string {
  if (beginsAsSummary(text)) {
    return text;
  }
  const end = lineEndAfter(text, 0);
  // The line may be there already, but not exactly.
  const isNearly = /^\uFEFF?[ \t]*v1[ \t]*$/i.test(text.slice(0, end).replace(/[\r\n]+$/, ''));
  const rest = isNearly ? text.slice(end) : text.replace(/^\uFEFF/, '');
  return `v1${lineEnd}${rest}`;
}
