/** Levels a text may be nested: a parser that overflows the stack may end the process instead of failing. */
export const maxNesting = 400;

/** Counts levels of JSON; in a text that is none, at least as many as its parser descends. */
export function jsonNesting(text: string): number {
  let deepest = 0;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
    } else if (character === '[' || character === '{') {
      level += 1;
      deepest = Math.max(deepest, level);
    } else if (character === ']' || character === '}') {
      level -= 1;
    }
  }
  return deepest;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text[before] === '\\') {
      before -= 1;
    }
    // An even number of backslashes escape each other.
    if ((at - before) % 2 === 1) {
      return at;
    }
  }
  return text.length;
}

/** Counts the levels YAML can have at most: two for each bracket, one for each column and mark of indentation. */
export function yamlNesting(text: string): number {
  let deepest = 0;
  for (const line of text.split('\n')) {
    const indent = line.length - line.trimStart().length;
    deepest = Math.max(deepest, indent + countOf(line, /[-?:](?=\s|$)|(?<!\S)[&!]/g));
  }
  return deepest + 2 * countOf(text, /[[{]/g);
}

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** True if a value has no more levels than a text may have. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let level = 0; layer.length > 0; level += 1) {
    const inner = layer.filter((each): each is object => typeof each === 'object' && each !== null);
    if (inner.length > 0 && level >= levels) {
      return false;
    }
    layer = inner.flatMap((each) => Object.values(each));
  }
  return true;
}
