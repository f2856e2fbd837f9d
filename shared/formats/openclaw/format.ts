import { isCalendarDate } from '../../text/dates.ts';
import type { DailyNotes, MemoryFormat } from '../format.ts';
import { loadedOf } from '../loaded.ts';
import { createMarkdownArchive, markdownArchive } from '../markdown/archive.ts';
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

/** A file of OpenClaw's: free markdown, some items of which it has taken over from its daily notes. */
const openClaw: MemoryFormat = {
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

/** A day's notes, such as `2026-05-01.md` or `2026-05-01-standup.md`, which OpenClaw reads and writes itself. */
const dailyNotes: DailyNotes = {
  folder: 'memory',
  format: {
    ...markdownArchive,
    read: readMarkdown,
    mayBeEmpty: true,
    dayOf: (name) => {
      const day = /^(\d{4}-\d{2}-\d{2})(?:-[^/\\]*)?\.md$/.exec(name)?.[1];
      return day !== undefined && isCalendarDate(day) ? day : null;
    },
    facts: () => ({ date: null, reason: null }),
  },
};

/** By the names of its files. */
export const openClawFormats: Readonly<Record<string, MemoryFormat>> = {
  'MEMORY.md': { ...openClaw, dailyNotes },
  'USER.md': openClaw,
};
