/**
 * An object of which only what is there can be used: reading or setting anything else throws, so that the stand-in
 * never seems to have done what it can't do.
 */
export function guarded<T extends object>(name: string, target: T): T {
  const check = (key: string | symbol): void => {
    // Names with an underscore are those of Node's own event emitter; `then` is asked for by every await.
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

/** An event that a listener may prevent the default of. */
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
