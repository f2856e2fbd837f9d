import { defaultFilter } from 'cmdk';
import type { Offer } from './offers.ts';

type Group = { readonly title: string; readonly offers: readonly Offer[] };

/** How well what is typed fits an offer, from 0 for not at all to 1; letters may be left out. */
export const matchScore = (name: string, typed: string, words: readonly string[] = []): number =>
  defaultFilter(name, typed, [...words]);

/** The best group first: Enter takes the first offer, and the list itself sorts only within a group. */
export function bestFirst<G extends Group>(groups: readonly G[], typed: string): readonly G[] {
  if (typed.trim() === '') {
    return groups;
  }
  return groups.toSorted((a, b) => best(b, typed) - best(a, typed));
}

/** The score from which on no letter inside a word is left out. */
const wholeLetters = 0.5;

/** Whether an offer has what is typed as it is, not scattered over it: then it comes before entries that say it. */
export const fitsWell = (group: Group, typed: string): boolean =>
  typed.trim() === '' || best(group, typed) >= wholeLetters;

const best = ({ offers }: Group, typed: string): number =>
  Math.max(0, ...offers.map(({ name, words }) => matchScore(name, typed, words)));
