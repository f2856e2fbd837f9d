/**
 * White space at which Python's `str.split()` divides words. The estimate must agree with older writers of the same
 * file, so it is theirs, not JavaScript's: U+001C–1F and U+0085 divide, U+FEFF does not.
 */
function isPythonSpace(code: number): boolean {
  if (code < 128) {
    return code === 32 || (code >= 9 && code <= 13) || (code >= 28 && code <= 31);
  }
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Words of `text` between two offsets. */
export function countWords(text: string, from = 0, to = text.length): number {
  let words = 0;
  let inWord = false;
  for (let at = from; at < to; at++) {
    if (isPythonSpace(text.charCodeAt(at))) {
      inWord = false;
    } else if (!inWord) {
      inWord = true;
      words += 1;
    }
  }
  return words;
}

/** Tokens a text of so many words is taken to have: `trunc(words × 1.3)`. */
export function estimateOfWords(words: number): number {
  return Math.trunc(words * 1.3);
}

/** Up to which offset a text stays within a number of tokens; its length where all of it does. */
export function fitsWithin(text: string, tokens: number): number {
  let words = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    if (isPythonSpace(text.charCodeAt(at))) {
      inWord = false;
    } else if (!inWord) {
      inWord = true;
      words += 1;
      if (estimateOfWords(words) > tokens) {
        return at;
      }
    }
  }
  return text.length;
}

/**
 * Divides the estimate of all words among parts so that the parts add up to it exactly: each gets what the running
 * total gains by it.
 */
export function shareEstimate(wordsOfParts: readonly number[]): number[] {
  let before = 0;
  let running = 0;
  return wordsOfParts.map((words) => {
    running += words;
    const after = estimateOfWords(running);
    const share = after - before;
    before = after;
    return share;
  });
}
