import type { Block, ConversationItem } from '../../contract/features/conversations.ts';
import { shownTextOf } from '../reading/readable-json.ts';

/** What a tool was given or answered is mostly files: so much of its beginning says what it was about. */
const maxOfTool = 32_768;
const maxOfText = 1_048_576;

type Said = Pick<ConversationItem, 'blocks'>;

/** What is searched of an item, a text for each block that says something. @param isWhole long output of tools, too */
export const textsOf = (item: Said, isWhole: boolean): string[] => saidIn(item, isWhole).map(({ text }) => text);

/** The same with the blocks. */
export const saidIn = ({ blocks }: Said, isWhole: boolean): { readonly block: Block; readonly text: string }[] =>
  blocks.map((block) => ({ block, text: textOf(block, isWhole) })).filter(({ text }) => text !== '');

function textOf(block: Block, isWhole: boolean): string {
  const text = shownTextOf(block);
  return isWhole && isOfTool(block) ? text : text.slice(0, isOfTool(block) ? maxOfTool : maxOfText);
}

const isOfTool = ({ kind }: Block): boolean => kind === 'call' || kind === 'result';

/** Whether something of it is left out of what is searched, unless it is asked for as a whole. */
export const isCut = ({ blocks }: Said): boolean =>
  blocks.some((block) => isOfTool(block) && shownTextOf(block).length > maxOfTool);
