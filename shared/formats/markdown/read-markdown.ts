import { dominantLineEnd, splitLines } from '../../text/lines.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { entryWords, withOrdinals } from '../entries-in-text.ts';
import type { TextReader } from '../format.ts';
import { readFrontmatter } from '../frontmatter.ts';
import { contentIn, joinedText } from './content.ts';
import { readBlocks } from './read-blocks.ts';

/** Reads any markdown: an item, a row, a paragraph, a quote or a block of code is an entry. Never throws. */
export const readMarkdown: TextReader = (text, before) => readText(text, before, true);

/** Reads any markdown, but keeps nested lists in their entry. */
export const readFlatMarkdown: TextReader = (text, before) => readText(text, before, false);

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

/** Heading above the conversation in OpenClaw's note of a session, each message as “user: …” or “assistant: …”. */
const summaryTitle = 'Conversation Summary';

/** Turns the speakers in a note of a session into text: they are no keys. */
export function withoutSpeakers(
  text: string,
  { sections, entries }: Pick<MemoryDocument, 'sections' | 'entries'>,
): readonly ParsedEntry[] {
  const from = sections.findIndex(({ title }) => title === summaryTitle);
  return from < 0
    ? entries
    : entries.map((entry) =>
        entry.syntax.section >= from &&
        entry.syntax.form === 'paragraph' &&
        /^(?:user|assistant)$/.test(entry.key ?? '')
          ? { ...entry, key: null, value: joinedText(text, contentIn(text, entry)) }
          : entry,
      );
}
