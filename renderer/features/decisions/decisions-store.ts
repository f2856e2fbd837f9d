import { useEffect } from 'react';
import { create } from 'zustand';
import type { Params } from '#shared/contract/contract.ts';
import type { Decision } from '#shared/contract/features/decisions.ts';
import { call, on } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { sayProblem } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { titleOf } from './decision-words.ts';

type CardsState = {
  readonly workspace: string | null;
  /** What waits for the person to choose, the latest first. */
  readonly cards: readonly Decision[];
  readonly total: number;
  /** The card that is shown. */
  readonly shown: string | null;
};

const nothing: CardsState = { workspace: null, cards: [], total: 0, shown: null };

export const useCards = create<CardsState>(() => nothing);

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

function take(workspace: string, cards: readonly Decision[], total: number): void {
  const before = useCards.getState();
  const known = new Set(before.cards.map(({ id }) => id));
  const news = cards.find(({ id }) => !known.has(id));
  const at = before.cards.findIndex(({ id }) => id === before.shown);
  const stays = cards.some(({ id }) => id === before.shown);
  // Where the one that was shown is answered, the one that followed it comes up.
  const shown = stays ? before.shown : (cards[Math.min(Math.max(at, 0), cards.length - 1)]?.id ?? null);
  useCards.setState({ workspace, cards, total, shown }, true);
  if (news) {
    announce(`${titleOf(news)}.`);
  }
}

/** Keeps what waits in step with the engine, as long as the memory is in sight. */
export function useFollowCards(workspace: string): void {
  useEffect(() => {
    const again = (event: { readonly workspace: string }): void => {
      if (event.workspace === workspace) {
        void read(workspace);
      }
    };
    void read(workspace);
    const offs = [
      on('cards.changed', again),
      // What waits may be settled by a change to the memory itself.
      on('context.changed', (event) => useCards.getState().cards.length > 0 && again(event)),
      on('archive.changed', (event) => useCards.getState().cards.length > 0 && again(event)),
    ];
    return () => {
      reading++;
      for (const off of offs) {
        off();
      }
      useCards.setState(nothing, true);
    };
  }, [workspace]);
}

export function showCard(by: 1 | -1): void {
  const { cards, shown } = useCards.getState();
  const at = cards.findIndex(({ id }) => id === shown);
  const next = cards[(at + by + cards.length) % cards.length];
  useCards.setState({ shown: next?.id ?? null });
}

type Choice = Params<'cards.settle'>['choice'];

/** Answers the card, or what is named of it, and offers to take that back where it changed something. */
export async function settle(workspace: string, card: string, choice: Choice, losses?: string[]): Promise<void> {
  try {
    const result = await call('cards.settle', { workspace, card, choice, ...(losses ? { losses } : {}) });
    tellDone(workspace, result);
    await read(workspace);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code !== 'card_unknown') {
      sayProblem(problem);
    }
    await read(workspace);
  }
}
