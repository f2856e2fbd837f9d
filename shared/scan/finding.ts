import type { Range } from '../entries/entry.ts';

export const findingKinds = ['secret', 'hidden', 'instruction'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Something in a text that a person may want to check. */
export type ScanFinding = Range & {
  readonly kind: FindingKind;
  /** More exactly: the secret's id, or the name of the rule. */
  readonly rule: string;
  /** Line it begins in, counted from 1. */
  readonly line: number;
};

export type FoundSecret = Range & { readonly id: string };
