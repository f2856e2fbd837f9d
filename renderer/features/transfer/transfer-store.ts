import { create } from 'zustand';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { askToCorrectAlike, askToTransfer } from '../../jumps.ts';

type TransferState =
  | { readonly kind: 'none' }
  | { readonly kind: 'transfer'; readonly entries: readonly EntryView[] }
  | { readonly kind: 'alike'; readonly entry: EntryView };

const closed: TransferState = { kind: 'none' };

export const useTransfer = create<{ readonly asked: TransferState }>(() => ({ asked: closed }));

askToTransfer.answer((entries) => useTransfer.setState({ asked: { kind: 'transfer', entries } }));
askToCorrectAlike.answer((entry) => useTransfer.setState({ asked: { kind: 'alike', entry } }));

export const closeTransfer = (): void => useTransfer.setState({ asked: closed });
