import { cutTo } from '#shared/text/cut-to.ts';

/** Maximum characters of JSON in one message. */
const maxCrossing = 2_000_000;
/** Characters left of each text; the fewer, the more texts there are. */
const lengths = [20_000, 2_000, 200, 40];

/** Cuts the longest texts in a value so that it fits in one message. */
export function cutTexts<T>(value: T): { readonly value: T; readonly isCut: boolean } {
  let result = { value, isCut: false };
  for (const length of lengths) {
    result = cutAll(value, length);
    if (JSON.stringify(result.value).length <= maxCrossing) {
      break;
    }
  }
  return result;
}

function cutAll<T>(value: T, length: number): { readonly value: T; readonly isCut: boolean } {
  let isCut = false;
  const cut = (each: unknown): unknown => {
    if (typeof each === 'string' && each.length > length) {
      isCut = true;
      return cutTo(each, length);
    }
    if (Array.isArray(each)) {
      return each.map(cut);
    }
    return typeof each === 'object' && each !== null
      ? Object.fromEntries(Object.entries(each).map(([name, one]) => [name, cut(one)]))
      : each;
  };
  return { value: cut(value) as T, isCut };
}
