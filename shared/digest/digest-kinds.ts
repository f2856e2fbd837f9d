/** Kinds of things that happen to the entries of a memory, in the order they are shown. */
export const digestKinds = ['learned', 'corrected', 'contradicted', 'archived', 'returned'] as const;
export type DigestKind = (typeof digestKinds)[number];

export type DigestCounts = Readonly<Record<DigestKind, number>>;

export const digestKindNames: Readonly<Record<DigestKind, string>> = {
  learned: 'Learned',
  corrected: 'Corrected',
  contradicted: 'Contradicted',
  archived: 'Archived',
  returned: 'Came back',
};

export const digestKindHints: Readonly<Record<DigestKind, string>> = {
  learned: 'New entries, and new words for known ones',
  corrected: 'What you reworded',
  contradicted: 'What others said against your corrections, confirmations and pins',
  archived: 'What left the memory for the archive',
  returned: 'What was restored, or was there before',
};
