/**
 * Port of Hermes's own reader: takes any line end for LF, splits at a line `§`, strips each item as Python does, and drops
 * empty ones.
 */
export function hermesItems(text: string): string[] {
  return withLf(text)
    .split('\n§\n')
    .map(strip)
    .filter((item) => item !== '');
}

/** Hermes reads through Python's universal newlines. */
const withLf = (text: string): string => text.replace(/\r\n?/g, '\n');

/** White space as `str.isspace` defines it; `\s` of JavaScript includes a byte order mark and lacks five others. */
const pythonSpace =
  /[\u0009-\u000d\u001c-\u0020\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000]/;

function strip(text: string): string {
  const characters = [...text];
  const first = characters.findIndex((character) => !pythonSpace.test(character));
  const last = characters.findLastIndex((character) => !pythonSpace.test(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}

/** Reason why Hermes would refuse a file or write it back changed; null if it accepts it unchanged. */
export function hermesRefusal(text: string, limit: number): string | null {
  const items = hermesItems(text);
  const once = [...new Set(items)];
  if (once.length < items.length) {
    return 'an item stands twice';
  }
  if (once.join('\n§\n') !== withLf(text)) {
    return 'the text is not its items joined';
  }
  return once.some((item) => [...item].length > limit) ? 'an item is over the limit' : null;
}
