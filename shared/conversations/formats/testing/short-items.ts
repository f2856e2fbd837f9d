import type { ConversationItem } from '../../../contract/features/conversations.ts';

/** Who says it, its marks, and what. */
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

/** Of each item who says it, its marks, and what. */
export const shortItems = (items: readonly ConversationItem[]): string[] => items.map(short);
