import { useRef, useState } from 'react';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { CallOptions } from '#shared/contract/wire/client.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { chooseNone, closeArchiveDialog } from './archive-store.ts';
import { itemsOf, type RestoreChoice, type RestoreChoices } from './restore-plan.ts';

/** Some entries, or all of a file. */
export type RestoreTarget =
  | { readonly entries: readonly ArchivedEntry[] }
  | { readonly file: string; readonly date: string | null };

type Work = { readonly label: string; readonly progress: Progress | null; readonly cancel: () => void };

const worthShowing = 300;

export function useRestore(workspace: string, target: RestoreTarget) {
  const [decisions, setDecisions] = useState<RestoreChoices>(new Map());
  const [work, setWork] = useState<Work | null>(null);
  // A whole day becomes its entries with the first answer, so that each can be decided on.
  const entries = useRef('entries' in target ? target.entries : null);
  const file = 'file' in target ? target.file : null;

  const reason = JSON.stringify([workspace, file, [...decisions]]);
  const { answer: preview, problem: unread } = useAsked(reason, async (askOptions) => {
    const { options, end } = beginWork('Working out what comes back', setWork, askOptions);
    const params =
      entries.current === null && file !== null
        ? { workspace, file }
        : { workspace, items: itemsOf(entries.current ?? [], decisions) };
    const answer = await call('archive.previewRestore', params, options).finally(end);
    entries.current ??= answer.items.map((item) => item.entry);
    return answer;
  });

  const { problem: failure, attempt, forget } = useAttempt();
  const restore = (room: 'none' | 'make' | 'over'): Promise<void> =>
    attempt(async () => {
      const { options, end } = beginWork('Restoring', setWork);
      const items = itemsOf(entries.current ?? [], decisions);
      const params = { workspace, items, makeRoom: room === 'make', allowOver: room === 'over' };
      tellDone(workspace, await call('archive.restore', params, options).finally(end));
      chooseNone();
      closeArchiveDialog();
    });

  const decideEach = (to: RestoreChoices): void => {
    setDecisions(to);
    forget();
  };
  const decide = (id: string, decision: RestoreChoice): void =>
    decideEach(new Map(decisions).set(id, { ...decisions.get(id), ...decision }));

  return { preview, problem: failure ?? unread, decisions, work, decide, decideEach, restore };
}

type SetWork = (change: (before: Work | null) => Work | null) => void;

/** Shows that something is going on, once it takes long, until it ends. */
function beginWork(label: string, setWork: SetWork, askOptions: CallOptions = {}) {
  let stop = (): void => undefined;
  const cancel = (): void => stop();
  const timer = setTimeout(() => setWork(() => ({ label, progress: null, cancel })), worthShowing);
  const options: CallOptions = {
    onStart: (cancelCall) => {
      stop = cancelCall;
      askOptions.onStart?.(cancelCall);
    },
    onProgress: (progress) => setWork((before) => before && { ...before, progress }),
  };
  const end = (): void => {
    clearTimeout(timer);
    // Work that was overtaken ends after the next has begun.
    setWork((now) => (now?.cancel === cancel ? null : now));
  };
  return { options, end };
}
