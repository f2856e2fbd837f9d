import type { Block, ConversationItem, OutlineItem } from '../../contract/features/conversations.ts';
import { estimate } from '../../entries/measure.ts';
import { oneLine } from '../../prompt/line-text.ts';
import { cutTo } from '../../text/cut-to.ts';

export const textOfBlock = (block: Block): string => (block.kind === 'call' ? block.input : block.text);

/** Characters of the beginning of a person's message. */
const beginning = 120;

/** Describes a text that a compaction left, for `compaction.left`. */
export const measureLeft = (text: string): { readonly print: number; readonly tokens: number } => ({
  print: printOf(text),
  tokens: estimate.tokensOf(estimate.ofText(text)),
});

/** Characters by which texts are compared: of a long one, programs keep the beginning and the end. */
const printed = 100;

/** Computes a fingerprint of a text's beginning: FNV-1a, in 32 bits. */
export function printOf(text: string): number {
  let print = 0x811c9dc5;
  for (const character of text.trimStart().slice(0, printed)) {
    print = Math.imul(print ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return print >>> 0;
}

export function outlineOf(item: ConversationItem): OutlineItem {
  const { at, kind, author, id, parent, time, usage, marks, compaction, turns, blocks } = item;
  const firstText = author === 'person' ? blocks.find((block) => block.kind === 'text') : undefined;
  return {
    at,
    kind,
    author,
    id,
    parent,
    time,
    usage,
    marks,
    compaction,
    turns,
    tokens: estimate.tokensOf(blocks.reduce((words, block) => words + estimate.ofText(textOfBlock(block)), 0)),
    prints: blocks.flatMap((block) => (block.kind === 'text' ? [printOf(block.text)] : [])),
    // Long texts are cut first, since only one line is shown.
    begins: firstText === undefined ? null : cutTo(oneLine(firstText.text.slice(0, 2 * beginning)), beginning),
  };
}
