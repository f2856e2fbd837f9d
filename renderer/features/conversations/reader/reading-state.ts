import { createStore } from 'zustand';
import type { Problem } from '../../../api/connection.ts';
import type { ItemWindow } from './item-window.ts';
import type { Sight } from './still-sees.ts';

export type ReadingState = {
  /** Null while the first of it is on its way. */
  readonly window: ItemWindow | null;
  readonly problem: Problem | null;
  /** Where the item under the cursor begins. */
  readonly cursor: number | null;
  /** A new one whenever the cursor is to be brought into sight, and focused unless the focus is to stay in a field. */
  readonly reveal: { readonly focus: boolean };
  /** Keys of what is unfolded. */
  readonly open: ReadonlySet<string>;
  /** What a model sees of it; null while that is not asked. */
  readonly sight: Sight | null;
  readonly query: string;
  /** What is looked for page by page; null while nothing is. */
  readonly looking: { readonly looked: number; readonly stop: () => void } | null;
  /** What came of looking for something last. */
  readonly outcome: 'found' | 'none' | null;
};

export const createReadingState = () =>
  createStore<ReadingState>(() => ({
    window: null,
    problem: null,
    cursor: null,
    reveal: { focus: false },
    open: new Set(),
    sight: null,
    query: '',
    looking: null,
    outcome: null,
  }));
export type ReadingStore = ReturnType<typeof createReadingState>;

export type Direction = 'forward' | 'back';
