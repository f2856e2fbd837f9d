import type { z } from 'zod';

/** `about` is what `contexture methods` prints. */
export type DeclaredMethod = { readonly params: z.ZodType; readonly result: z.ZodType; readonly about: string };

type Declarations = Readonly<Record<string, () => DeclaredMethod>>;

/** Makes schemas on first use: a page begins with three methods, and making all takes as long as drawing a list. */
export function madeOnFirstUse<D extends Declarations>(declared: D): { readonly [N in keyof D]: ReturnType<D[N]> } {
  const methods = {} as { readonly [N in keyof D]: ReturnType<D[N]> };
  for (const [name, declare] of Object.entries(declared)) {
    let made: DeclaredMethod | null = null;
    Object.defineProperty(methods, name, {
      enumerable: true,
      get: () => {
        made ??= declare();
        return made;
      },
    });
  }
  return methods;
}
