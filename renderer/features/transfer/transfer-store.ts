import { create } from 'zustand';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { askToCorrectAlike, askToTransfer } from '../../jumps.ts';

type TransferState =
  | { readonly kind: 'none' }
  | { readonly kind: 'transfer'; readonly how: 'move' | 'copy'; readonly entries: readonly EntryView[] }
  | { readonly kind: 'alike'; readonly entry: EntryView };

const closed: TransferState = { kind: 'none' };

export const useTransfer = create<{ readonly request: TransferState }>(() => ({ request: closed }));

askToTransfer.answer((how, entries) => useTransfer.setState({ request: { kind: 'transfer', how, entries } }));
askToCorrectAlike.answer((entry) => useTransfer.setState({ request: { kind: 'alike', entry } }));

export const closeTransfer = (): void => useTransfer.setState({ request: closed });
