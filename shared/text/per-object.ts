/** Caches a computation for each object, and forgets it with the object. */
export function perObject<Of extends object, T>(work: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, { readonly value: T }>();
  return (of) => {
    let found = known.get(of);
    if (!found) {
      found = { value: work(of) };
      known.set(of, found);
    }
    return found.value;
  };
}
