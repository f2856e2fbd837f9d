import { dominantLineEnd, splitLines } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';
import { entryWords, withOrdinals } from '../entries-in-text.ts';
import { readFrontmatter } from '../frontmatter.ts';
import { diagnoseFrontmatter } from './diagnose.ts';
import { type DocumentForm, readBody } from './read-body.ts';
import { rereadDocument } from './reread-document.ts';
import { archivedSections, contextSections, isOurHeading } from './section-names.ts';

const contextForm: DocumentForm = { names: contextSections, frontmatter: true };
const archiveForm: DocumentForm = { names: archivedSections, frontmatter: false };
/** Reads a context file; never throws. With `before`, read by this reader, only differing parts are reread. */
export const readContext = (text: string, before?: MemoryDocument): MemoryDocument =>
  readDocument(text, contextForm, before);

/** Reads an archive file: the same form under `## Archived …` headings. */
export const readArchive = (text: string, before?: MemoryDocument): MemoryDocument =>
  readDocument(text, archiveForm, before);

const readDocument = (text: string, form: DocumentForm, before?: MemoryDocument): MemoryDocument =>
  (before && rereadDocument(text, form, before)) ?? readWhole(text, form, before);

function readWhole(text: string, form: DocumentForm, before?: MemoryDocument): MemoryDocument {
  const lines = splitLines(text);
  const { frontmatter, bodyLine } = readFrontmatter(text, lines, isOurHeading, before);
  const whole = { line: bodyLine, start: frontmatter.start, stop: text.length, section: null, sectionIndex: -1 };
  const { sections, entries, notUnderstood, diagnostics } = readBody(text, lines, form, whole);
  const words = entryWords(text, entries, frontmatter.start);
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
