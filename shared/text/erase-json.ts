import type { Eraser } from './eraser.ts';
import { parseJson } from './parse-json.ts';

/** Escapes that may be omitted, or that are escaped again in a text that is JSON itself. */
const isReadOtherwise = /\\[u/\\]/;

const nothing: ReadonlySet<string> = new Set();

/**
 * Erases from the texts and names of a JSON text, which stays byte for byte the same elsewhere. A number goes if it
 * equals the erased text. Text that is no JSON may hold it escaped, and is cut as it is.
 * @param structure names whose texts are nobody's words, but structure
 */
export function eraseFromJson(text: string, eraser: Eraser, structure: ReadonlySet<string> = nothing): string {
  const asWritten = eraser.cutEscaped(text);
  if ((asWritten === text && !isReadOtherwise.test(text)) || parseJson(text) === undefined) {
    return asWritten;
  }
  const tokens = tokensOf(text);
  const names = namesIn(tokens);
  let after = '';
  let done = 0;
  for (const token of tokens) {
    const cut = isStructure(token, structure) ? null : cutFrom(token, eraser, names);
    if (cut !== null) {
      after += text.slice(done, token.from) + cut;
      done = token.from + token.written.length;
    }
  }
  return after + text.slice(done);
}

/** Lists the names, texts and numbers of a JSON text outside its structure; null if it is no JSON. */
export const saidInJson = (text: string, structure: ReadonlySet<string> = nothing): string[] | null =>
  parseJson(text) === undefined
    ? null
    : tokensOf(text).flatMap((token) => (isStructure(token, structure) ? [] : token.said));

const isStructure = ({ kind, of }: Token, structure: ReadonlySet<string>): boolean =>
  kind === 'text' && of !== null && structure.has(of);

type Token = {
  readonly from: number;
  readonly written: string;
  readonly said: string;
  readonly kind: 'name' | 'text' | 'number';
  /** Object it is a name or a value of. */
  readonly object: number;
  /** Name it is the value of; null for a name, and for an item of a list. */
  readonly of: string | null;
};

/** @param text JSON, in which anything that looks like a token is one */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const objects: number[] = [];
  let name: string | null = null;
  for (const { 0: written, index: from } of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|[{}[\],]/g)) {
    if (written === '{') {
      objects.push(from);
    } else if (written === '}') {
      objects.pop();
    }
    const object = objects.at(-1) ?? -1;
    if (written.endsWith(':')) {
      const end = written.lastIndexOf('"') + 1;
      name = saidBy(written.slice(0, end));
      tokens.push({ from, written: written.slice(0, end), said: name, kind: 'name', object, of: null });
      continue;
    }
    if (written.startsWith('"')) {
      tokens.push({ from, written, said: saidBy(written), kind: 'text', object, of: name });
    } else if (!/[{}[\],]/.test(written)) {
      tokens.push({ from, written, said: written, kind: 'number', object, of: name });
    }
    name = null;
  }
  return tokens;
}

const saidBy = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);

function namesIn(tokens: readonly Token[]): Map<number, Set<string>> {
  const names = new Map<number, Set<string>>();
  for (const { kind, object, said } of tokens) {
    if (kind === 'name') {
      names.set(object, (names.get(object) ?? new Set()).add(said));
    }
  }
  return names;
}

/** Computes the replacement of a token; null if it stays. */
function cutFrom(
  { kind, said, object }: Token,
  eraser: Eraser,
  names: ReadonlyMap<number, Set<string>>,
): string | null {
  // A text may be JSON again, such as the input of a tool.
  const mayHold = said.includes('\\') || eraser.occurs(said);
  let cut = mayHold ? eraser.cutEscaped(said) : said;
  if (cut === said) {
    return null;
  }
  if (kind === 'number') {
    return cut === '' ? 'null' : null;
  }
  if (kind === 'name') {
    const others = names.get(object);
    while (others?.has(cut)) {
      cut += '…';
    }
    others?.add(cut);
  }
  return JSON.stringify(cut);
}
