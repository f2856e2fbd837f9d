import type { Block, ConversationItem } from '../../contract/features/conversations.ts';

/** Texts that one program inserts into a person's message. */
export type PutInTexts = {
  /** Names of elements, `<name>…</name>`, anywhere. One that never ends counts if it begins the message. */
  readonly elements: readonly string[];
  /** Patterns of other insertions, before the person's text. */
  readonly others: readonly RegExp[];
};

export const putInType = 'put in by the program';

/** Separates text a program inserted into a person's message. A message with nothing else in it is the program's. */
export function createPutInSplitter({ elements, others }: PutInTexts) {
  const element = `<(${elements.join('|')})(?=[\\s>])[^>]*>[\\s\\S]*?</\\1>`;
  const unended = `^\\s*<(?:${elements.join('|')})(?=[\\s>])[\\s\\S]*`;
  const atStart = others.map(({ source }) => `(?<=^\\s*)(?:${source})`);
  const pattern = new RegExp([element, unended, ...atStart].join('|'), 'g');
  function split(block: Block): readonly Block[] {
    if (block.kind !== 'text') {
      return [block];
    }
    const blocks: Block[] = [];
    let rest = block.text;
    // Each may begin the text after it, so that the next one is found there.
    for (let match = matchIn(pattern, rest); match !== null; match = matchIn(pattern, rest)) {
      blocks.push(...saidIn(rest.slice(0, match.index)));
      blocks.push({ kind: 'other', type: putInType, text: match[0].trim() });
      rest = rest.slice(match.index + match[0].length);
    }
    return blocks.length === 0 ? [block] : [...blocks, ...saidIn(rest)];
  }
  return (item: ConversationItem): ConversationItem => {
    const blocks = item.author === 'person' ? item.blocks.flatMap(split) : item.blocks;
    if (blocks.length === 0 || !blocks.every(isInserted)) {
      return { ...item, blocks };
    }
    return { ...item, author: 'program', marks: [...item.marks, 'injected'] };
  };
}

function matchIn(pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = 0;
  return pattern.exec(text);
}

const saidIn = (text: string): Block[] => (text.trim() === '' ? [] : [{ kind: 'text', text: text.trim() }]);

export const isInserted = (block: Block): boolean => block.kind === 'other' && block.type === putInType;
