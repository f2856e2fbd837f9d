import { Toast } from '@base-ui/react/toast';
import type { ChangeResult } from '#shared/contract/changes.ts';
import { type Problem, problemOf } from '../api/connection.ts';
import { entryName } from '../wording/names.ts';

export type NoticeData = {
  readonly tone: 'done' | 'info' | 'warning' | 'error';
  /** Undo or redo button of the notice, if that is possible. */
  readonly way: WayBack | null;
  /** Link to the result, if it is not in sight. */
  readonly leads?: { readonly verb: 'Open'; readonly run: () => void };
};

export type WayBack = { readonly verb: 'Undo' | 'Redo'; readonly run: () => void };

export const notices = Toast.createToastManager<NoticeData>();

type Notice = Parameters<typeof notices.add<NoticeData>>[0];

/** Notices of before there was a list of them; null once there is. */
let early: Notice[] | null = [];
let lastId = 0;

/** Shows a notice, at the latest when their list is on the page. Returns its id. */
function add(notice: Notice): string {
  const named = { ...notice, id: notice.id ?? `notice ${++lastId}` };
  early ? early.push(named) : notices.add(named);
  return named.id;
}

/** Shows what was reported before; the list of notices is on the page now. */
export function showNotices(): void {
  const waiting = early ?? [];
  early = null;
  for (const notice of waiting) {
    notices.add(notice);
  }
}

/** Long enough to look at the result, and decide. */
const undoFor = 20_000;
const sayFor = 8_000;

export function say(title: string, tone: 'done' | 'info' | 'warning' = 'info', description?: string): void {
  add({ title, description, timeout: sayFor, data: { tone, way: null } });
}

/** Reports text that was typed and not saved before the page or the app ended. @param what names where it was typed */
export const sayRestored = (what: string): void => say(`What you typed in ${what} is back. It isn’t saved yet.`);

/** Reports a change, and offers to undo it. Returns the notice's id. */
export function sayDone(title: string, way: WayBack, description?: string, leads?: NoticeData['leads']): string {
  return add({ title, description, timeout: undoFor, data: { tone: 'done', way, ...(leads && { leads }) } });
}

/** Reports something that is shown elsewhere, and leads there. */
export function sayAndLead(title: string, run: () => void): void {
  add({ title, timeout: undoFor, data: { tone: 'info', way: null, leads: { verb: 'Open', run } } });
}

export function notifyOnce(id: string, title: string): void {
  add({ id, title, timeout: sayFor, data: { tone: 'info', way: null } });
}

/** Reports a problem until the notice is closed, since it needs a response. One notice for each `id`. */
export function sayProblem(
  problem: Pick<Problem, 'message' | 'code'>,
  title = 'That didn’t work',
  id: string = `${title} ${problem.message}`,
): void {
  if (problem.code !== 'cancelled') {
    add({
      id,
      title,
      description: problem.message,
      timeout: 0,
      priority: 'high',
      data: { tone: 'error', way: null },
    });
  }
}

export function attempt(work: Promise<unknown>, title?: string): void {
  work.catch((error: unknown) => sayProblem(problemOf(error), title));
}

/** Second line of a notice about a change. */
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
