/** True for Python's white space, by which older writers divide words: with U+001C–1F and U+0085, without U+FEFF. */
function isPythonSpace(code: number): boolean {
  if (code < 128) {
    return code === 32 || (code >= 9 && code <= 13) || (code >= 28 && code <= 31);
  }
  return code <= 0x3000 && ((code >= 0x2000 && code <= 0x200a) || wideSpaces.has(code));
}

const wideSpaces = new Set([0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);

export function countWords(text: string, from = 0, to = text.length): number {
  let words = 0;
  let inWord = false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    // Most characters in a file are these.
    if (!(code > 32 && code < 128) && isPythonSpace(code)) {
      inWord = false;
    } else if (!inWord) {
      inWord = true;
      words += 1;
    }
  }
  return words;
}

/** Estimates the tokens of a text of so many words: `trunc(words × 1.3)`. */
export const estimateOfWords = (words: number): number => Math.trunc(words * 1.3);
