import type { Block, ConversationItem, OutlineItem } from '../../contract/features/conversations.ts';
import { estimate } from '../../entries/measure.ts';
import { oneLine } from '../../prompt/line-text.ts';
import { cutTo } from '../../text/cut-to.ts';

/** All that a block says, a call its arguments. */
export const textOfBlock = (block: Block): string => (block.kind === 'call' ? block.input : block.text);

/** How a message of a person begins, in characters. */
const beginning = 120;

/** What stands of an item in the outline of its conversation. */
export function outlineOf(item: ConversationItem): OutlineItem {
  const { at, kind, author, id, parent, time, usage, marks, compaction, turns, blocks } = item;
  const said = author === 'person' ? blocks.find((block) => block.kind === 'text') : undefined;
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
    // Of a page of text only the first line is looked at.
    begins: said === undefined ? null : cutTo(oneLine(said.text.slice(0, 2 * beginning)), beginning),
  };
}
