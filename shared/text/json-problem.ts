import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { jsonNesting, maxNesting } from './nesting.ts';

export type TextProblem = {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly from: number;
  readonly to: number;
};

/** Describes where a text stops being JSON; null if it is JSON. @param otherwise message if no place can be named */
export function jsonProblem(text: string, otherwise: string): TextProblem | null {
  if (jsonNesting(text) > maxNesting) {
    return { from: 0, to: text.length, severity: 'error', message: otherwise };
  }
  const before = text.startsWith('\uFEFF') ? 1 : 0;
  const plain = text.slice(before);
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, { disallowComments: true });
  // Errors after the first are mostly its consequence.
  const [first] = errors;
  if (first === undefined && root !== undefined) {
    return null;
  }
  return { ...placeOf(first, plain, before), severity: 'error', message: sentenceOf(first, root) ?? otherwise };
}

function sentenceOf(error: ParseError | undefined, root: Node | undefined): string | undefined {
  const code = error && printParseErrorCode(error.error);
  return code === 'InvalidSymbol' && isAfterEnd(error, root) ? afterEnd : sentences[code ?? ''];
}

/** True if a fault is behind a whole value; one that only begins like a number, such as 3rd, isn’t whole. */
const isAfterEnd = (error: ParseError | undefined, root: Node | undefined): boolean =>
  error !== undefined && root !== undefined && root.type !== 'number' && error.offset >= root.offset + root.length;

/** Finds a non-empty range to mark, even if something is missing at the end. */
function placeOf(error: ParseError | undefined, text: string, before: number) {
  const from = Math.max(0, Math.min(error?.offset ?? 0, text.trimEnd().length - 1));
  const length = error !== undefined && error.offset === from ? Math.max(1, error.length) : 1;
  return { from: before + from, to: before + Math.min(text.length, from + length) };
}

const afterEnd = 'There is extra text after the end. Remove it.';

const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This isn’t a value. Text needs quotation marks.',
  InvalidNumberFormat: 'This isn’t a number.',
  PropertyNameExpected: 'A name in quotation marks is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is missing here.',
  CommaExpected: 'A comma is missing here.',
  CloseBraceExpected: 'A } is missing here.',
  CloseBracketExpected: 'A ] is missing here.',
  EndOfFileExpected: afterEnd,
  UnexpectedEndOfComment: 'This comment has no end.',
  UnexpectedEndOfString: 'This text has no closing quotation mark.',
  InvalidEscapeCharacter: 'Only ", \\, /, b, f, n, r, t and u may follow a backslash.',
  InvalidUnicode: 'Four hexadecimal digits follow \\u.',
  InvalidCommentToken: 'Comments can’t stand in JSON.',
  InvalidCharacter: 'Line breaks and tabs in a text are written \\n and \\t.',
};
