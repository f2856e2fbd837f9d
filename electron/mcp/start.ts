import { ContextureError } from '#shared/contract/errors.ts';
import { readWholeStart, type WholeStart } from '#shared/contract/reading/whole-start.ts';
import { inShort, notGiven } from '#shared/prompt/guidance.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import { renderContext } from '#shared/prompt/render-context.ts';
import { filesOf, withMemory } from '#shared/prompt/start-text.ts';
import type { Session } from './session.ts';

/** Characters of what is known in the instructions, which every conversation begins with: several times the usual limit. */
const maxInstructed = 50_000;
const tooLong = 'The block is too long to include here: read it with search_context, or as a resource.';

/** The block as the assistant's numbers are by now; all of it counts as shown. */
export function renderLines(session: Session): string {
  const unread = whyUnread(session);
  if (unread !== null) {
    return notGiven(unread);
  }
  session.shown('all');
  return renderContext(session.lines().lines.map(({ entry }) => entry));
}

/** Why not a line of the memory is known; null where some are, or where there are none. */
export function whyUnread(session: Session): string | null {
  const { summary, entries } = session.context();
  return summary.status === 'unreadable' && entries.length === 0 ? (summary.problem?.message ?? null) : null;
}

/** All an assistant starts with, in its own line numbers. Call it within the session’s queue. @throws `over_limit` */
export async function startOf(session: Session): Promise<string> {
  const start = await readStart(session);
  if (start.problem !== null) {
    throw new ContextureError('over_limit', start.problem);
  }
  return withMemory(start, renderLines(session));
}

/** What a client hands to the model by itself; some cut off the end. Call it within the session’s queue. */
export async function instructionsOf(session: Session): Promise<string> {
  const start = await readStart(session);
  const block = renderLines(session);
  const files = filesOf(start);
  const fits = start.problem === null && files.length + block.length <= maxInstructed;
  const memory = block.length > maxInstructed ? tooLong : block;
  return `${inShort}\n\n${fits ? files : filesElsewhere(start)}${memory}\n`;
}

/** Where to read the files that are too long to stand in the instructions; empty where there are none. */
function filesElsewhere({ parts, problem }: WholeStart): string {
  const names = parts.flatMap(({ kind, name }) => (kind === 'file' ? [oneLine(name)] : []));
  if (names.length === 0) {
    return '';
  }
  const where = problem === null ? 'contexture://start, or each as a resource of its own' : 'resources, one by one';
  return `The files are too long to include here. Read them as ${where}: ${names.join(', ')}.\n\n`;
}

const readStart = ({ client, workspace }: Session): Promise<WholeStart> => readWholeStart(client, workspace.id);
