import type { Block, ConversationItem, PageItem } from '../../contract/features/conversations.ts';
import { textOfBlock } from './outline-item.ts';

/** Characters of one block on a page. */
const maxBlock = 16_000;
/** Characters of all items of a page, and of all blocks of one item: at most 3 MB as JSON, whatever they are. */
const maxPage = 400_000;

/** Cuts an item for a page: its longest blocks, and all of them from the point at which it is too long as a whole. */
export function cutItem(item: ConversationItem): PageItem {
  let left = maxPage;
  const cuts: PageItem['cuts'] = [];
  const blocks = item.blocks.map((block, index) => {
    const text = textOfBlock(block);
    const most = Math.min(maxBlock, left);
    const beginning = text.length > most ? text.slice(0, lastWhole(text, most)) : text;
    left -= beginning.length;
    if (beginning.length < text.length) {
      cuts.push({ block: index, missing: text.length - beginning.length });
    }
    return beginning.length < text.length ? withText(block, beginning) : block;
  });
  return { ...item, blocks, cuts };
}

/** Finds a place to cut a text so that no character is halved. */
const lastWhole = (text: string, most: number): number =>
  /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;

const withText = (block: Block, text: string): Block =>
  block.kind === 'call' ? { ...block, input: text } : { ...block, text };

/** Counts the first items that fit on a page: at least one, if there is any. */
export function fitting(items: readonly PageItem[]): number {
  let length = 0;
  const over = items.findIndex((item) => {
    length += item.blocks.reduce((sum, block) => sum + textOfBlock(block).length, 0);
    return length > maxPage;
  });
  return over < 0 ? items.length : Math.max(1, over);
}
