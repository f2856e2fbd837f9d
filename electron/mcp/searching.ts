import type { EntryView } from '#shared/contract/model.ts';
import { blockText } from '#shared/prompt/line-text.ts';
import type { Session } from './session.ts';

const mostFound = 200;

/** Lines in which all words occur, in any order and case, and on request archived entries. @returns the answer, a line to each */
export async function search(session: Session, query: string, archives: boolean): Promise<string> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = session
    .lines()
    .lines.flatMap(({ entry }, line) => (entry && says(entry, words) ? [{ line, entry }] : []));
  const listed = found.slice(0, mostFound);
  session.shown(listed.map(({ line }) => line));
  const about = query.trim() === '' ? 'in all' : `with “${query.trim()}”`;
  return [
    `${found.length} ${found.length === 1 ? 'line' : 'lines'} ${about}${more(found.length)}.`,
    ...listed.map(({ line, entry }) => `${line}-- ${blockText(entry)}`),
    ...(archives ? await searchArchives(session, query) : []),
  ].join('\n');
}

async function searchArchives({ client, workspace }: Session, query: string): Promise<string[]> {
  const { total, entries } = await client.call('archive.entries', {
    ...{ workspace: workspace.id, query, limit: mostFound },
  });
  return [
    `${total} archived${more(total)}. What is archived can be learned again; it has no line number.`,
    ...entries.map((entry) => `[archived ${entry.archivedDate ?? 'some day'}] ${blockText(entry)}`),
  ];
}

function says(entry: EntryView, words: readonly string[]): boolean {
  const text = `${entry.key ?? ''} ${entry.value}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

const more = (found: number): string => (found > mostFound ? `, the first ${mostFound} of which follow` : '');
