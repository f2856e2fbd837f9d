import { parse } from 'jsonc-parser';
import type { Capabilities } from '../../contract/capabilities.ts';
import { countInWords } from '../../text/counts.ts';
import { isCalendarDate } from '../../text/dates.ts';
import type { DailyNotes, MemoryFormat } from '../format.ts';
import { loadedOf } from '../loaded.ts';
import { createMarkdownArchive, markdownArchive } from '../markdown/archive.ts';
import { type Belongings, withBelongings } from '../markdown/belongings.ts';
import { anyMarkdown } from '../markdown/dialect.ts';
import { createMarkdownFormat } from '../markdown/format.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';

/** Text OpenClaw adds to an item from a daily note: a comment before it, and the reason it was chosen at its end. */
export const promotion: Belongings = {
  comment: /^<!-- ?openclaw-memory-promotion:[^\r\n]*-->[ \t]*$/,
  tailOf(line) {
    const from = line.lastIndexOf('[score=');
    const details = from < 0 ? '' : line.slice(from + 1, -1);
    if (!line.endsWith(']') || /[[\]]/.test(details) || !details.includes(' source=')) {
      return null;
    }
    const source = details.slice(details.lastIndexOf(' source=') + ' source='.length).trim();
    return source === '' ? null : { at: line.slice(0, from).trimEnd().length, source };
  },
};

const withPromotions = withBelongings(promotion);

/** Characters of a file that are read by default. */
const usualLimit = 12_000;

/** Makes the format of a file of OpenClaw's: free markdown, with items taken over from its daily notes. */
function openClaw(limit: number, notes: Pick<MemoryFormat, 'dailyNotes'> = {}): MemoryFormat {
  const loaded: Capabilities['loaded'] = [{ unit: 'characters', limit }];
  const markdown = createMarkdownFormat(
    { ...anyMarkdown, bounds: loaded, read: (text) => withPromotions(readMarkdown(text)) },
    createMarkdownArchive(withPromotions),
  );
  return {
    ...markdown,
    ...notes,
    id: 'openclaw',
    capabilities: {
      ...markdown.capabilities,
      assistant: 'OpenClaw',
      loaded,
      advice: `OpenClaw reads ${countInWords(limit)} characters of a file at each start (its setting bootstrapMaxChars; without it some versions read 20,000).`,
    },
    configured: {
      file: ['..', 'openclaw.json'],
      limitIn: configuredLimit,
      withLimit: (other) => openClaw(other, notes),
    },
    givenToAssistant: ({ text }) => ({ guidance: null, memory: text.slice(0, loadedOf(text, loaded).to) }),
  };
}

/** Reads `agents.defaults.bootstrapMaxChars` of its settings, JSON with comments; null if it is missing. */
function configuredLimit(settings: string): number | null {
  const limit: unknown = parse(settings)?.agents?.defaults?.bootstrapMaxChars;
  return typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0 ? limit : null;
}

/** Notes of a day, such as `2026-05-01.md` or `2026-05-01-standup.md`, which OpenClaw reads and writes itself. */
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

export const openClawFormats: Readonly<Record<string, MemoryFormat>> = {
  'MEMORY.md': openClaw(usualLimit, { dailyNotes }),
  'USER.md': openClaw(usualLimit),
};
