import { z } from 'zod';
import { maxAboutName } from '#shared/entries/about.ts';
import { notGiven } from '#shared/prompt/guidance.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { plural } from '#shared/text/counts.ts';
import { recalled, subjectsIn, subjectsInWords } from '../recall.ts';
import type { Session } from '../session.ts';
import { whyUnread } from '../start.ts';
import { firstPage, from, which } from './pages.ts';
import type { ToolServer } from './tool-server.ts';

export function registerRecallTools(server: ToolServer, session: Session): void {
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

function recall(session: Session, name: string, first: number): string {
  const unread = whyUnread(session);
  if (unread !== null) {
    return notGiven(unread);
  }
  const all = subjectsIn(session);
  const known =
    all.length === 0 ? 'No line is marked as about anyone else.' : `Something is known about ${subjectsInWords(all)}.`;
  if (name.trim() === '') {
    return known;
  }
  const { meant, others, lines } = recalled(session, name);
  if (meant.length === 0) {
    return `Nothing is known about “${oneLine(name.trim())}”. ${known} search_context finds lines that mention a name.`;
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
