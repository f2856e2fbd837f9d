import { type ReactNode, useMemo } from 'react';
import { WrittenText } from './visible-text.tsx';
import styles from './word-changes.module.css';
import { type WordPiece, wordDiff } from './word-diff.ts';

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
