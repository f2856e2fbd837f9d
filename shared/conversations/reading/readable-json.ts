import type { Block } from '../../contract/features/conversations.ts';
import { parseJson } from '../../text/parse-json.ts';

/** Size above which texts stay as they are: nobody reads them, and they would be held several times over. */
const maxLength = 2_000_000;

/** Formats a JSON object or list for reading: a field on each line, unescaped. Any other text stays as it is. */
export function readableJson(text: string): string {
  const value = /^\s*[{[]/.test(text) && text.length <= maxLength ? parseJson(text) : undefined;
  return typeof value === 'object' && value !== null ? linesOf(value).join('\n') : text;
}

/** Formats the answer of a tool for reading: JSON with texts of several lines is hard to read as it is. */
export const readableAnswer = (text: string): string => (text.includes('\\n') ? readableJson(text) : text);

/** Returns the text of a block, as it is shown and searched: with the name of the tool it calls. */
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

/** Limit up to which a list of words goes on one line. */
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
  // A text keeps the beginnings of its lines, so that a copy equals the original.
  return [`${name}:`, ...(typeof value === 'string' ? lines : lines.map((line) => `  ${line}`))];
}

/** Puts the first line after its head, the others below that. */
function withHead(head: string, inLine: string | null, lines: readonly string[]): string[] {
  return (inLine === null ? lines : [inLine]).map(
    (line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line,
  );
}

const below = (value: unknown): string[] =>
  typeof value === 'string' ? value.split('\n') : typeof value === 'object' && value !== null ? linesOf(value) : [];

/** Formats a value on one line; null if it takes several. */
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
