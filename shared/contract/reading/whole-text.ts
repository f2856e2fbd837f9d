/** A text that comes in pieces, whole: what is there `first`, and what `read` gives from each place on. */
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
