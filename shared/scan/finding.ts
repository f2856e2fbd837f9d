import type { Range } from '../entries/entry.ts';

export const findingKinds = ['secret', 'hidden', 'instruction'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Something in a text that a person may want to look at. */
export type Finding = Range & {
  readonly kind: FindingKind;
  /** What it is, more closely: the secret's id, or the name of the rule. */
  readonly rule: string;
  /** The line it begins in, counted from 1. */
  readonly line: number;
};

/** A secret as the scanner finds it, by the scanner's id. */
export type FoundSecret = Range & { readonly id: string };
