/** Maximum UTF-16 units per message: at most 3 MB as JSON, with any characters. */
const chunkLength = 500_000;

/** A piece of a text that may be too long for one message. `total` is the whole text's length in UTF-16 units. */
export function chunkOf(text: string, from: number): { readonly text: string; readonly total: number } {
  return { text: text.slice(from, from + chunkLength), total: text.length };
}
