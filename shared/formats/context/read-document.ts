import { countWords } from '../../entries/token-estimate.ts';
import { dominantLineEnd, splitLines } from '../../text/lines.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { diagnoseFrontmatter } from './diagnose.ts';
import { readFrontmatter } from './frontmatter.ts';
import { type DocumentForm, readBody } from './read-body.ts';
import { rereadDocument } from './reread-document.ts';
import { archivedSections, contextSections } from './section-names.ts';

const contextForm: DocumentForm = { names: contextSections, frontmatter: true, brackets: true };
const archiveForm: DocumentForm = { names: archivedSections, frontmatter: false, brackets: true };
const freeForm: DocumentForm = {
  names: { ...contextSections, categoryOf: () => null },
  frontmatter: false,
  brackets: false,
};

/** Reads a context file; never throws. With `before`, read by this reader, only what differs is reread. */
export function readContext(text: string, before?: MemoryDocument): MemoryDocument {
  return readDocument(text, contextForm, before);
}

/** Reads an archive file: the same form under `## Archived …` headings. */
export function readArchive(text: string, before?: MemoryDocument): MemoryDocument {
  return readDocument(text, archiveForm, before);
}

/** Reads any other markdown: bullets, often `- **Key**: value`, under free headings; no categories, dates or brackets. */
export function readFreeMarkdown(text: string): MemoryDocument {
  const document = readDocument(text, freeForm);
  const entries = document.entries.map((entry) =>
    entry.key === null ? entry : { ...entry, key: entry.key.replace(/^\*\*(.+?)\*\*$/, '$1') },
  );
  return { ...document, entries };
}

function readDocument(text: string, form: DocumentForm, before?: MemoryDocument): MemoryDocument {
  return (before && rereadDocument(text, form, before)) ?? readWhole(text, form, before);
}

function readWhole(text: string, form: DocumentForm, before?: MemoryDocument): MemoryDocument {
  const lines = splitLines(text);
  const { frontmatter, bodyLine } = readFrontmatter(text, lines, before);
  const whole = { line: bodyLine, start: frontmatter.start, stop: text.length, section: null, sectionIndex: -1 };
  const { sections, entries, notUnderstood, diagnostics } = readBody(text, lines, form, whole);
  const words = wordsOf(text, entries, frontmatter.start);
  return {
    text,
    lineEnd: dominantLineEnd(text, lines),
    frontmatter,
    sections,
    entries: withOrdinals(entries),
    notUnderstood,
    diagnostics: [...(form.frontmatter ? diagnoseFrontmatter(text, frontmatter, words) : []), ...diagnostics],
    words,
  };
}

/** Words of the whole text; those of its entries have been counted. */
function wordsOf(text: string, entries: readonly ParsedEntry[], start: number): number {
  let words = 0;
  let end = 0;
  for (const { range, words: own } of entries) {
    // Directly after a byte order mark an entry makes one word with it.
    const isMarked = start > 0 && range.from === start;
    words += isMarked ? countWords(text, 0, range.to) : countWords(text, end, range.from) + own;
    end = range.to;
  }
  return words + countWords(text, end);
}

/** Counts identical lines of the same category. */
function withOrdinals(entries: readonly ParsedEntry[]): readonly ParsedEntry[] {
  const byCategory = new Map<ParsedEntry['category'], Map<string, number>>();
  return entries.map((entry) => {
    const { category, raw } = entry;
    const ordinals = byCategory.get(category) ?? new Map<string, number>();
    byCategory.set(category, ordinals);
    const ordinal = ordinals.get(raw) ?? 0;
    ordinals.set(raw, ordinal + 1);
    return ordinal === 0 ? entry : { ...entry, ordinal };
  });
}
