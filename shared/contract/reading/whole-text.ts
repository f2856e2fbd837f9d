/** Joins a text that comes in pieces: `first`, and then what `read` returns from each position. */
export async function wholeText(
  first: { readonly text: string; readonly total: number },
  read: (from: number) => Promise<string>,
): Promise<string> {
  let { text } = first;
  while (text.length < first.total) {
    const piece = await read(text.length);
    if (piece === '') {
      break;
    }
    text += piece;
  }
  return text;
}
