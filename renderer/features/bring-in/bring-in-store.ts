import { create } from 'zustand';
import type { Category } from '#shared/entries/entry.ts';
import { askToBringIn } from '../../jumps.ts';

type BringInState = {
  readonly isOpen: boolean;
  /** Text that was pasted, or read from a file; kept while the dialog is closed. */
  readonly text: string;
  /** Default place for items without one: a section, or a heading if the memory has its own. */
  readonly category: Category;
  readonly heading: string | null;
};

const nothing: Omit<BringInState, 'isOpen'> = { text: '', category: 'fact', heading: null };

export const useBringIn = create<BringInState>(() => ({ isOpen: false, ...nothing }));

askToBringIn.answer(() => useBringIn.setState({ isOpen: true }));

export const closeBringIn = (): void => useBringIn.setState({ isOpen: false });
export const forgetBringIn = (): void => useBringIn.setState({ isOpen: false, ...nothing });
