import { useEffect } from 'react';
import { create } from 'zustand';
import type { Params } from '#shared/contract/contract.ts';
import type { Decision } from '#shared/contract/features/decisions.ts';
import { refOf } from '#shared/entries/entry.ts';
import { onIn } from '../../api/answers.ts';
import { call, problemOf } from '../../api/connection.ts';
import { acceptOverwritten } from '../../jumps.ts';
import { notices, say, sayDone, sayProblem } from '../../services/notices.ts';
import { tellDone, undoFirst, undoNoMore } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { titleOf } from './decision-words.ts';

type DecisionsState = {
  readonly workspace: string | null;
  /** What waits for the person to choose, the latest first. */
  readonly decisions: readonly Decision[];
  readonly total: number;
  readonly shown: string | null;
  /** Whether only its title is shown. */
  readonly folded: boolean;
};

const nothing: DecisionsState = { workspace: null, decisions: [], total: 0, shown: null, folded: false };

export const useDecisions = create<DecisionsState>(() => nothing);

/** Counts reads, so that the answer of one that was overtaken is dropped. */
let reading = 0;

async function read(workspace: string): Promise<void> {
  const turn = ++reading;
  try {
    const { cards, total } = await call('cards.list', { workspace });
    if (turn === reading) {
      take(workspace, cards, total);
    }
  } catch (error) {
    // Whatever keeps the memory from being read says so itself.
    if (turn === reading && problemOf(error).code !== 'disconnected') {
      take(workspace, [], 0);
    }
  }
}

function take(workspace: string, decisions: readonly Decision[], total: number): void {
  const before = useDecisions.getState();
  const known = new Set(before.decisions.map(({ id }) => id));
  const news = decisions.find(({ id }) => !known.has(id));
  const at = before.decisions.findIndex(({ id }) => id === before.shown);
  const stays = decisions.some(({ id }) => id === before.shown);
  // Where the one that was shown is answered, the one that followed it comes up.
  const shown = stays ? before.shown : (decisions[Math.min(Math.max(at, 0), decisions.length - 1)]?.id ?? null);
  useDecisions.setState({ workspace, decisions, total, shown, folded: before.folded && !news }, true);
  if (news) {
    announce(`${titleOf(news)}.`);
  }
}

/** Keeps what waits in step with the engine, as long as the memory is in sight. */
export function useFollowDecisions(workspace: string): void {
  useEffect(() => {
    void read(workspace);
    const offs = [
      onIn(workspace, ['cards.changed'], () => void read(workspace)),
      // What waits may be settled by a change to the memory itself.
      onIn(workspace, ['context.changed', 'archive.changed'], () => {
        if (useDecisions.getState().decisions.length > 0) {
          void read(workspace);
        }
      }),
    ];
    return () => {
      reading++;
      for (const off of offs) {
        off();
      }
      useDecisions.setState(nothing, true);
    };
  }, [workspace]);
}

export function showDecision(by: 1 | -1): void {
  const { decisions, shown } = useDecisions.getState();
  const at = decisions.findIndex(({ id }) => id === shown);
  const next = decisions[(at + by + decisions.length) % decisions.length];
  useDecisions.setState({ shown: next?.id ?? null });
}

/** What the person accepts, they have seen: nothing else need tell them of it. */
async function markSeen(workspace: string, accepted: Decision | undefined, losses: readonly string[] | undefined) {
  const items = accepted?.kind === 'losses' && accepted.archive === null ? accepted.items : [];
  const seen = items.filter(({ id }) => losses === undefined || losses.includes(id));
  const entries = seen.flatMap(({ theirs }) => (theirs === null ? [] : { ...refOf({ ...theirs, ordinal: 0 }) }));
  await call('context.markSeen', { workspace, entries, removed: seen.length - entries.length });
}

/** How many of what the cards tell of others did to corrections, and how many entries they removed. */
export function toldByCards({ decisions }: Pick<DecisionsState, 'decisions'>) {
  const losses = decisions.flatMap((decision) =>
    decision.kind === 'losses' && decision.archive === null ? decision.items : [],
  );
  return {
    superseded: losses.filter(({ theirs }) => theirs !== null).length,
    removed: losses.filter(({ theirs }) => theirs === null).length,
  };
}

type Choice = Params<'cards.settle'>['choice'];

/** Answers a decision, or what is named of it, and offers to undo that where it changed something. */
export async function settle(workspace: string, decision: string, choice: Choice, losses?: string[]): Promise<void> {
  // The page may hear that it is settled, and let go of it, before the answer comes.
  const settled = useDecisions.getState().decisions.find(({ id }) => id === decision);
  const back = choice === 'leave' || choice === 'keep' ? wayBack(workspace, decision) : null;
  try {
    const result = await call('cards.settle', { workspace, card: decision, choice, ...(losses ? { losses } : {}) });
    tellDone(workspace, result);
    back?.tell(choice === 'keep' ? 'Kept yours' : 'Accepted');
    if (choice === 'leave') {
      await markSeen(workspace, settled, losses);
    }
    await read(workspace);
  } catch (error) {
    back?.forget();
    const problem = problemOf(error);
    if (problem.code !== 'card_unknown') {
      sayProblem(problem);
    }
    await read(workspace);
  }
}

/** The way to be asked again after an answer that changed nothing in the memory: undoing takes that back first. */
function wayBack(workspace: string, card: string) {
  let notice: string | null = null;
  const ask = async (): Promise<void> => {
    await call('cards.reopen', { workspace, card });
    if (notice !== null) {
      notices.close(notice);
    }
    say('Taken back: you are asked again.', 'done');
    await read(workspace);
  };
  const undo = (): void => {
    undoNoMore(undo);
    ask().catch((error: unknown) => sayProblem(problemOf(error), 'It could not be taken back'));
  };
  const before = undoFirst(undo);
  return {
    tell: (what: string): void => {
      notice = sayDone(what, { verb: 'Undo', run: undo });
    },
    forget: (): void => undoNoMore(undo, before),
  };
}

// Who keeps what was written over a correction where they go through what is new has answered this, too.
acceptOverwritten.answer((workspace, entries) => {
  for (const decision of useDecisions.getState().decisions) {
    const items = decision.kind === 'losses' && decision.archive === null ? decision.items : [];
    const meant = items.filter(({ theirs }) =>
      entries.some(({ category, raw }) => theirs !== null && theirs.category === category && theirs.raw === raw),
    );
    if (meant.length > 0) {
      void settle(
        workspace,
        decision.id,
        'leave',
        meant.map(({ id }) => id),
      );
    }
  }
});
