import { visit } from 'jsonc-parser';
import { ContextureError } from '../../contract/errors.ts';
import { isLossless } from './json-values.ts';

/** Finds the first number in a JSON text that would be rounded when read; null if there is none. */
export function findRoundedNumber(text: string): string | null {
  let rounded: string | null = null;
  visit(text, {
    onLiteralValue: (value, offset, length) => {
      const written = text.slice(offset, offset + length);
      rounded ??= typeof value === 'number' && !isLossless(written) ? written : null;
    },
  });
  return rounded;
}

/** @throws `value_invalid` if a number in a JSON text would be rounded */
export function refuseRounded(text: string): void {
  const number = findRoundedNumber(text);
  if (number !== null) {
    throw new ContextureError('value_invalid', roundedNumberMessage(number), { number });
  }
}

export const roundedNumberMessage = (number: string): string =>
  `${number.length > 40 ? `${number.slice(0, 40)}…` : number} would be rounded, because it has too many digits. Nothing was changed. Write it in quotation marks.`;
