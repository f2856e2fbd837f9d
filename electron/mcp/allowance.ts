import { ContextureError } from '#shared/contract/errors.ts';
import { countInWords } from '#shared/text/counts.ts';

/** Characters that one call may put down, and below all calls of one connection: many times a memory of the usual size. */
export const maxInCall = 50_000;
export const maxInConnection = 200_000;

export const allowanceInWords = `One call may put down ${countInWords(maxInCall)} characters at most (each line counts 40 more than it says), all calls of this connection ${countInWords(maxInConnection)}.`;

/** Counts what one assistant may still put down. Refused and already known lines don't count. */
export function createAllowance() {
  let used = 0;
  return {
    /** @throws `too_large` */
    check(length: number): void {
      if (length > maxInCall) {
        throw tooMuchError(
          `That is ${countInWords(length)} characters, and one call may put down ${countInWords(maxInCall)} at most. Put down what matters, in short.`,
        );
      }
      if (used + length > maxInConnection) {
        throw tooMuchError(
          `This connection has put down ${countInWords(used)} characters, and with this it would be over the ${countInWords(maxInConnection)} that one connection may. Ask the person whether so much is to be remembered; lines can still be deleted.`,
        );
      }
    },
    take(length: number): void {
      used += length;
    },
  };
}

const tooMuchError = (why: string): ContextureError => new ContextureError('too_large', `${why} Nothing was changed.`);
