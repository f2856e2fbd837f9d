import type { Block, ConversationItem } from '../../contract/features/conversations.ts';

/** What a tool was given or answered is mostly files: so much of its beginning says what it was about. */
const maxOfTool = 32_768;
const maxOfText = 1_048_576;

/** What is searched of an item, a text for each block that says something. @param isWhole long output of tools, too */
export const textsOf = ({ blocks }: Pick<ConversationItem, 'blocks'>, isWhole: boolean): string[] =>
  blocks.map((block) => textOf(block, isWhole)).filter((text) => text !== '');

function textOf(block: Block, isWhole: boolean): string {
  const cut = (text: string, most: number): string => (isWhole ? text : text.slice(0, most));
  switch (block.kind) {
    case 'call':
      return `${block.name} ${cut(block.input, maxOfTool)}`.trim();
    case 'result':
      return cut(block.text, maxOfTool);
    default:
      return cut(block.text, maxOfText);
  }
}

/** Whether something of it is left out of what is searched, unless it is asked for as a whole. */
export const isCut = ({ blocks }: Pick<ConversationItem, 'blocks'>): boolean =>
  blocks.some((block) => textOf(block, true).length > textOf(block, false).length);
