import type { Operation } from '#shared/contract/changes.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';

export type Replacement = {
  readonly find: string;
  readonly put: string;
  readonly matchCase: boolean;
  /** True if matches within longer words are kept. */
  readonly wholeWords: boolean;
};

type ReplacedPart = { readonly kind: 'stays' | 'goes' | 'comes'; readonly text: string };

export type ReplacedEntry = {
  readonly entry: EntryView;
  readonly value: string;
  readonly parts: readonly ReplacedPart[];
};

/** Entries whose text would change, and how. Excludes those that would be left empty. */
export function replacedIn(entries: readonly EntryView[], replacing: Replacement): readonly ReplacedEntry[] {
  if (replacing.find === '') {
    return [];
  }
  const pattern = patternOf(replacing);
  return entries.flatMap((entry) => {
    const parts = partsOf(entry.value, pattern, replacing.put);
    const value = parts.map(({ kind, text }) => (kind === 'goes' ? '' : text)).join('');
    return value === entry.value || value.trim() === '' ? [] : [{ entry, value, parts }];
  });
}

/** Number of entries that would be left empty; deleting is the tool for that. */
export function emptiedIn(entries: readonly EntryView[], replacing: Replacement): number {
  if (replacing.find === '') {
    return 0;
  }
  const pattern = patternOf(replacing);
  return entries.filter(({ value }) => value.trim() !== '' && value.replace(pattern, () => replacing.put).trim() === '')
    .length;
}

export const replaceAll = (replaced: readonly ReplacedEntry[]): Operation[] =>
  replaced.map(({ entry, value }) => ({ op: 'edit', entry: refOf(entry), value }));

function patternOf({ find, matchCase, wholeWords }: Replacement): RegExp {
  const text = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = wholeWords ? `(?<![\\p{L}\\p{N}\\p{M}])${text}(?![\\p{L}\\p{N}\\p{M}])` : text;
  return new RegExp(whole, matchCase ? 'gu' : 'giu');
}

function partsOf(text: string, pattern: RegExp, put: string): ReplacedPart[] {
  const parts: ReplacedPart[] = [];
  let at = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    parts.push(
      { kind: 'stays', text: text.slice(at, index) },
      { kind: 'goes', text: match },
      { kind: 'comes', text: put },
    );
    at = index + match.length;
  }
  return [...parts, { kind: 'stays' as const, text: text.slice(at) }].filter((part) => part.text !== '');
}
