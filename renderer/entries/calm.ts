import { create } from 'zustand';

/** Whether the person goes through what is new: what can wait is said in one line meanwhile. */
export const useCalm = create(() => ({ calm: false }));
