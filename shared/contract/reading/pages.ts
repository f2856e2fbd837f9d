import type { MethodName, Params, Result } from '../contract.ts';
import { toContextureError } from '../errors.ts';
import type { CallOptions, Client } from '../wire/client.ts';

type Call = Client['call'];

type Taking<Field extends string> = { [N in MethodName]: Field extends keyof Params<N> ? N : never }[MethodName];
type Giving<Field extends string> = { [N in MethodName]: Field extends keyof Result<N> ? N : never }[MethodName];

type ListMethod = Taking<'offset'> & Giving<'total'> & (Taking<'revision'> | Exclude<MethodName, Giving<'revision'>>);
type CursorMethod = Taking<'from'> & Giving<'next'>;
type SearchMethod = CursorMethod & Giving<'found'> & Giving<'unread'>;

type ListField<N extends MethodName> = {
  [F in keyof Result<N>]: Result<N>[F] extends readonly unknown[] ? F : never;
}[keyof Result<N>];

/** Reads again from the beginning while what is read changes in between. */
export async function untilUnchanged<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (toContextureError(error).code !== 'revision_gone') {
        throw error;
      }
    }
  }
}

type PagesOptions<N extends MethodName> = {
  readonly onPage?: (soFar: Result<N>, isWhole: boolean) => void;
  readonly most?: number;
};

/** Reads the pages of a list, up to `most` items; other fields are the first page's. `onPage` receives what is read so far. */
export async function readPages<N extends ListMethod, F extends ListField<N> & string>(
  call: Call,
  method: N,
  field: F,
  params: Omit<Params<N>, 'offset' | 'revision'>,
  { onPage, most = Number.POSITIVE_INFINITY }: PagesOptions<N> = {},
): Promise<Result<N>> {
  type Page = Result<N> & { readonly total: number; readonly revision?: number } & Record<F, readonly unknown[]>;
  const pageAt = (place: object): Promise<Page> => call(method, { ...params, ...place } as Params<N>) as Promise<Page>;
  return untilUnchanged(async () => {
    const first = await pageAt({});
    const items: unknown[] = [];
    for (let page = first; ; page = await pageAt({ ...revisionOf(first), offset: items.length })) {
      for (const item of page[field]) {
        items.push(item);
      }
      const soFar = { ...first, [field]: [...items] };
      const isWhole = page[field].length === 0 || items.length >= Math.min(page.total, most);
      onPage?.(soFar, isWhole);
      if (isWhole) {
        return soFar;
      }
    }
  });
}

const revisionOf = ({ revision }: { readonly revision?: number }) => (revision === undefined ? {} : { revision });

/** Yields page after page of a call whose answer says where the next one goes on. */
export async function* pagesOf<N extends CursorMethod>(
  call: Call,
  method: N,
  params: Params<N>,
  options?: CallOptions,
): AsyncGenerator<Result<N>> {
  let from: unknown;
  do {
    const page = await call(method, from === undefined ? params : { ...params, from }, options);
    yield page;
    from = (page as { readonly next: unknown }).next;
  } while (from !== null);
}

/** Most matches of one call, where the method has no lower bound. */
const maxMatches = 200;

/** Searches page by page for up to `most` matches; also returns what could not be searched. */
export async function searchPages<N extends SearchMethod>(
  call: Call,
  method: N,
  params: Omit<Params<N>, 'from' | 'limit'>,
  most: number,
) {
  const found: Result<N>['found'][number][] = [];
  const unread: Result<N>['unread'][number][] = [];
  for (let from: unknown; ; ) {
    const limit = Math.min(maxMatches, most - found.length);
    const pageParams = from === undefined ? { limit } : { limit, from };
    const page = await call(method, { ...params, ...pageParams } as Params<N>);
    found.push(...page.found);
    unread.push(...page.unread);
    if (page.next === null || found.length >= most) {
      return { ...page, found, unread, isWhole: page.next === null };
    }
    from = page.next;
  }
}
