import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { call, problemOf } from '../../api/connection.ts';
import { onIdsCarried, readyContext, useContextStore } from '../../api/context-store.ts';
import { acceptOverwritten, goThroughNews } from '../../jumps.ts';
import { pickOnly } from '../../list/selection.ts';
import { notifyOnce, sayProblem } from '../../services/notices.ts';
import { announce } from '../../ui/announcer.tsx';
import { counted } from '../../wording/counts.ts';
import { change } from './changes.ts';
import { focusEntryCursor, goToNextUnanswered, useReview } from './review-store.ts';
import { addToTriage, beginTriage, restoringOperation } from './triage.ts';

/** Begins going through what others did since the person last looked, or continues. */
export function startTriage(): void {
  const context = readyContext();
  const triage = useReview.getState().triage ?? (context && beginTriage(context.entries));
  const first = triage?.queue[0];
  if (!triage || first === undefined) {
    notifyOnce('triage', 'Nothing is new or changed since you last looked.');
    return;
  }
  if (useReview.getState().triage === null) {
    useReview.setState({ triage, query: '', ...pickOnly(first) });
    const count = counted(triage.queue.length, 'entry', 'entries');
    announce(`${count} to review. Y marks as seen, E edits, Delete deletes, J goes on, Escape stops.`);
  }
  focusEntryCursor();
}

/** Stops at any time; whatever is not answered stays marked. */
export function stopTriage(): void {
  useReview.setState({ triage: null });
  focusEntryCursor();
}

export async function keep(entries: readonly EntryView[]): Promise<void> {
  const context = readyContext();
  const marked = entries.filter((entry) => entry.mark !== null);
  const last = entries.at(-1);
  if (!context || !last) {
    return;
  }
  if (marked.length > 0) {
    announce('Seen.');
  } else if (useReview.getState().triage === null) {
    notifyOnce('triage', 'Nothing to mark as seen: it is not new or changed.');
  }
  setKeeping(marked, true);
  goToNextUnanswered(last.id);
  if (marked.length > 0) {
    try {
      await call('context.markSeen', { workspace: context.workspace, entries: marked.map(refOf) });
      acceptOverwritten(
        context.workspace,
        marked.filter(({ mark }) => mark === 'superseded'),
      );
    } catch (error) {
      sayProblem(problemOf(error));
    } finally {
      setKeeping(marked, false);
    }
  }
}

export async function restoreEarlier(entry: EntryView): Promise<void> {
  const operation = restoringOperation(entry);
  if (operation && (await change([operation]))) {
    goToNextUnanswered(entry.id);
  }
}

function setKeeping(entries: readonly EntryView[], isKept: boolean): void {
  const ids = entries.map(({ id }) => id);
  useReview.setState(({ triage }) => {
    const others = [...(triage?.keeping ?? [])].filter((id) => !ids.includes(id));
    return { triage: triage && { ...triage, keeping: new Set(isKept ? [...others, ...ids] : others) } };
  });
}

// Changes that others make meanwhile join the queue.
useContextStore.subscribe((context) => {
  const { triage } = useReview.getState();
  if (triage && context.kind === 'ready') {
    const now = addToTriage(triage, context.entries);
    if (now !== triage) {
      useReview.setState({ triage: now });
    }
  }
});

goThroughNews.answer(startTriage);

onIdsCarried((newIdOf) => {
  useReview.setState(({ triage }) => ({
    triage: triage && { ...triage, queue: triage.queue.map((id) => newIdOf.get(id) ?? id) },
  }));
});
