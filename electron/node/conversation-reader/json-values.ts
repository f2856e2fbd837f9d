/** A value of a JSON list: its place, and its bytes; null if they are left out. */
export type JsonValue = { readonly number: number; readonly bytes: Uint8Array | null };

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openList, closeList] = [0x5b, 0x5d];
const [openObject, closeObject] = [0x7b, 0x7d];
const space = 0x20;

/**
 * Cuts a JSON list into its values, or gives the one value of a text that is no list, from bytes that come part by part. Bytes are
 * unchanged, one value at most is held, and text between brackets isn't checked.
 * @param maxBytes maximum of one value; a longer one comes without bytes
 * @param from place of the first value whose bytes are wanted
 */
export function createJsonValues(maxBytes: number, from = 0) {
  let isList = false;
  let hasBegun = false;
  let isClosed = false;
  let isOdd = false;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let number = 0;
  let pieces: Uint8Array[] = [];
  let length = 0;
  /** True if the value began in an earlier part. */
  let isInValue = false;

  function keep(piece: Uint8Array): void {
    length += piece.length;
    if (number >= from && length <= maxBytes) {
      pieces.push(piece);
    } else {
      pieces = [];
    }
  }

  function ended(): JsonValue {
    const isWanted = number >= from && length <= maxBytes;
    const value = { number, bytes: isWanted ? trimmed(Buffer.concat(pieces)) : null };
    number += 1;
    pieces = [];
    length = 0;
    return value;
  }

  return {
    /** @returns the values that are complete now */
    push(part: Uint8Array): JsonValue[] {
      const values: JsonValue[] = [];
      let begin = isInValue ? 0 : -1;
      const endAt = (at: number): void => {
        keep(part.subarray(begin, at));
        values.push(ended());
        begin = -1;
      };
      // A byte order mark is no JSON, and readers skip it.
      const first = !hasBegun && part[0] === 0xef && part[1] === 0xbb && part[2] === 0xbf ? 3 : 0;
      for (let at = first; at < part.length; at++) {
        if (isInString && !isEscaped) {
          at = endOfPlain(part, at);
        }
        const byte = part[at] ?? space;
        if (isEscaped) {
          isEscaped = false;
        } else if (isInString) {
          isEscaped = byte === backslash;
          isInString = byte !== quote;
        } else if (byte > space) {
          const isTop = depth === (isList ? 1 : 0);
          if (!hasBegun && byte === openList) {
            hasBegun = true;
            isList = true;
            depth = 1;
          } else if (isClosed) {
            isOdd = true;
          } else if (isList && isTop && (byte === comma || byte === closeList)) {
            const isEmpty = byte === closeList && number === 0;
            if (begin >= 0) {
              endAt(at);
            } else if (!isEmpty) {
              isOdd = true;
            }
            isClosed = byte === closeList;
          } else {
            hasBegun = true;
            begin = begin < 0 ? at : begin;
            if (byte === quote) {
              isInString = true;
            } else if (byte === openObject || byte === openList) {
              depth += 1;
            } else if (byte === closeObject || byte === closeList) {
              depth -= 1;
              if (!isList && depth === 0) {
                endAt(at + 1);
                isClosed = true;
              }
            }
          }
        }
      }
      isInValue = begin >= 0;
      if (isInValue) {
        keep(part.subarray(begin));
      }
      return values;
    },
    /** True if the text was whole, and nothing came after it. */
    isComplete: (): boolean => isClosed && !isOdd,
  };
}

/** Finds the first quote or backslash, or the end. Skips fast, since most of a list is what people said. */
function endOfPlain(part: Uint8Array, from: number): number {
  let at = from;
  while (at < part.length && part[at] !== quote && part[at] !== backslash) {
    at += 1;
  }
  return at;
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] as number) <= space) {
    end -= 1;
  }
  return bytes.subarray(0, end);
}
