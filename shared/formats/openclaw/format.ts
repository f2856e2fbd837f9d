import type { MemoryFormat } from '../format.ts';
import { loadedOf } from '../loaded.ts';
import { createMarkdownArchive } from '../markdown/archive.ts';
import { withBelongings } from '../markdown/belongings.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat } from '../markdown/format.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { promotion } from './promotion.ts';

const withPromotions = withBelongings(promotion);

const loaded = [{ unit: 'characters', limit: 12_000 }] as const;

const markdown = createMarkdownFormat(
  { ...anyMarkdown, bounds: loaded, read: (text) => withPromotions(readMarkdown(text)) },
  createMarkdownArchive(withPromotions),
);

/** A memory of OpenClaw: free markdown, some items of which it has taken over from its daily notes. */
export const openClawFormat: MemoryFormat = {
  ...markdown,
  id: 'openclaw',
  capabilities: {
    ...markdown.capabilities,
    assistant: 'OpenClaw',
    loaded,
    advice:
      'OpenClaw reads 12,000 characters of a file at each start, some versions 20,000 (its setting bootstrapMaxChars).',
  },
  givenToAssistant: ({ text }) => ({ guidance: null, memory: text.slice(0, loadedOf(text, loaded).to) }),
};
