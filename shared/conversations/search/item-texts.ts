import type { Block, ConversationItem } from '../../contract/features/conversations.ts';
import { shownTextOf } from '../reading/readable-json.ts';

/** Characters searched of a tool's input or answer, which is mostly a file whose beginning identifies it. */
const maxOfTool = 32_768;
const maxOfText = 1_048_576;

type ItemBlocks = Pick<ConversationItem, 'blocks'>;

/** Lists the searched texts of an item, one for each block. @param isWhole true to include long output of tools */
export const textsOf = (item: ItemBlocks, isWhole: boolean): string[] =>
  searchedTexts(item, isWhole).map(({ text }) => text);

export const searchedTexts = (
  { blocks }: ItemBlocks,
  isWhole: boolean,
): { readonly block: Block; readonly text: string }[] =>
  blocks.map((block) => ({ block, text: textOf(block, isWhole) })).filter(({ text }) => text !== '');

function textOf(block: Block, isWhole: boolean): string {
  const text = shownTextOf(block);
  return isWhole && isOfTool(block) ? text : text.slice(0, isOfTool(block) ? maxOfTool : maxOfText);
}

const isOfTool = ({ kind }: Block): boolean => kind === 'call' || kind === 'result';

/** True if a part of it is searched only when asked for as a whole. */
export const isCut = ({ blocks }: ItemBlocks): boolean =>
  blocks.some((block) => isOfTool(block) && shownTextOf(block).length > maxOfTool);
