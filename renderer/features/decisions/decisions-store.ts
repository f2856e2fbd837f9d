import { useEffect } from 'react';
import { create } from 'zustand';
import type { Params } from '#shared/contract/contract.ts';
import type { Decision, Loss } from '#shared/contract/features/decisions.ts';
import { refOf } from '#shared/entries/entry.ts';
import { onIn } from '../../api/answers.ts';
import { call, problemOf } from '../../api/connection.ts';
import { createFollower } from '../../api/follower.ts';
import { useCalm } from '../../entries/calm.ts';
import { acceptOverwritten, showDecisionCard } from '../../jumps.ts';
import { notices, say, sayDone, sayProblem } from '../../services/notices.ts';
import { tellDone, undoFirst, undoNoMore } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { decisionTitle } from './decision-words.ts';

type DecisionsState = {
  readonly workspace: string | null;
  /** Decisions that wait for the person, the latest first. */
  readonly decisions: readonly Decision[];
  readonly total: number;
  readonly shown: string | null;
  readonly folded: boolean;
};

const nothing: DecisionsState = { workspace: null, decisions: [], total: 0, shown: null, folded: false };

export const useDecisions = create<DecisionsState>(() => nothing);

const follower = createFollower({
  ask: (workspace) => call('cards.list', { workspace }),
  show: ({ cards, total }, workspace) => setDecisions(workspace, cards, total),
  fail: (workspace) => setDecisions(workspace, [], 0),
  events: ['cards.changed'],
  forget: () => useDecisions.setState(nothing, true),
});

/** Decision to show once it is known; null for none. */
let wanted: string | null = null;

showDecisionCard.answer((id) => {
  wanted = id;
  const { workspace, decisions, total } = useDecisions.getState();
  useCalm.setState({ calm: false });
  if (workspace !== null) {
    setDecisions(workspace, decisions, total);
  }
});

function setDecisions(workspace: string, decisions: readonly Decision[], total: number): void {
  const before = useDecisions.getState();
  const knownIds = new Set(before.decisions.map(({ id }) => id));
  const news = decisions.find(({ id }) => !knownIds.has(id));
  const at = before.decisions.findIndex(({ id }) => id === before.shown);
  const isWanted = decisions.some(({ id }) => id === wanted);
  const stays = decisions.some(({ id }) => id === before.shown);
  // After the shown decision is answered, the next one is shown.
  const next = stays ? before.shown : (decisions[Math.min(Math.max(at, 0), decisions.length - 1)]?.id ?? null);
  const shown = isWanted ? wanted : next;
  wanted = isWanted ? null : wanted;
  useDecisions.setState({ workspace, decisions, total, shown, folded: before.folded && !news && !isWanted }, true);
  if (news) {
    announce(`${decisionTitle(news)}.`);
  }
}

export function useFollowDecisions(workspace: string): void {
  follower.useFollow(workspace);
  useEffect(
    () =>
      // A change to the memory itself may settle a decision.
      onIn(workspace, ['context.changed', 'archive.changed'], () => {
        if (useDecisions.getState().decisions.length > 0) {
          void follower.read(workspace);
        }
      }),
    [workspace],
  );
}

export function showDecision(by: 1 | -1): void {
  const { decisions, shown } = useDecisions.getState();
  const at = decisions.findIndex(({ id }) => id === shown);
  const next = decisions[(at + by + decisions.length) % decisions.length];
  useDecisions.setState({ shown: next?.id ?? null });
}

/** Losses in the memory itself that wait for a decision. */
const lossesIn = (decision: Decision | undefined): readonly Loss[] =>
  decision?.kind === 'losses' && decision.archive === null ? decision.items : [];

/** Marks accepted losses as seen, so that nothing else reports them. */
async function markSeen(workspace: string, accepted: Decision | undefined, losses: readonly string[] | undefined) {
  const seen = lossesIn(accepted).filter(({ id }) => losses === undefined || losses.includes(id));
  const entries = seen.flatMap(({ theirs }) => (theirs === null ? [] : { ...refOf({ ...theirs, ordinal: 0 }) }));
  await call('context.markSeen', { workspace, entries, removed: seen.length - entries.length });
}

/** Numbers of changed corrections and removed entries that the cards report. */
export function lossesInDecisions({ decisions }: Pick<DecisionsState, 'decisions'>) {
  const losses = decisions.flatMap(lossesIn);
  return {
    superseded: losses.filter(({ theirs }) => theirs !== null).length,
    removed: losses.filter(({ theirs }) => theirs === null).length,
  };
}

type Choice = Params<'cards.settle'>['choice'];

/** Answers a decision, or the named losses in it, and offers to undo that if it changed something. */
export async function settleDecision(workspace: string, decision: string, choice: Choice, losses?: string[]) {
  // The page may learn that it is settled, and drop it, before the answer comes.
  const settled = useDecisions.getState().decisions.find(({ id }) => id === decision);
  const back = choice === 'leave' || choice === 'keep' ? undoOf(workspace, decision) : null;
  try {
    const result = await call('cards.settle', { workspace, card: decision, choice, ...(losses ? { losses } : {}) });
    tellDone(workspace, result);
    back?.tell(choice === 'keep' ? 'Kept yours' : 'Accepted');
    if (choice === 'leave') {
      await markSeen(workspace, settled, losses);
    }
    await follower.read(workspace);
  } catch (error) {
    back?.forget();
    const problem = problemOf(error);
    if (problem.code !== 'card_unknown') {
      sayProblem(problem);
    }
    await follower.read(workspace);
  }
}

/** Undo for an answer that changed nothing in the memory: the question is asked again. It comes before other changes. */
function undoOf(workspace: string, card: string) {
  let notice: string | null = null;
  const ask = async (): Promise<void> => {
    await call('cards.reopen', { workspace, card });
    if (notice !== null) {
      notices.close(notice);
    }
    say('Taken back: you are asked again.', 'done');
    await follower.read(workspace);
  };
  const undo = (): void => {
    undoNoMore(undo);
    ask().catch((error: unknown) => sayProblem(problemOf(error), 'It could not be taken back'));
  };
  const before = undoFirst(undo);
  return {
    tell: (message: string): void => {
      notice = sayDone(message, { verb: 'Undo', run: undo });
    },
    forget: (): void => undoNoMore(undo, before),
  };
}

// Keeping an overwritten correction in the review of what is new answers this decision too.
acceptOverwritten.answer((workspace, entries) => {
  for (const decision of useDecisions.getState().decisions) {
    const accepted = lossesIn(decision)
      .filter(({ theirs }) =>
        entries.some(({ category, raw }) => theirs !== null && theirs.category === category && theirs.raw === raw),
      )
      .map(({ id }) => id);
    if (accepted.length > 0) {
      void settleDecision(workspace, decision.id, 'leave', accepted);
    }
  }
});
