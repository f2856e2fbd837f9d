export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if two values say the same, whatever the order of their names. */
export function saysTheSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => saysTheSame(item, b[at]));
  }
  if (isMap(a) && isMap(b) && !(a instanceof Date) && !(b instanceof Date)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && saysTheSame(a[name], b[name]))
    );
  }
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : Object.is(a, b);
}
