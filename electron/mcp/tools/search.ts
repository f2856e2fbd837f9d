import { z } from 'zod';
import { readBehindUnclosed } from '#shared/contract/reading/whole-context.ts';
import { foldedForSearch, hasWords, searchedText, searchWords } from '#shared/entries/search.ts';
import { notGiven } from '#shared/prompt/guidance.ts';
import { blockText, oneLine, withoutBlockTags } from '#shared/prompt/line-text.ts';
import { plural } from '#shared/text/counts.ts';
import { withNumbers } from '../recall.ts';
import type { Session } from '../session.ts';
import { whyUnread } from '../start.ts';
import { firstPage, from, maxFound, which } from './pages.ts';
import type { ToolServer } from './tool-server.ts';

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
  const found = session
    .lines()
    .lines.flatMap(({ entry }, line) => (entry && hasWords(searchedText(entry), words) ? [{ line, entry }] : []));
  const rest = found.slice(from).map(({ line, entry }) => ({ line, text: withNumbers(line, entry) }));
  const listed = firstPage(rest);
  session.shown(listed.map(({ line }) => line));
  const behind = from === 0 ? await searchUnclosed(session, words) : [];
  const about = query.trim() === '' ? 'in all' : `with “${query.trim()}”`;
  return [
    `${plural(found.length, 'line', 'lines')} ${about}${which(found.length, from, listed.length)}.`,
    ...listed.map(({ text }) => text),
    ...behind,
    ...(archives ? await searchArchives(session, query, from) : []),
  ].join('\n');
}

/** Searches after a code block or comment that never ends, and lists results below a line that says so. */
async function searchUnclosed({ client, workspace, context }: Session, words: readonly string[]): Promise<string[]> {
  const unclosed = await readBehindUnclosed(client, workspace.id, context());
  const found = unclosed?.lines.filter(({ text }) => hasWords(foldedForSearch(text), words)) ?? [];
  return unclosed && found.length > 0
    ? [
        `${unclosed.message} These lines of the file have no number; tell the person:`,
        ...firstPage(
          found.map(({ line, text }) => ({ text: withoutBlockTags(oneLine(`[line ${line} of the file] ${text}`)) })),
        ).map(({ text }) => text),
      ]
    : [];
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
