import { columns, isBlank, isBlankOrTab, lastLineIndented, skipBlanks, trimBlanks } from '../../text/blanks.ts';
import { headingTitle } from '../../text/heading-title.ts';
import type { Line } from '../../text/lines.ts';
import {
  beginsItem,
  firstNested,
  lastLineOfItem,
  lastLineOfQuote,
  levelOfUnderlined,
  paragraphAt,
} from './block-ends.ts';
import { type BlockCollector, createBlockCollector } from './collected.ts';
import { headingOfItem, labelOf } from './keys.ts';
import { itemText, type Lines, lastLineOf, lineStart } from './line-starts.ts';
import { beginsTable, lastLineOfTable } from './table.ts';

type BlockOptions = {
  readonly line: number;
  /** True if a line above a list may be only a heading to it. Otherwise nested lists stay in their entry. */
  readonly subHeadings: boolean;
};

/** Reads blocks, one after the other: headings, entries (each with the ordinal 0), and other lines. */
export function readBlocks(source: Lines, { line: firstLine, subHeadings }: BlockOptions) {
  const { text, lines } = source;
  const collected = createBlockCollector(source);
  const { sections, entries, notUnderstood, diagnostics } = collected;
  for (let at = firstLine; at < lines.length; ) {
    const { from, to } = collected.lineAt(at);
    if (isBlank(text, from, to)) {
      at += 1;
    } else {
      at = readBlock(source, collected, at, subHeadings);
      sections.reach((lines[at - 1] as Line).end);
    }
  }
  return { sections: sections.all(), entries, notUnderstood, diagnostics };
}

/** Reads the block that begins in a line. @returns the line after it, like all functions below */
function readBlock(source: Lines, collected: BlockCollector, at: number, subHeadings: boolean): number {
  const { text, lines } = source;
  const { sections, addEntry, addOther } = collected;
  const { from, to } = collected.lineAt(at);
  const start = lineStart(text, from, to);
  if (start === 'heading') {
    const [, marks = '#', titleText = ''] = /^(#+)(.*)$/s.exec(text.slice(from, to)) ?? [];
    sections.beginHeading(lines[at] as Line, headingTitle(titleText), marks.length);
    return at + 1;
  }
  const column = columns(text, from, to);
  sections.endAbove(column);
  if (start === 'bullet' || start === 'number') {
    sections.endLabels('item');
    return readItem(source, collected, at, start, subHeadings);
  }
  const base = sections.base();
  if (column >= base + 4) {
    sections.endLabels('code');
    return addEntry('code', at, lastLineIndented(text, lines, at, base + 4), base + 4);
  }
  switch (start) {
    case 'fence':
      return readFence(source, collected, at);
    case 'comment': {
      const last = lastLineOf('comment', text, lines, at);
      return last < lines.length ? addOther(at, last) : collected.addUnclosed('comment', at);
    }
    case 'quote':
      sections.endLabels('quote');
      return addEntry('quote', at, lastLineOfQuote(source, at));
    case 'divider':
      // It only ends the block before it.
      sections.endLabels('paragraph');
      return at + 1;
    case 'rule':
      sections.endLabels('paragraph');
      return addOther(at, at);
    case 'conflict':
      collected.isInConflict = text[from] === '<';
      return addOther(at, at);
    case 'tag':
      return addOther(at, at);
    default:
      return beginsTable(text, lines, at)
        ? readTable(source, collected, at)
        : readParagraph(source, collected, at, subHeadings);
  }
}

function readItem(
  source: Lines,
  { sections, lineAt, addEntry }: BlockCollector,
  at: number,
  start: 'bullet' | 'number',
  subHeadings: boolean,
): number {
  const { text } = source;
  const { from, to } = lineAt(at);
  const content = text.slice(itemText(text, skipBlanks(text, from, to), to), to);
  const nested = subHeadings && sections.mayNest() ? firstNested(source, at) : null;
  const isContext = nested !== null && (labelOf(content) !== null || (start === 'number' && nested === 'bullet'));
  const title = isContext ? headingOfItem(content) : null;
  if (title === null) {
    return addEntry('item', at, lastLineOfItem(source, at));
  }
  sections.begin(lineAt(at), title, 'item', columns(text, from, to));
  return at + 1;
}

function readFence({ text, lines }: Lines, { sections, addEntry, addUnclosed }: BlockCollector, at: number): number {
  sections.endLabels('fence');
  const last = lastLineOf('fence', text, lines, at);
  return last < lines.length ? addEntry('fence', at, last) : addUnclosed('code block', at);
}

function readTable(source: Lines, { sections, addEntry, addOther }: BlockCollector, at: number): number {
  sections.endLabels('row');
  let next = addOther(at, at + 1);
  for (const last = lastLineOfTable(source, at); next <= last; ) {
    next = addEntry('row', next, next);
  }
  return next;
}

function readParagraph(source: Lines, collected: BlockCollector, at: number, subHeadings: boolean): number {
  const { text } = source;
  const { sections, lineAt, addEntry } = collected;
  const { parts, end } = paragraphAt(source, at);
  if (end === at && beginUnderlined(source, collected, at)) {
    return at + 2;
  }
  for (const { first, last } of parts) {
    sections.endLabels('paragraph');
    const { from, to } = lineAt(first);
    const mayBeLabel = subHeadings && last === end && first === last && sections.mayNest();
    const title = mayBeLabel ? labelOf(text.slice(from, to)) : null;
    const indent = columns(text, from, to);
    if (title !== null && beginsList(source, last + 1, indent)) {
      sections.begin(lineAt(first), title, 'label', indent);
    } else {
      addEntry('paragraph', first, last);
    }
  }
  return end + 1;
}

/** Begins the heading formed by a line and the one below it; false if they form none. */
function beginUnderlined(
  { text, lines }: Lines,
  { sections, lineAt, isInConflict }: BlockCollector,
  at: number,
): boolean {
  const below = lines[at + 1];
  const { from, to } = lineAt(at);
  if (below === undefined || isBlankOrTab(text.charCodeAt(from))) {
    return false;
  }
  const title = trimBlanks(text.slice(from, to));
  const level = levelOfUnderlined(title, text.slice(below.from, below.to), isInConflict);
  if (level === null) {
    return false;
  }
  sections.beginHeading({ ...below, from: (lines[at] as Line).from }, title, level);
  return true;
}

/** True if a block follows that a label can head, indented at least as much: a list, table, code or quote. */
function beginsList(source: Lines, from: number, indent: number): boolean {
  const { text, lines } = source;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (!isBlank(text, line.from, line.to)) {
      const start = lineStart(text, line.from, line.to);
      return (
        columns(text, line.from, line.to) >= indent &&
        (start === 'quote' ||
          beginsItem(start) ||
          (start === 'fence' && lastLineOf('fence', text, lines, at) < lines.length) ||
          (beginsTable(text, lines, at) && lastLineOfTable(source, at) > at + 1))
      );
    }
  }
  return false;
}
