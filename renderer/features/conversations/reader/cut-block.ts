import type { PageItem } from '#shared/contract/features/conversations.ts';
import { pagesOf } from '#shared/contract/reading/pages.ts';
import { textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import { useAsked } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';

/** A block of an item of which a page has only the beginning. */
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
