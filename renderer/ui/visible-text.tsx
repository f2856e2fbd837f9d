import { type ReactNode, useMemo } from 'react';
import { noValue } from '../wording/names.ts';
import { classNames } from './class-names.ts';
import { piecesOf, type TextPiece } from './text-pieces.ts';
import styles from './visible-text.module.css';

const nothingFound: readonly string[] = [];

type VisibleTextProps = Readonly<{
  text: string;
  /** Words of a search, which are marked where they occur. */
  found?: readonly string[];
}>;

/** Text of a person's file in a sentence of ours: never anything but text, and apart from what stands around it. */
export function VisibleText({ text, found = nothingFound }: VisibleTextProps) {
  const pieces = useMemo(() => piecesOf(text, found, false), [text, found]);
  return <bdi className={styles['text']}>{pieces.map(pieceNode)}</bdi>;
}

/**
 * An entry's value, alone in a block with `dir="auto"` that runs as the value does. The signs of light markdown are kept
 * and made quiet. Where there is no value, that is said rather than left blank.
 */
export function ValueText({ value, found = nothingFound }: Readonly<{ value: string; found?: readonly string[] }>) {
  const pieces = useMemo(() => piecesOf(value, found, true), [value, found]);
  return value.trim() === '' ? (
    <span className={styles['none']}>{noValue}</span>
  ) : (
    // Not apart from its block, which would not see in which direction it runs.
    <span className={styles['value']}>{pieces.map(pieceNode)}</span>
  );
}

function pieceNode(piece: TextPiece, index: number): ReactNode {
  if (piece.kind === 'hidden') {
    // Apart from the text, whose direction it must not decide.
    return (
      <bdi key={index} className={styles['hidden']} title={`Hidden character: ${piece.name}`}>
        {piece.code}
      </bdi>
    );
  }
  if (piece.hit) {
    return (
      <mark key={index} className={classNames(styles['found'], piece.look && styles[piece.look])}>
        {piece.text}
      </mark>
    );
  }
  return piece.look === null ? (
    piece.text
  ) : (
    <span key={index} className={styles[piece.look]}>
      {piece.text}
    </span>
  );
}
