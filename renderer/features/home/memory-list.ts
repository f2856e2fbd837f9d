import { create } from 'zustand';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Memory } from '#shared/contract/features/memories.ts';
import { readAllMemories } from '#shared/contract/reading/whole-memories.ts';
import { call, on, type Problem, problemOf } from '../../api/connection.ts';
import { leadsToList } from '../../api/navigation.ts';
import { searchAllMemories } from '../../jumps.ts';

type MemoryList = {
  /** As far as they have been read; null before the first answer. */
  readonly memories: readonly Memory[] | null;
  /** Whether those are all there are. */
  readonly isWhole: boolean;
  readonly problem: Problem | null;
  /** What is searched for in all of them. It outlives the page, so that one comes back to what was found. */
  readonly query: string;
  /** Whether that was searched for before one went elsewhere. */
  readonly isOfBefore: boolean;
  /** Whether only those are listed that need attention. */
  readonly onlyNeedy: boolean;
  /** What the person chooses a file or folder of this computer for, where the system has no dialog for that. */
  readonly browsing: 'open' | 'empty' | null;
};

export const useMemoryList = create<MemoryList>(() => ({
  memories: null,
  isWhole: false,
  problem: null,
  query: '',
  isOfBefore: false,
  onlyNeedy: false,
  browsing: null,
}));

export const searchMemories = (query: string): void => useMemoryList.setState({ query, isOfBefore: false });
searchAllMemories.answer(searchMemories);
leadsToList('home', () => searchMemories(''));
// What was searched for may be what was erased.
on('erase.done', () => searchMemories(''));

/** Whether a memory stays out of the list once it is taken from it: others would be found again. */
export const isForgettable = ({ recent, assistant }: Memory): boolean =>
  recent && (assistant === null || assistant === 'Contexture');

let reading = 0;

/** Nobody waits for the rest of a list that is not shown, or that is read anew. */
const whileAwaited =
  (turn: number): typeof call =>
  (method, params) =>
    turn === reading ? call(method, params) : Promise.reject(new ContextureError('cancelled', 'Stopped.'));

export const stopReading = (): void => {
  reading += 1;
};

/** Looks for all memories anew. Those known before stay on the page until all have been read again. */
export async function readMemories(): Promise<void> {
  const turn = ++reading;
  const isFirst = !useMemoryList.getState().isWhole;
  useMemoryList.setState({ problem: null });
  try {
    await readAllMemories({ call: whileAwaited(turn) }, (memories, isWhole) => {
      if (turn === reading && (isFirst || isWhole)) {
        useMemoryList.setState({ memories, isWhole });
      }
    });
  } catch (error) {
    const problem = problemOf(error);
    if (turn === reading && problem.code !== 'disconnected') {
      useMemoryList.setState({ problem });
    }
  }
}
