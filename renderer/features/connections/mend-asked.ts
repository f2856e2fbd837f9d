import { create } from 'zustand';
import { useView } from '../../api/navigation.ts';
import { mendConnection } from '../../jumps.ts';

type Asked = { readonly program: string; readonly name: string };

/** Connection to mend once the programs are listed; null for none. */
export const useMendAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

export const mendAnswered = (): void => useMendAsked.setState({ asked: null });

mendConnection.answer((program, name) => useMendAsked.setState({ asked: { program, name } }));
// The request is dropped when the person leaves the view.
useView.subscribe(({ view }) => view !== 'connections' && mendAnswered());
