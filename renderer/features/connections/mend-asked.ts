import { create } from 'zustand';
import { useView } from '../../api/navigation.ts';
import { mendConnection } from '../../jumps.ts';

type Asked = { readonly program: string; readonly name: string };

/** The connection that is to be mended once the programs are listed; null for none. */
export const useMendAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

export const mendAnswered = (): void => useMendAsked.setState({ asked: null });

mendConnection.answer((program, name) => useMendAsked.setState({ asked: { program, name } }));
// It waits only while the person stays here.
useView.subscribe(({ view }) => view !== 'connections' && mendAnswered());
