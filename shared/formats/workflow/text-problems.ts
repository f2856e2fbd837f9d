import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { jsonNesting, maxNesting } from '../../text/nesting.ts';
import type { Finding } from './finding.ts';
import type { Json } from './json-values.ts';
import { noJson, validate } from './validate.ts';

/** A place in a text, and what is wrong there. */
export type TextProblem = Pick<Finding, 'severity' | 'message'> & { readonly from: number; readonly to: number };

/** What is wrong in the text of a context, where it stands: that it is no JSON, or what `validate` finds. */
export function problemsInText(text: string): TextProblem[] {
  if (jsonNesting(text) > maxNesting) {
    return [{ from: 0, to: text.length, severity: 'error', message: noJson.message }];
  }
  const before = text.startsWith('\uFEFF') ? 1 : 0;
  const plain = text.slice(before);
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, { allowTrailingComma: true });
  const [first] = errors;
  // What follows the first is mostly its consequence.
  if (first !== undefined || root === undefined) {
    return [{ ...placeOf(first, plain, before), severity: 'error', message: sentenceOf(first) }];
  }
  const findings = validate(getNodeValue(root) as Json).findings;
  // What may be missing is no mistake in what is typed.
  const mistakes = findings.filter(({ type, severity }) => type !== 'missing' || severity === 'error');
  return mistakes.map(({ path, severity, message }) => {
    const { offset, length } = nodeAt(root, path);
    return { from: before + offset, to: before + offset + length, severity, message };
  });
}

/** Something is marked even where what is missing would stand at the end. */
function placeOf(error: ParseError | undefined, text: string, before: number) {
  const from = Math.max(0, Math.min(error?.offset ?? 0, text.trimEnd().length - 1));
  const length = error !== undefined && error.offset === from ? Math.max(1, error.length) : 1;
  return { from: before + from, to: before + Math.min(text.length, from + length) };
}

/** The value at a path of a finding; of what is not there, the name of what it is missing in. */
function nodeAt(root: Node, path: string): Pick<Node, 'offset' | 'length'> {
  const names = path === '' ? [] : path.split('.');
  const found = findNodeAtLocation(root, names.map(asIndex(root, names)));
  if (found !== undefined) {
    return found;
  }
  for (let length = names.length - 1; length > 0; length--) {
    const holder = findNodeAtLocation(root, names.slice(0, length).map(asIndex(root, names)));
    if (holder !== undefined) {
      return holder.parent?.children?.[0] ?? holder;
    }
  }
  return { offset: root.offset, length: 1 };
}

/** A number is one of a list only where a list stands. */
const asIndex =
  (root: Node, names: readonly string[]) =>
  (name: string, at: number): string | number => {
    const holder = findNodeAtLocation(root, names.slice(0, at).map(asIndex(root, names)));
    return holder?.type === 'array' ? Number(name) : name;
  };

const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This isn’t a value. Texts stand in quotation marks.',
  InvalidNumberFormat: 'This isn’t a number.',
  PropertyNameExpected: 'Here a name in quotation marks is expected.',
  ValueExpected: 'Here a value is expected.',
  ColonExpected: 'Here a colon is missing.',
  CommaExpected: 'Here a comma is missing.',
  CloseBraceExpected: 'Here } is missing.',
  CloseBracketExpected: 'Here ] is missing.',
  EndOfFileExpected: 'Nothing may follow the end.',
  UnexpectedEndOfComment: 'This comment has no end.',
  UnexpectedEndOfString: 'This text has no closing quotation mark.',
  InvalidEscapeCharacter: 'Only ", \\, /, b, f, n, r, t and u may follow a backslash.',
  InvalidUnicode: 'Four hexadecimal digits follow \\u.',
  InvalidCharacter: 'Line breaks and tabs in a text are written \\n and \\t.',
};

const sentenceOf = (error: ParseError | undefined): string =>
  (error && sentences[printParseErrorCode(error.error)]) ?? noJson.message;
