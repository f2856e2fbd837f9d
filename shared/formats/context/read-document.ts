import { countWords } from '../../entries/token-estimate.ts';
import { dominantLineEnd, splitLines } from '../../text/lines.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { diagnoseFrontmatter } from './diagnose.ts';
import { readFrontmatter } from './frontmatter.ts';
import { type BodyForm, readBody } from './read-body.ts';
import { rereadDocument } from './reread-document.ts';
import { archivedSections, contextSections } from './section-names.ts';

/** What of our own form a text is read for. */
export type DocumentForm = BodyForm & {
  /** Whether it is to be said what is amiss with the frontmatter. */
  readonly frontmatter: boolean;
};

const contextForm: DocumentForm = { names: contextSections, frontmatter: true, brackets: true };
const archiveForm: DocumentForm = { names: archivedSections, frontmatter: false, brackets: true };
const freeForm: DocumentForm = {
  names: { ...contextSections, categoryOf: () => null },
  frontmatter: false,
  brackets: false,
};

/**
 * Reads an active context file. Never throws; what it does not understand is in `notUnderstood`.
 *
 * @param before what was read from an earlier version by this same reader: only what differs is read anew
 */
export function readContext(text: string, before?: MemoryDocument): MemoryDocument {
  return readDocument(text, contextForm, before);
}

/** Reads an archive file: the same form under `## Archived …` headings. */
export function readArchive(text: string, before?: MemoryDocument): MemoryDocument {
  return readDocument(text, archiveForm, before);
}

/** Reads markdown of no particular form: its bullets are entries of no category, its headings are their sections. */
export function readFreeMarkdown(text: string): MemoryDocument {
  const document = readDocument(text, freeForm);
  const entries = document.entries.map((entry) =>
    entry.key === null ? entry : { ...entry, key: entry.key.replace(/^\*\*(.+?)\*\*$/, '$1') },
  );
  return { ...document, entries };
}

function readDocument(text: string, form: DocumentForm, before?: MemoryDocument): MemoryDocument {
  return (before && rereadDocument(text, form, before)) ?? readWhole(text, form);
}

function readWhole(text: string, form: DocumentForm): MemoryDocument {
  const lines = splitLines(text);
  const { frontmatter, bodyLine } = readFrontmatter(text, lines);
  const whole = { line: bodyLine, start: frontmatter.start, stop: text.length, section: null, sectionIndex: -1 };
  const { sections, entries, notUnderstood, diagnostics } = readBody(text, lines, form, whole);
  const words = countWords(text);
  return {
    ...{ text, lineEnd: dominantLineEnd(text, lines), frontmatter, sections },
    entries: withOrdinals(entries),
    notUnderstood,
    diagnostics: [...(form.frontmatter ? diagnoseFrontmatter(text, frontmatter, words) : []), ...diagnostics],
    words,
  };
}

function withOrdinals(entries: readonly ParsedEntry[]): readonly ParsedEntry[] {
  const ordinals = new Map<string, number>();
  return entries.map((entry) => {
    const same = `${entry.category} ${entry.raw}`;
    const ordinal = ordinals.get(same) ?? 0;
    ordinals.set(same, ordinal + 1);
    return ordinal === 0 ? entry : { ...entry, ordinal };
  });
}
