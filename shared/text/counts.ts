/** Formats a count: 1742 → "1,742". An `Intl.NumberFormat` takes ten milliseconds, and the page begins with counts. */
export const countInWords = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Formats a count with its noun: 1, "entry", "entries" → "1 entry"; 1742 → "1742 entries". */
export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Counts the characters of a text as people and Python do: those of other planes are one, not two. */
export function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

/** Formats a count with its noun: 3, "entry", "entries" → "3 entries". */
export const counted = (count: number, one: string, many: string): string =>
  `${countInWords(count)} ${count === 1 ? one : many}`;

/** Formats a size: 812 → "812 bytes", 24_300 → "24 KB", 1_250_000 → "1.3 MB", 2_147_000_000 → "2.1 GB". */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) {
    return counted(bytes, 'byte', 'bytes');
  }
  if (bytes < 999_500) {
    return `${countInWords(Math.round(bytes / 1000))} KB`;
  }
  return bytes < 999_950_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** Counts the bytes of a text in UTF-8, up to the last whole character within a limit, and finds its end. */
export function bytesTo(text: string, limit: number): { readonly bytes: number; readonly at: number } {
  let bytes = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes + size > limit) {
      break;
    }
    bytes += size;
    at += size === 4 ? 2 : 1;
  }
  return { bytes, at };
}
