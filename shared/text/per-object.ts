/** Caches a computation for each object, and forgets it with the object. */
export function perObject<Of extends object, T>(work: (of: Of) => T): (of: Of) => T {
  const cache = new WeakMap<Of, { readonly value: T }>();
  return (of) => {
    let cached = cache.get(of);
    if (!cached) {
      cached = { value: work(of) };
      cache.set(of, cached);
    }
    return cached.value;
  };
}
