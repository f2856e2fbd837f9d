const longestKey = 64;
const identifierKey = /^([\p{L}_][\p{L}\p{N}_-]*):(?!\/\/)/u;

/**
 * Finds the key an entry's text begins with, in its first line. A key ends at a colon followed by white space or the line's end, or is an identifier
 * directly before a colon that `//` does not follow; at most 64 characters. Otherwise the text is prose, so
 * `Picks up kids at 3:30` and a web address are.
 *
 * @returns the key, and where the value begins (after the colon and white space); null for prose
 */
export function readKey(text: string): { readonly key: string; readonly valueAt: number } | null {
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  const colon = firstKeyColon(line);
  if (colon === null) {
    return null;
  }
  const key = line.slice(0, colon).trim();
  if (key === '' || (key.length > longestKey && [...key].length > longestKey)) {
    return null;
  }
  let valueAt = colon + 1;
  while (line[valueAt] === ' ' || line[valueAt] === '\t') {
    valueAt += 1;
  }
  return { key, valueAt };
}

function firstKeyColon(line: string): number | null {
  const identifier = identifierKey.exec(line)?.[1];
  if (identifier !== undefined) {
    return identifier.length;
  }
  for (let colon = line.indexOf(':'); colon >= 0; colon = line.indexOf(':', colon + 1)) {
    const next = line[colon + 1];
    if (next === undefined || /\s/.test(next)) {
      return colon;
    }
  }
  return null;
}
