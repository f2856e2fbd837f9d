import { type ComponentType, Fragment, type HTMLAttributes, type ReactNode, useMemo } from 'react';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { counted } from '../wording/counts.ts';
import { noValue } from '../wording/names.ts';
import { classNames } from './class-names.ts';
import { chunksOf, type TextChunk } from './text-chunks.ts';
import { type ValueField, type ValuePart, valueParts } from './value-parts.ts';
import styles from './visible-text.module.css';

const nothingFound: readonly string[] = [];

type VisibleTextProps = HTMLAttributes<HTMLElement> &
  Readonly<{
    text: string;
    /** Search words, which are marked. */
    found?: readonly string[];
    /** Element that holds the text and nothing else; it gets all other attributes. */
    as?: 'p' | 'span' | 'div' | 'li' | 'dd' | 'del' | 'ins' | 'h2' | 'h3' | 'code' | 'pre' | 'figcaption';
  }>;

/** Text of a person's file in a sentence of ours: never anything but text, and isolated from the text around it. */
export function VisibleText({ text, found = nothingFound, as: Element, ...attributes }: VisibleTextProps) {
  const chunks = useMemo(() => chunksOf(text, found, false), [text, found]);
  const isolated = <bdi className="breaks">{chunks.map(chunkNode)}</bdi>;
  return Element === undefined ? isolated : <Element {...attributes}>{isolated}</Element>;
}

/** The same in a separate block, from which it takes its direction. */
export function WrittenText({ text }: Readonly<{ text: string }>) {
  const chunks = useMemo(() => chunksOf(text, nothingFound, false), [text]);
  return chunks.map(chunkNode);
}

type ValueTextProps = Readonly<{ value: string; found?: readonly string[] }>;

/** An entry's value as running text, with its light markdown rendered. Alone in a block with `dir="auto"`. */
export function ValueText({ value, found = nothingFound }: ValueTextProps) {
  const parts = useMemo(() => valueParts(value), [value]);
  if (value.trim() === '') {
    return <span className={styles['none']}>{noValue}</span>;
  }
  return (
    // No `bdi`: the block would not see in which direction the text runs.
    <span className="breaks">{parts.map(partIn(found))}</span>
  );
}

/** Parts of a text never move, so the index identifies a part. */
const partIn =
  (found: readonly string[]) =>
  (part: ValuePart, at: number): ReactNode => (
    <Fragment key={at}>
      {at > 0 && ' '}
      {part.kind === 'text' ? (
        <DrawnText text={part.text} found={found} />
      ) : part.kind === 'list' ? (
        part.items.map(itemIn(found))
      ) : (
        part.fields.map(fieldIn(found))
      )}
    </Fragment>
  );

const itemIn =
  (found: readonly string[]) =>
  (item: string, at: number): ReactNode => (
    <Fragment key={at}>
      {at > 0 && dot}
      <DrawnText text={item} found={found} />
    </Fragment>
  );

const fieldIn =
  (found: readonly string[]) =>
  ({ label, value }: ValueField, at: number): ReactNode => (
    <Fragment key={at}>
      {at > 0 && dot}
      <span className="quiet">
        <SubjectText text={label} found={found} />
      </span>{' '}
      <DrawnText text={value} found={found} />
    </Fragment>
  );

const dot = <span className="quiet"> · </span>;

type SubjectTextProps = Readonly<{
  text: string;
  /** Value of the key's entry, which may show how the key is capitalised. */
  said?: string;
  found?: readonly string[];
}>;

/** A key as a person would write it, with search matches in either form marked. */
export function SubjectText({ text, said, found = nothingFound }: SubjectTextProps) {
  const words = useMemo(() => found.map((word) => word.replaceAll(/[_-]/g, ' ').trim()), [found]);
  return <VisibleText text={subjectFrom(text, said)} found={words} />;
}

type DrawnTextProps = Readonly<{
  text: string;
  found?: readonly string[];
  /** Component for links; they can't be followed if it is left out. */
  Link?: ComponentType<{ href: string; children: ReactNode }>;
}>;

/** A text with its light markdown rendered and the signs removed. */
export function DrawnText({ text, found = nothingFound, Link }: DrawnTextProps) {
  const chunks = useMemo(() => chunksOf(text, found, true), [text, found]);
  return chunks.map((chunk, index) => drawnChunk(chunk, index, Link));
}

function drawnChunk(chunk: TextChunk, index: number, Link: DrawnTextProps['Link']): ReactNode {
  if (chunk.kind === 'text' && chunk.look === 'sign') {
    return null;
  }
  const node = chunkNode(chunk, index);
  return Link && chunk.kind === 'text' && chunk.href !== undefined ? (
    <Link key={index} href={chunk.href}>
      {node}
    </Link>
  ) : (
    node
  );
}

function chunkNode(chunk: TextChunk, index: number): ReactNode {
  if (chunk.kind === 'hidden') {
    // Isolated from the text, whose direction it must not decide.
    const first = `${chunk.name} (${chunk.code})`;
    return (
      <bdi
        key={index}
        className={styles['hidden']}
        title={chunk.count === 1 ? `Hidden character: ${first}` : `Hidden characters, the first: ${first}`}
      >
        {counted(chunk.count, 'invisible character', 'invisible characters').replace(/^1 /, '')}
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
