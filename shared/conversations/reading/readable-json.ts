import type { Block } from '../../contract/features/conversations.ts';
import { parseJson } from '../../text/parse-json.ts';

/** Longer texts stay as they are: nobody reads them, and they would be held several times over. */
const maxLength = 2_000_000;

/** A JSON object or list as a person reads it: a field on each line, its text as it was meant. Any other text as it is. */
export function readableJson(text: string): string {
  const value = /^\s*[{[]/.test(text) && text.length <= maxLength ? parseJson(text) : undefined;
  return typeof value === 'object' && value !== null ? linesOf(value).join('\n') : text;
}

/** What a tool answered, as a person reads it: JSON with texts of several lines in it is not meant to be read as it is. */
export const readableAnswer = (text: string): string => (text.includes('\\n') ? readableJson(text) : text);

/** What a block says, as it is shown and found: with the name of the tool it calls. */
export function shownTextOf(block: Block): string {
  switch (block.kind) {
    case 'call':
      return `${block.name} ${readableJson(block.input)}`.trim();
    case 'result':
      return readableAnswer(block.text);
    default:
      return block.text;
  }
}

/** Lists of words that fit on a line stand on one. */
const maxLine = 200;

function linesOf(value: object): string[] {
  const inLine = onOneLine(value);
  if (inLine !== null) {
    return [inLine];
  }
  return Array.isArray(value)
    ? value.flatMap((one) => withHead('- ', onOneLine(one), below(one)))
    : Object.entries(value).flatMap(([name, one]) => fieldLines(name, one));
}

function fieldLines(name: string, value: unknown): string[] {
  const inLine = onOneLine(value);
  if (inLine !== null) {
    return [`${name}: ${inLine}`.trimEnd()];
  }
  const lines = below(value);
  // A text keeps its own beginning of lines, so that what is copied is what was written.
  return [`${name}:`, ...(typeof value === 'string' ? lines : lines.map((line) => `  ${line}`))];
}

/** The first line after its head, the others below that. */
function withHead(head: string, inLine: string | null, lines: readonly string[]): string[] {
  return (inLine === null ? lines : [inLine]).map(
    (line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line,
  );
}

const below = (value: unknown): string[] =>
  typeof value === 'string' ? value.split('\n') : typeof value === 'object' && value !== null ? linesOf(value) : [];

/** Null for what takes several lines. */
function onOneLine(value: unknown): string | null {
  if (typeof value === 'string') {
    return value.includes('\n') ? null : value;
  }
  if (typeof value !== 'object' || value === null) {
    return String(value);
  }
  if (!Array.isArray(value)) {
    return Object.keys(value).length === 0 ? '{}' : null;
  }
  const isFlat = value.every((one) => (typeof one === 'string' ? !one.includes('\n') : typeof one !== 'object'));
  const line = isFlat ? `[${value.map(String).join(', ')}]` : null;
  return line !== null && line.length <= maxLine ? line : null;
}
