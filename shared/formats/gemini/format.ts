import { ContextureError } from '../../contract/errors.ts';
import type { ParsedEntry } from '../document.ts';
import type { MemoryFormat } from '../format.ts';
import { importsIn } from '../instructions/imports.ts';
import { markdownArchive } from '../markdown/archive.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat } from '../markdown/format.ts';
import { titleMark } from '../markdown/sections.ts';

/** Heading under which Gemini CLI keeps its memories; all other text is instructions. */
const memories = 'Gemini Added Memories';

/** Refuses text Gemini CLI would misread: it looks for its heading's first occurrence, and adds lines below it. */
function check({ section, value, raw }: ParsedEntry): void {
  const refuse = (why: string): never => {
    throw new ContextureError('value_invalid', `${why} Nothing was changed.`);
  };
  if (`${section}\n${raw}`.includes(`## ${memories}`)) {
    refuse(`“## ${memories}” is how Gemini CLI finds what it remembers, so it can’t be part of an entry.`);
  }
  const isMemory = section === memories || section.startsWith(`${memories}${titleMark}`);
  if (isMemory && !/^- [^\r\n]+$/.test(raw)) {
    refuse(
      `Under “${memories}” Gemini CLI keeps each item in one line, with “- ” before it. Say “${value.split('\n')[0]?.slice(0, 60)}” in one line, or put it under another heading.`,
    );
  }
}

const markdown = createMarkdownFormat({ ...anyMarkdown, home: memories, check }, markdownArchive);

/** Format of the file `GEMINI.md`: free markdown with a section of Gemini CLI's memories, one line each. */
export const geminiFormat: MemoryFormat = {
  ...markdown,
  id: 'gemini',
  capabilities: {
    ...markdown.capabilities,
    assistant: 'Gemini CLI',
    advice: `Gemini CLI reads all of this file at each start, with the files it names with @path, and rewrites it when it adds to “${memories}”.`,
  },
  imports: { deepest: 5, load: (text) => ({ text, imports: importsIn(text) }) },
};

/** Format of a file of Gemini CLI's knowledge of one project, which is free markdown. */
export const geminiProjectFile = (name: string): MemoryFormat => (name === 'MEMORY.md' ? projectMemory : furtherNotes);

const plain = createMarkdownFormat(anyMarkdown, markdownArchive);

const ofProject = (advice: string): MemoryFormat => ({
  ...plain,
  id: 'gemini',
  capabilities: { ...plain.capabilities, assistant: 'Gemini CLI', advice },
});

const projectMemory = ofProject('Gemini CLI reads all of this file at each start in this project.');
const furtherNotes = ofProject('Gemini CLI reads this file only where MEMORY.md beside it leads there.');
