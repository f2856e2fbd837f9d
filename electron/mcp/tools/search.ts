import { z } from 'zod';
import { readBehindUnclosed } from '#shared/contract/reading/whole-context.ts';
import { maxAboutName } from '#shared/entries/about.ts';
import { foldedForSearch, hasWords, searchedText, searchWords } from '#shared/entries/search.ts';
import { notGiven } from '#shared/prompt/guidance.ts';
import { blockText, oneLine, withoutBlockTags } from '#shared/prompt/line-text.ts';
import { plural } from '#shared/text/counts.ts';
import { recalled, subjectsIn, subjectsInWords, withNumbers } from '../recall.ts';
import type { Session } from '../session.ts';
import { whyUnread } from '../start.ts';
import { firstPage, from, maxFound, which } from './pages.ts';
import type { ToolServer } from './tool-server.ts';

/** Registers the tools that find numbered lines of the memory. */
export function registerSearchTools(server: ToolServer, session: Session): void {
  server.registerTool(
    'search_context',
    {
      title: 'Search',
      description:
        'Finds lines in which all words of the query occur, with their numbers; an empty query lists every line, page by page. With archives: true also what was archived.',
      inputSchema: z.strictObject({
        query: z.string().max(1000),
        archives: z.boolean().optional(),
        from: from.optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ query, archives = false, from: first = 0 }) => session.enqueue(() => search(session, query, archives, first)),
  );

  server.registerTool(
    'recall_about',
    {
      title: 'Recall what is known about someone or something',
      description:
        'Lists the lines about a person, a project or a thing, with their numbers, whether they stand in the block or are only named there. A part of the name will do; an empty name lists who and what something is known about.',
      inputSchema: z.strictObject({ name: z.string().max(maxAboutName * 2), from: from.optional() }),
      annotations: { readOnlyHint: true },
    },
    ({ name, from: first = 0 }) => session.enqueue(async () => recall(session, name, first)),
  );
}

/**
 * Finds lines, and archived entries if asked for, with all words.
 * @param from results to skip, in the memory and in the archive each
 */
async function search(session: Session, query: string, archives: boolean, from: number): Promise<string> {
  const unread = whyUnread(session);
  if (unread !== null) {
    return notGiven(unread);
  }
  const words = searchWords(query);
  const matches = session
    .lines()
    .lines.flatMap(({ entry }, line) => (entry && hasWords(searchedText(entry), words) ? [{ line, entry }] : []));
  const rest = matches.slice(from).map(({ line, entry }) => ({ line, text: withNumbers(line, entry) }));
  const listed = firstPage(rest);
  session.shown(listed.map(({ line }) => line));
  const behind = from === 0 ? await searchUnclosed(session, words) : [];
  const about = query.trim() === '' ? 'in all' : `with “${query.trim()}”`;
  return [
    `${plural(matches.length, 'line', 'lines')} ${about}${which(matches.length, from, listed.length)}.`,
    ...listed.map(({ text }) => text),
    ...behind,
    ...(archives ? await searchArchives(session, query, from) : []),
  ].join('\n');
}

/** Searches after a code block or comment that never ends, and lists results below a line that says so. */
async function searchUnclosed({ client, workspace, context }: Session, words: readonly string[]): Promise<string[]> {
  const unclosed = await readBehindUnclosed(client, workspace.id, context());
  const lines = unclosed?.lines.filter(({ text }) => hasWords(foldedForSearch(text), words)) ?? [];
  if (unclosed === null || lines.length === 0) {
    return [];
  }
  const texts = lines.map(({ line, text }) => ({
    text: withoutBlockTags(oneLine(`[line ${line} of the file] ${text}`)),
  }));
  return [
    `${unclosed.message} These lines of the file have no number; tell the person:`,
    ...firstPage(texts).map(({ text }) => text),
  ];
}

async function searchArchives(session: Session, query: string, from: number): Promise<string[]> {
  const { client, workspace } = session;
  const { total, entries } = await client.call('archive.entries', {
    workspace: workspace.id,
    query,
    offset: from,
    limit: maxFound,
  });
  const listed = firstPage(
    entries.map((entry) => ({ text: `[archived ${entry.archivedDate ?? 'some day'}] ${blockText(entry)}` })),
  );
  const { linksOut } = session.context().summary;
  const pages = which(total, from, listed.length);
  return [
    `${total} archived${pages}. What is archived can be learned again; it has no line number.`,
    ...linksOut.map(
      ({ name, place }) =>
        `Nothing is given of ${oneLine(name)}: it leads to ${oneLine(place)}, outside the workspace. Until that place is approved in the app, assistants are given nothing from there.`,
    ),
    ...listed.map(({ text }) => text),
  ];
}

function recall(session: Session, name: string, first: number): string {
  const unread = whyUnread(session);
  if (unread !== null) {
    return notGiven(unread);
  }
  const all = subjectsIn(session);
  const summary =
    all.length === 0 ? 'No line is marked as about anyone else.' : `Something is known about ${subjectsInWords(all)}.`;
  if (name.trim() === '') {
    return summary;
  }
  const { meant, others, lines } = recalled(session, name);
  if (meant.length === 0) {
    return `Nothing is known about “${oneLine(name.trim())}”. ${summary} search_context finds lines that mention a name.`;
  }
  const listed = firstPage(lines.slice(first));
  session.shown(listed.map(({ line }) => line));
  const about = meant.map((subject) => `${oneLine(subject.name)} (${subject.kind})`).join(', ');
  return [
    `${plural(lines.length, 'line', 'lines')} about ${about}${which(lines.length, first, listed.length)}.`,
    ...listed.map(({ text }) => text),
    ...(others.length === 0 ? [] : [`Others of nearly that name: ${subjectsInWords(others)}.`]),
  ].join('\n');
}
