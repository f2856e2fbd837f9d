import type { ConversationItem } from '../../../contract/features/conversations.ts';

/** Speaker, marks and text. */
const short = ({ kind, author, marks, blocks }: ConversationItem): string =>
  [
    kind === 'message' ? author : kind,
    ...marks.map((mark) => `(${mark})`),
    ...blocks.map((block) => {
      switch (block.kind) {
        case 'call':
          return `${block.name}(${block.input.replaceAll(/\s/g, '')})`;
        case 'result':
          return `${block.isError ? '!' : '='}${block.text}`;
        case 'other':
          return `[${block.type}]`;
        default:
          return `${block.kind === 'thinking' ? '~' : ''}${block.text}`;
      }
    }),
  ].join(' ');

/** Speaker, marks and text of each item. */
export const shortItems = (items: readonly ConversationItem[]): string[] => items.map(short);
