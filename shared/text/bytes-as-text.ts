const chunkBytes = 16 * 1024;

/** Decodes bytes to a character each: offsets of ASCII signs in the text are those in the bytes. */
export function bytesAsText(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    text += String.fromCharCode(...bytes.subarray(from, from + chunkBytes));
  }
  return text;
}
