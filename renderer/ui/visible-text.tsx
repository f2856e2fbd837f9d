import { type ReactNode, useMemo } from 'react';
import { noValue } from '../wording/names.ts';
import { classNames } from './class-names.ts';
import { chunksOf, type TextChunk } from './text-chunks.ts';
import styles from './visible-text.module.css';

const nothingFound: readonly string[] = [];

type VisibleTextProps = Readonly<{
  text: string;
  /** Words of a search, which are marked where they occur. */
  found?: readonly string[];
}>;

/** Text of a person's file in a sentence of ours: never anything but text, and apart from what stands around it. */
export function VisibleText({ text, found = nothingFound }: VisibleTextProps) {
  const chunks = useMemo(() => chunksOf(text, found, false), [text, found]);
  return <bdi className={styles['text']}>{chunks.map(chunkNode)}</bdi>;
}

/** An entry's value, alone in a block with `dir="auto"`. Signs of light markdown stay, quiet; no value is said so. */
export function ValueText({ value, found = nothingFound }: Readonly<{ value: string; found?: readonly string[] }>) {
  const chunks = useMemo(() => chunksOf(value, found, true), [value, found]);
  return value.trim() === '' ? (
    <span className={styles['none']}>{noValue}</span>
  ) : (
    // Not apart from its block, which would not see in which direction it runs.
    <span className={styles['value']}>{chunks.map(chunkNode)}</span>
  );
}

function chunkNode(chunk: TextChunk, index: number): ReactNode {
  if (chunk.kind === 'hidden') {
    // Apart from the text, whose direction it must not decide.
    return (
      <bdi key={index} className={styles['hidden']} title={`Hidden character: ${chunk.name}`}>
        {chunk.code}
      </bdi>
    );
  }
  if (chunk.hit) {
    return (
      <mark key={index} className={classNames(styles['found'], chunk.look && styles[chunk.look])}>
        {chunk.text}
      </mark>
    );
  }
  return chunk.look === null ? (
    chunk.text
  ) : (
    <span key={index} className={styles[chunk.look]}>
      {chunk.text}
    </span>
  );
}
