/** True if a number as written in JSON has no more digits than a JavaScript number keeps. */
export function isLossless(text: string): boolean {
  const digits = (text.split(/e/i)[0] ?? '').replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  // Up to 17 digits tell a number from its neighbours; of more, the last ones are lost.
  const isShort = digits.length <= 17 && Number.isFinite(Number(text));
  return digits === '' || (isShort && digitsOf(Number(text), digits.length) === digits);
}

const digitsOf = (value: number, count: number): string =>
  (value.toExponential(count - 1).split('e')[0] ?? '').replace(/[-.]/g, '');
