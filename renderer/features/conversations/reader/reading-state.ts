import { createStore } from 'zustand';
import type { Preset } from '#shared/conversations/compaction/compaction.ts';
import type { Problem } from '../../../api/connection.ts';
import type { Found } from './finding.ts';
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
  readonly asked: SightAsked;
  /** What a model sees of it; null while that is not asked. */
  readonly sight: Sight | null;
  readonly query: string;
  /** Where that is said, as far as it has been looked for; null before. */
  readonly found: Found | null;
};

export const createReadingState = () =>
  createStore<ReadingState>(() => ({
    window: null,
    problem: null,
    cursor: null,
    reveal: { focus: false },
    open: new Set(),
    asked: { isOn: false, rule: 'happened', window: '200000', number: '100000' },
    sight: null,
    query: '',
    found: null,
  }));
export type ReadingStore = ReturnType<typeof createReadingState>;

/** Whether what a model sees is shown, and by which rules and budget. */
export type SightAsked = {
  readonly isOn: boolean;
  readonly rule: Rules;
  /** The window of a model, or `own` for the number. */
  readonly window: string;
  readonly number: string;
};

/** `happened`: what the compactions left that really took place. */
export type Rules = 'happened' | Preset;
