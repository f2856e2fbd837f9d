import { diffIndices } from 'node-diff3';
import { type ReactNode, useMemo } from 'react';
import { WrittenText } from './visible-text.tsx';
import styles from './word-changes.module.css';

type Texts = Readonly<{ before: string; after: string }>;

/** A changed text: removed words struck through, new ones underlined. In a block with `dir="auto"`. */
export function WordChanges({ before, after }: Texts) {
  const pieces = useMemo(() => wordDiff(before, after), [before, after]);
  return <span className={styles['text']}>{pieces.map(changedPiece)}</span>;
}

function changedPiece({ kind, text }: WordPiece, at: number): ReactNode {
  const written = <WrittenText key={at} text={text} />;
  switch (kind) {
    case 'same':
      return written;
    case 'gone':
      return <del key={at}>{written}</del>;
    case 'come':
      return <ins key={at}>{written}</ins>;
  }
}

type OwnWordsProps = Readonly<{
  text: string;
  other: string;
  /** True for the old text: its own words are struck through. */
  isGone?: boolean;
  /** True for the new text beside the old: its own words are marked even if all of them are new. */
  isCome?: boolean;
}>;

/** Shows one of two texts with the words that the other lacks marked. In a block with `dir="auto"`. */
export function OwnWords({ text, other, isGone = false, isCome = false }: OwnWordsProps) {
  const pieces = useMemo(() => wordDiff(other, text).filter(({ kind }) => kind !== 'gone'), [other, text]);
  if (isGone) {
    return (
      <span className={styles['text']}>
        {pieces.map(({ kind, text }, at) => changedPiece({ kind: kind === 'same' ? kind : 'gone', text }, at))}
      </span>
    );
  }
  // Marking everything, if all of it differs, would only make it hard to read.
  const marks = isCome || pieces.some(({ kind }) => kind === 'same');
  return <span className={styles['text']}>{pieces.map(marks ? markedPiece : plainPiece)}</span>;
}

const plainPiece = ({ text }: WordPiece, at: number): ReactNode => <WrittenText key={at} text={text} />;

const markedPiece = (piece: WordPiece, at: number): ReactNode =>
  piece.kind === 'same' ? plainPiece(piece, at) : <mark key={at}>{plainPiece(piece, at)}</mark>;

/** A part of two texts: in both, only in the one before, or only in the one after. */
export type WordPiece = { readonly kind: 'same' | 'gone' | 'come'; readonly text: string };

/** If longer texts differ, only their common beginning and end are separated. */
const maxWords = 1000;

/** Words, each sign of a script that writes without spaces, white space, and each other character. */
const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}\p{M}]+)*|\s+|./gsu;

/**
 * Word-by-word difference of two texts. Joined, the same and gone pieces are the text before, the same and come ones the text
 * after. Texts with little in common are one piece each.
 */
export function wordDiff(before: string, after: string): readonly WordPiece[] {
  const [one, other] = [before.match(words) ?? [], after.match(words) ?? []];
  const start = alike(one, other);
  const end = alike(one.slice(start).reverse(), other.slice(start).reverse());
  const [mine, theirs] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isLong = mine.length > maxWords || theirs.length > maxWords;
  const pieces: WordPiece[] = [
    piece('same', one.slice(0, start)),
    ...(isLong ? [piece('gone', mine), piece('come', theirs)] : between(mine, theirs)),
    piece('same', end === 0 ? [] : one.slice(-end)),
  ];
  return before !== '' && after !== '' && isLittle(pieces, before, after)
    ? [
        { kind: 'gone', text: before },
        { kind: 'come', text: after },
      ]
    : joined(pieces);
}

/** Length of the common beginning of two lists. */
function alike(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((word, index) => word !== other[index]);
  return at < 0 ? one.length : at;
}

function between(one: string[], other: string[]): WordPiece[] {
  const pieces: WordPiece[] = [];
  let at = 0;
  for (const { buffer1, buffer2Content, buffer1Content } of diffIndices(one, other)) {
    pieces.push(piece('same', one.slice(at, buffer1[0])), piece('gone', buffer1Content), piece('come', buffer2Content));
    at = buffer1[0] + buffer1[1];
  }
  return [...pieces, piece('same', one.slice(at))];
}

const piece = (kind: WordPiece['kind'], of: readonly string[]): WordPiece => ({ kind, text: of.join('') });

/** True if hardly more than a word here and there is the same: then two separate texts are easier to read. */
function isLittle(pieces: readonly WordPiece[], before: string, after: string): boolean {
  const same = pieces.reduce((sum, { kind, text }) => (kind === 'same' ? sum + lettersIn(text) : sum), 0);
  return same * 4 < Math.min(lettersIn(before), lettersIn(after));
}

const lettersIn = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;

/** A space between two changed words is part of the change: five changed words are one change, not five. */
function joined(pieces: readonly WordPiece[]): readonly WordPiece[] {
  const merged: WordPiece[] = [];
  let [removed, added] = ['', ''];
  const flush = (): void => {
    merged.push({ kind: 'gone', text: removed }, { kind: 'come', text: added });
    [removed, added] = ['', ''];
  };
  const filled = pieces.filter(({ text }) => text !== '');
  for (const [index, { kind, text }] of filled.entries()) {
    const isGap = kind === 'same' && /^\s+$/.test(text) && removed !== '' && added !== '' && index < filled.length - 1;
    if (kind === 'same' && !isGap) {
      flush();
      merged.push({ kind, text });
    } else {
      removed += kind === 'come' ? '' : text;
      added += kind === 'gone' ? '' : text;
    }
  }
  flush();
  return merged.filter(({ text }) => text !== '');
}
