import { create } from 'zustand';

/** Counts changes to connections outside their list, after which reports of broken ones are read again. */
export const useChangesElsewhere = create<{ readonly changes: number }>(() => ({ changes: 0 }));

export const countChangeElsewhere = (): void =>
  useChangesElsewhere.setState(({ changes }) => ({ changes: changes + 1 }));
