import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import { jsonProblem, type TextProblem } from '../../text/json-problem.ts';
import type { Json } from './json-values.ts';
import { noJson, validate } from './validate.ts';

/** Finds problems in the text of a context, with their ranges: that it is no JSON, or the findings of `validate`. */
export function problemsInText(text: string): TextProblem[] {
  const problem = jsonProblem(text, noJson.message);
  const before = text.startsWith('\uFEFF') ? 1 : 0;
  const root = problem === null ? parseTree(text.slice(before)) : undefined;
  if (problem !== null || root === undefined) {
    return problem === null ? [] : [problem];
  }
  const findings = validate(getNodeValue(root) as Json).findings;
  // A missing value is no typing mistake.
  const mistakes = findings.filter(({ type, severity }) => type !== 'missing' || severity === 'error');
  return mistakes.map(({ path, severity, message }) => {
    const { offset, length } = nodeAt(root, path);
    return { from: before + offset, to: before + offset + length, severity, message };
  });
}

/** Finds the value at the path of a finding; for a missing one, the name of its object. */
function nodeAt(root: Node, path: string): Pick<Node, 'offset' | 'length'> {
  const names = path === '' ? [] : path.split('.');
  const node = findNodeAtLocation(root, names.map(asIndex(root, names)));
  if (node !== undefined) {
    return node;
  }
  for (let length = names.length - 1; length > 0; length--) {
    const holder = findNodeAtLocation(root, names.slice(0, length).map(asIndex(root, names)));
    if (holder !== undefined) {
      return holder.parent?.children?.[0] ?? holder;
    }
  }
  return { offset: root.offset, length: 1 };
}

/** Converts a number to an index only in a list. */
const asIndex =
  (root: Node, names: readonly string[]) =>
  (name: string, at: number): string | number => {
    const holder = findNodeAtLocation(root, names.slice(0, at).map(asIndex(root, names)));
    return holder?.type === 'array' ? Number(name) : name;
  };
