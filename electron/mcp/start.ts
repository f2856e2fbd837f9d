import { readWholeStart, type WholeStart } from '#shared/contract/reading/texts.ts';
import { inShort, notGiven } from '#shared/prompt/guidance.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { renderBlock } from '#shared/prompt/render-context.ts';
import { startFiles, withMemory } from '#shared/prompt/start-text.ts';
import { cutToLines, overLimit, roomForMemory, withinLimit } from '#shared/prompt/within-limit.ts';
import type { Session } from './session.ts';

/** Characters of memory lines in the instructions, which every conversation begins with: several times the usual limit. */
const maxInstructed = 50_000;
const elsewhere = {
  file: 'It is also a resource of its own, which is all of it.',
  memory: 'search_context with an empty query lists every line.',
};

/** Renders the block with the assistant's current line numbers; all of it counts as shown. */
export const renderLines = (session: Session): string => renderWithin(session, Number.POSITIVE_INFINITY, '');

/**
 * Renders the block up to the last line that ends within `most` UTF-16 units. The lines in it count as shown.
 * @param why reason for leaving out the rest, in a sentence
 */
function renderWithin(session: Session, most: number, why: string): string {
  const unread = whyUnread(session);
  if (unread !== null) {
    return notGiven(unread);
  }
  const entries = session.lines().lines.map(({ entry }) => entry);
  const block = renderBlock(entries, session.context().summary.tokens.leftOut !== null);
  const { text, lines } = cutToLines(block.text, most, 'the block', `${why} ${elsewhere.memory}`.trim());
  session.shown(block.numbers.slice(0, Math.max(0, lines - block.before)));
  return `${text}${unclosedIn(session)}`;
}

/** Note below the block if lines of the memory are no entries because a code block or comment never ends. */
function unclosedIn(session: Session): string {
  const { diagnostics } = session.context().summary;
  const block = diagnostics.find(({ code }) => code === 'unclosed_block');
  return block
    ? `\n\n[Line ${block.line} of the file: ${block.message} search_context finds what is there. Tell the person.]`
    : '';
}

/** Reason why no line of the memory can be read; null if some can, or there are none. */
export function whyUnread(session: Session): string | null {
  const { summary, entries } = session.context();
  return summary.status === 'unreadable' && entries.length === 0 ? (summary.problem?.message ?? null) : null;
}

/**
 * Text an assistant starts with, in its own line numbers, cut at the limit by a line that says so. Call it within the session’s
 * queue.
 */
export async function startOf(session: Session): Promise<string> {
  const start = await readStart(session);
  const memory = renderWithin(session, roomForMemory(start), overLimit(start.tokens));
  return withMemory(withinLimit(start, elsewhere), memory);
}

/** Instructions that a client passes to the model by itself; some cut off the end. Call it within the session’s queue. */
export async function instructionsOf(session: Session): Promise<string> {
  const start = await readStart(session);
  const block = renderWithin(session, maxInstructed, 'It is too long to stand here.');
  const files = startFiles(start);
  const fits = start.problem === null && files.length + block.length <= maxInstructed;
  return `${inShort}\n\n${fits ? files : filesElsewhere(start)}${block}\n`;
}

/** Says where to read the files that are too long for the instructions; empty if there are none. */
function filesElsewhere({ parts, problem }: WholeStart): string {
  const names = parts.flatMap(({ kind, name }) => (kind === 'file' ? [oneLine(name)] : []));
  if (names.length === 0) {
    return '';
  }
  const where = problem === null ? 'contexture://start, or each as a resource of its own' : 'resources, one by one';
  return `The files are too long to include here. Read them as ${where}: ${names.join(', ')}.\n\n`;
}

const readStart = ({ client, workspace }: Session): Promise<WholeStart> => readWholeStart(client, workspace.id);
