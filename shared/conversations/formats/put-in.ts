import type { Block, ConversationItem } from '../../contract/features/conversations.ts';

/** Texts that one program puts into a person's message, before what the person said. */
export type PutInTexts = {
  /** Names of elements, `<name>…</name>`. */
  readonly elements: readonly string[];
  /** Patterns of anything else. */
  readonly others: readonly RegExp[];
};

/** Type of a block with a text that the program put into a person's message. */
export const putInType = 'put in by the program';

/**
 * Sets what a program put into a person's message apart from what the person said. A message with nothing else in it is the
 * program's.
 */
export function createPutInSplitter({ elements, others }: PutInTexts) {
  const element = `<(${elements.join('|')})(?=[\\s>])[^>]*>(?:[\\s\\S]*?</\\1>|[\\s\\S]*$)`;
  const beginning = new RegExp(`^(?:${[element, ...others.map(({ source }) => source)].join('|')})`);
  function split(block: Block): Block[] {
    const text = block.kind === 'text' ? block.text.trimStart() : '';
    const putIn = beginning.exec(text)?.[0] ?? '';
    if (putIn === '') {
      return [block];
    }
    const rest = text.slice(putIn.length).trimStart();
    const apart: Block = { kind: 'other', type: putInType, text: putIn.trimEnd() };
    return rest === '' ? [apart] : [apart, ...split({ kind: 'text', text: rest })];
  }
  return (item: ConversationItem): ConversationItem => {
    const blocks = item.author === 'person' ? item.blocks.flatMap(split) : item.blocks;
    if (blocks.length === 0 || !blocks.every(isPutIn)) {
      return { ...item, blocks };
    }
    return { ...item, author: 'program', marks: [...item.marks, 'injected'] };
  };
}

export const isPutIn = (block: Block): boolean => block.kind === 'other' && block.type === putInType;
