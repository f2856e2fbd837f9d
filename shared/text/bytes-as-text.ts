const chunkBytes = 16 * 1024;

/** Text with a character for each byte. ASCII reads as it is, so places of its signs in the text are their places in the bytes. */
export function bytesAsText(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    text += String.fromCharCode(...bytes.subarray(from, from + chunkBytes));
  }
  return text;
}
