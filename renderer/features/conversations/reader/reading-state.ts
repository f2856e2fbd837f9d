import { createStore } from 'zustand';
import type { Preset } from '#shared/conversations/compaction/compaction.ts';
import type { Problem } from '../../../api/connection.ts';
import type { FindMatches } from './finding.ts';
import type { ItemWindow } from './item-window.ts';
import type { Sight } from './still-sees.ts';

type ReadingState = {
  /** Null while the first page is loading. */
  readonly window: ItemWindow | null;
  readonly problem: Problem | null;
  /** Start of the item under the cursor. */
  readonly cursor: number | null;
  /** A new object each time the cursor should be scrolled to, and focused unless the focus is to stay in a field. */
  readonly reveal: { readonly focus: boolean };
  /** Keys of unfolded parts. */
  readonly open: ReadonlySet<string>;
  readonly asked: SightAsked;
  /** Parts a model sees; null if not requested. */
  readonly modelView: Sight | null;
  readonly query: string;
  /** Matches found so far; null before a search. */
  readonly found: FindMatches | null;
};

export const createReadingState = () =>
  createStore<ReadingState>(() => ({
    window: null,
    problem: null,
    cursor: null,
    reveal: { focus: false },
    open: new Set(),
    asked: { isOn: false, rule: 'happened', window: '200000', number: '100000' },
    modelView: null,
    query: '',
    found: null,
  }));
export type ReadingStore = ReturnType<typeof createReadingState>;

/** Rules and budget to show a model's view by. */
export type SightAsked = {
  readonly isOn: boolean;
  readonly rule: CompactionRules;
  /** Window of a model, or `own` for the number. */
  readonly window: string;
  readonly number: string;
};

/** `happened`: what the real compactions left. */
export type CompactionRules = 'happened' | Preset;
