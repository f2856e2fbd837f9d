import { Toast } from '@base-ui/react/toast';
import type { ChangeResult } from '#shared/contract/changes.ts';
import { type Problem, problemOf } from '../api/connection.ts';
import { entryName } from '../wording/names.ts';

export type NoticeData = {
  readonly tone: 'done' | 'info' | 'warning' | 'error';
  /** What a button on the notice does, where there is a way back from what was done. */
  readonly way: WayBack | null;
  /** Leads to what came of it, where that is not in sight. */
  readonly leads?: { readonly verb: 'Open'; readonly run: () => void };
};

export type WayBack = { readonly verb: 'Undo' | 'Redo'; readonly run: () => void };

export const notices = Toast.createToastManager<NoticeData>();

/** Long enough to look at what came of it, and decide. */
const undoFor = 20_000;
const sayFor = 8_000;

export function say(title: string, tone: 'done' | 'info' | 'warning' = 'info', description?: string): void {
  notices.add({ title, description, timeout: sayFor, data: { tone, way: null } });
}

/** Says what was done, and offers to undo it. Returns the notice's id. */
export function sayDone(title: string, way: WayBack, description?: string, leads?: NoticeData['leads']): string {
  return notices.add({ title, description, timeout: undoFor, data: { tone: 'done', way, ...(leads && { leads }) } });
}

/** Says something small that, said again, takes the place of itself. */
export function sayOnce(id: string, title: string): void {
  notices.add({ id, title, timeout: sayFor, data: { tone: 'info', way: null } });
}

/** Says what went wrong, until it is closed: it asks for something. One notice for each `id`. */
export function sayProblem(
  problem: Pick<Problem, 'message' | 'code'>,
  title = 'That didn’t work',
  id: string = `${title} ${problem.message}`,
): void {
  if (problem.code !== 'cancelled') {
    notices.add({
      id,
      title,
      description: problem.message,
      timeout: 0,
      priority: 'high',
      data: { tone: 'error', way: null },
    });
  }
}

/** Says what went wrong with something, if anything does. */
export function attempt(work: Promise<unknown>, title?: string): void {
  work.catch((error: unknown) => sayProblem(problemOf(error), title));
}

/** The second line of a notice about a change. */
export function consequences(result: ChangeResult, corrected: boolean): string {
  const lines: string[] = corrected ? ['Saved. Your assistant will see this the next time it starts.'] : [];
  if (result.archived.length > 0) {
    const named = result.archived.slice(0, 3).map((entry) => `“${entryName(entry)}”`);
    const rest = result.archived.length - named.length;
    const list = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
    lines.push(`Archived: ${list}.`);
  }
  return [...lines, ...result.notes].join(' ');
}
