import type { Capabilities } from '../../contract/capabilities.ts';
import type { MemoryFormat, TextReader } from '../format.ts';
import { createMarkdownArchive } from '../markdown/archive.ts';
import { withBelongings } from '../markdown/belongings.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat } from '../markdown/format.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { provenance } from './provenance.ts';
import { readSummary, withFirstLine } from './summary.ts';

const withProvenance = withBelongings(provenance);
const archive = createMarkdownArchive(withProvenance);

/** Format of free markdown whose items end with their origin. */
function codexFormat(read: TextReader, said: Partial<Capabilities>): MemoryFormat {
  const format = createMarkdownFormat({ ...anyMarkdown, read: (text) => withProvenance(read(text)) }, archive);
  return { ...format, id: 'codex', capabilities: { ...format.capabilities, assistant: 'Codex', ...said } };
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
