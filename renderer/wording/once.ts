/**
 * Something that is made when it is first wanted, and kept. For what `Intl` has: each takes milliseconds to make, and the
 * page begins with few of them.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
