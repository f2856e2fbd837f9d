import { create } from 'zustand';

/** Set while the person goes through what is new: less urgent messages are reduced to a line. */
export const useCalm = create(() => ({ calm: false }));
