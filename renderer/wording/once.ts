/** Creates something on first use, and keeps it: each part of `Intl` takes milliseconds to make. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
