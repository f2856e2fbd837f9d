import { useMemo, useState } from 'react';
import type { PageItem } from '#shared/contract/features/conversations.ts';
import { pagesOf } from '#shared/contract/reading/pages.ts';
import { textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import { useAsked } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FieldProblem } from '../../../ui/field.tsx';
import { counted, countInWords } from '../../../wording/counts.ts';
import { PlainPieces } from './markdown.tsx';

/** Number of lines of a long text shown at first. Each press of the button adds ten times as many. */
const linesAtOnce = 60;
const charactersAtOnce = 16_000;

type LongTextProps = Readonly<{
  text: string;
  found: readonly string[];
  cut: CutBlock | null;
  /** Formats a tool's input or answer for people, once all of it is loaded. */
  readable?: (text: string) => string;
  /** Set to reveal a match, even in the part that the page has cut off. */
  isSought?: boolean;
}>;

/** Text as it was written. A long one is cut off, and continued on demand. */
export function LongBlock({ text: held, found, cut, readable, isSought = false }: LongTextProps) {
  const [times, setTimes] = useState(1);
  const [word = ''] = found;
  const { rest, problem } = useRest(cut, times > 1 || (isSought && !held.toLowerCase().includes(word)));
  const isWhole = cut === null || rest !== null;
  const written = held + (rest ?? '');
  const text = useMemo(() => (isWhole && readable ? readable(written) : written), [isWhole, readable, written]);
  const hit = word === '' ? -1 : text.toLowerCase().indexOf(word);
  const end = Math.max(endOf(text, times), hit < 0 ? 0 : endOf(text, 1, hit));
  const left = text.slice(end);
  const missing = rest === null ? (cut?.missing ?? 0) : 0;
  return (
    <>
      <div className={classNames('as-written', readable && 'code-text')} dir="auto">
        <PlainPieces text={text.slice(0, end)} found={found} />
      </div>
      {(left !== '' || missing > 0) && (
        <Button look="link" className="above-2" onClick={() => setTimes(times + 10)}>
          Show more:{' '}
          {missing > 0
            ? `${countInWords(left.length + missing)} characters`
            : counted(left.split('\n').length, 'line', 'lines')}
        </Button>
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </>
  );
}

/** Offset at which to cut a text shown `times` as far as at first. */
function endOf(text: string, times: number, from = 0): number {
  let end = from;
  for (let line = 0; line < linesAtOnce * times && end < text.length; line++) {
    const next = text.indexOf('\n', end);
    end = next < 0 ? text.length : next + 1;
  }
  return Math.min(end, from + charactersAtOnce * times);
}

export type CutBlock = {
  readonly conversation: string;
  readonly at: number;
  readonly block: number;
  /** Number of characters the page has, and number missing. */
  readonly held: number;
  readonly missing: number;
};

/** A block of which a page has only the beginning; null for a complete one. */
export function cutOf(conversation: string, { at, blocks, cuts }: PageItem, index: number): CutBlock | null {
  const missing = cuts.find(({ block }) => block === index)?.missing;
  const block = blocks[index];
  return missing === undefined || block === undefined
    ? null
    : { conversation, at, block: index, held: textOfBlock(block).length, missing };
}

/** Loads the rest of a block on request; null until loaded, and if nothing is missing. */
export function useRest(cut: CutBlock | null, isWanted: boolean) {
  const { answer, problem } = useAsked(cut !== null && isWanted ? JSON.stringify(cut) : null, async () =>
    cut === null ? null : readRest(cut),
  );
  return { rest: answer, problem };
}

async function readRest({ conversation, at, block, held }: CutBlock): Promise<string> {
  const pieces: string[] = [];
  for await (const { text } of pagesOf(call, 'conversations.block', { id: conversation, at, block, from: held })) {
    pieces.push(text);
  }
  return pieces.join('');
}
