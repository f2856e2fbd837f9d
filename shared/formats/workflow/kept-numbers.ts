/**
 * Whether a number is written with no more digits than a JavaScript number keeps: read and written with as many, it is the same.
 * @param text as JSON has it
 */
export function isKept(text: string): boolean {
  const digits = (text.split(/e/i)[0] ?? '').replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  // Of 17 digits each tells a number from its neighbours; of more, the last ones are lost.
  const isShort = digits.length <= 17 && Number.isFinite(Number(text));
  return digits === '' || (isShort && digitsOf(Number(text), digits.length) === digits);
}

const digitsOf = (value: number, count: number): string =>
  (value.toExponential(count - 1).split('e')[0] ?? '').replace(/[-.]/g, '');
