import { dominantLineEnd, splitLines } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';
import { entryWords, withOrdinals } from '../entries-in-text.ts';
import { readFrontmatter } from '../frontmatter.ts';
import { readBlocks } from './read-blocks.ts';
import { withoutSpeakers } from './speakers.ts';

/** Reads any markdown: an item, a row, a paragraph, a quote or a block of code is an entry. Never throws. */
export function readMarkdown(text: string, before?: MemoryDocument): MemoryDocument {
  return readText(text, before, true);
}

/** Reads any markdown, but keeps nested lists in their entry. */
export function readFlatMarkdown(text: string, before?: MemoryDocument): MemoryDocument {
  return readText(text, before, false);
}

function readText(text: string, before: MemoryDocument | undefined, subHeadings: boolean): MemoryDocument {
  const lines = splitLines(text);
  const { frontmatter, bodyLine } = readFrontmatter(text, lines, isBelowFrontmatter, before);
  const { start, status } = frontmatter;
  // A line `---` at the top that no other closes is a rule.
  const isRule = status === 'unclosed';
  const line = isRule ? 0 : bodyLine;
  const { sections, entries, notUnderstood, diagnostics } = readBlocks({ text, lines, start }, { line, subHeadings });
  return {
    text,
    lineEnd: dominantLineEnd(text, lines),
    frontmatter: isRule ? { ...frontmatter, status: 'missing' } : frontmatter,
    sections,
    entries: withOrdinals(withoutSpeakers(text, { sections, entries })),
    notUnderstood,
    diagnostics,
    words: entryWords(text, entries, start),
  };
}

const ofFrontmatter = /^(?:[\w"'-][^:]*:|[ \t]|-[ \t]|#[^#\s]|\.\.\.|$)/;

/** True for a line that not even a frontmatter with mistakes would have: a heading, or a sentence. */
const isBelowFrontmatter = (line: string): boolean => !ofFrontmatter.test(line);
