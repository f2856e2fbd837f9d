import type { Capabilities } from '../../contract/capabilities.ts';
import { countWords } from '../../entries/token-estimate.ts';
import { lineEndAfter } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';
import type { MemoryFormat, TextReader } from '../format.ts';
import { createMarkdownArchive } from '../markdown/archive.ts';
import { type Belongings, withBelongings } from '../markdown/belongings.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat } from '../markdown/format.ts';
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

const known = /(?:cwd|rollout_path|updated_at|thread_id)=/;
const bare = /^(?:(?:cwd|rollout_path|updated_at|thread_id)=\S+[ \t]*)+$/;

/** End of an item of Codex's: the rollout it was learned in, in parentheses or plain. */
export const provenance: Belongings = {
  comment: null,
  tailOf(line) {
    const first = known.exec(line)?.index;
    if (first === undefined) {
      return null;
    }
    const isParted = line[first - 1] === '(' || line[first - 1] === '[';
    const from = isParted ? first - 1 : first;
    const fields = line.slice(from);
    const isWhole = isParted ? line.at(-1) === (fields[0] === '(' ? ')' : ']') : bare.test(fields);
    const source = fieldFor(fields, 'rollout_path') ?? fieldFor(fields, 'thread_id');
    return isWhole && source !== null ? { at: line.slice(0, from).trimEnd().length, source } : null;
  },
};

/** Reads the value of a name up to the next comma, blank or the end. */
function fieldFor(fields: string, name: string): string | null {
  const at = fields.indexOf(`${name}=`);
  const value = at < 0 ? '' : (/^[^,;)\]\s]*/.exec(fields.slice(at + name.length + 1))?.[0] ?? '');
  return value === '' ? null : value;
}

const withProvenance = withBelongings(provenance);
const archive = createMarkdownArchive(withProvenance);

/** Format of free markdown whose items end with their origin. */
function codexFormat(read: TextReader, own: Partial<Capabilities>): MemoryFormat {
  const format = createMarkdownFormat({ ...anyMarkdown, read: (text) => withProvenance(read(text)) }, archive);
  return { ...format, id: 'codex', capabilities: { ...format.capabilities, assistant: 'Codex', ...own } };
}

/** Codex reads all of it at each start. */
const summary = codexFormat(readSummary, {
  budget: { unit: 'tokens', limit: 2500, loaded: 'all' },
  advice: 'Codex reads the first 2,500 tokens of its summary at each start, later versions 5,000.',
});

const summaryFormat: MemoryFormat = {
  ...summary,
  begin: (document) => (document.text.trim() === '' ? summary.read(withFirstLine(document)) : document),
  syntaxOf: ({ text, frontmatter }) => (frontmatter.body && text.startsWith('v1') ? [{ from: 0, to: 2 }] : []),
  repair: (document, repair) => (repair === 'form' ? summary.read(withFirstLine(document)) : document),
};

/** Format of `MEMORY.md`, and of any other file the person assigns to Codex. */
export const codexHandbook = codexFormat(readMarkdown, {
  advice: 'Codex reads this file only where its summary leads there, and takes in what others change in it.',
});

const generated = codexFormat(readMarkdown, {
  archive: false,
  readOnlyReason: 'Codex rewrites this file itself, so no change to it would stay. Change its summary or MEMORY.md.',
});

/** Finds the format by the names of its files and, for recaps of single conversations, by their folder. */
export function codexFormatOf(name: string, folder: string | undefined): MemoryFormat | undefined {
  if (name === 'raw_memories.md' || folder === 'rollout_summaries') {
    return generated;
  }
  return name === 'memory_summary.md' ? summaryFormat : name === 'MEMORY.md' ? codexHandbook : undefined;
}
