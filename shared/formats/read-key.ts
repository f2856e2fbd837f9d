const longestKey = 64;
const identifierKey = /^([\p{L}_][\p{L}\p{N}_-]*):(?!\/\/)/u;

/** Reads the key in a first line and the start of the value; null for prose. `3:30` and web addresses are prose. */
export function readKey(text: string): { readonly key: string; readonly valueAt: number } | null {
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  const colon = firstKeyColon(line);
  if (colon === null) {
    return null;
  }
  const key = line.slice(0, colon).trim();
  if (key === '' || !isKeyLength(key)) {
    return null;
  }
  let valueAt = colon + 1;
  while (line[valueAt] === ' ' || line[valueAt] === '\t') {
    valueAt += 1;
  }
  return { key, valueAt };
}

export const isKeyLength = (key: string): boolean => key.length <= longestKey || [...key].length <= longestKey;

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
