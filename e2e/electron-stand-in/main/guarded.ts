/**
 * Makes an object that throws when code reads or sets a missing property, so that the stand-in never pretends to do
 * what it can't.
 */
export function guarded<T extends object>(name: string, target: T): T {
  const check = (key: string | symbol): void => {
    // Node's event emitter uses names with an underscore; every await reads `then`.
    if (typeof key === 'string' && !(key in target) && !key.startsWith('_') && key !== 'then' && key !== 'toJSON') {
      throw new Error(`The stand-in for Electron has no ${name}.${key}.`);
    }
  };
  return new Proxy(target, {
    get(object, key, receiver) {
      check(key);
      return Reflect.get(object, key, receiver);
    },
    set(object, key, value, receiver) {
      check(key);
      return Reflect.set(object, key, value, receiver);
    },
  });
}

/** An event whose default a listener may prevent. */
export function preventable<T extends object>(
  facts: T,
): T & { preventDefault(): void; readonly defaultPrevented: boolean } {
  let prevented = false;
  return Object.defineProperties(facts, {
    preventDefault: {
      value: () => {
        prevented = true;
      },
    },
    defaultPrevented: { get: () => prevented },
  }) as T & { preventDefault(): void; readonly defaultPrevented: boolean };
}
