import { wholeText } from '#shared/contract/reading/texts.ts';
import { isNestedWithin, jsonNesting, maxNesting } from '#shared/text/nesting.ts';
import { loadPart } from '../../api/connection.ts';

type StructuredText =
  | { readonly kind: 'structured'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'text' };

/** Most characters of a file shown by its structure; a longer one would only hold up the page. */
export const maxStructured = 4_000_000;

type Piece = { readonly text: string; readonly total: number };

/** Reads a file to show: all of it, up to a limit, if its structure is to be shown, else the first piece. */
export async function readToShow(name: string, read: (from: number) => Promise<Piece>): Promise<Piece> {
  const first = await read(0);
  const isPart = readerOf(name) === null || first.total > maxStructured;
  return isPart ? first : { ...first, text: await wholeText(first, async (from) => (await read(from)).text) };
}

/** Structure of a file, if its name says that it has one. */
export async function structureOf(name: string, { text, total }: Piece): Promise<StructuredText> {
  const read = readerOf(name);
  if (read === null) {
    return { kind: 'text' };
  }
  if (text.length < total) {
    return {
      kind: 'broken',
      message: `${name} is too long to be shown by its structure. Your assistant reads all of it.`,
    };
  }
  try {
    // The TOML parser limits the depth itself.
    const isDeep = endingOf(name) === 'json' && jsonNesting(text) > maxNesting;
    const value = isDeep ? null : await read(text);
    if (isDeep || !isNestedWithin(value, maxNesting)) {
      const message = `${name} is nested too deeply to be shown by its structure. Your assistant reads it as it is.`;
      return { kind: 'broken', message };
    }
    return { kind: 'structured', value };
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];
    return { kind: 'broken', message: `${name} is not well formed: ${why}. Your assistant reads it as it is.` };
  }
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

function readerOf(name: string): ((text: string) => unknown) | null {
  switch (endingOf(name)) {
    case 'json':
      return (text) => JSON.parse(text.replace(/^\uFEFF/, ''), asWritten);
    case 'toml':
      return async (text) =>
        (await loadPart(() => import('smol-toml'))).parse(text.replace(/^\uFEFF/, ''), tomlOptions);
    default:
      return null;
  }
}

const tomlOptions = { integersAsBigInt: 'asNeeded', maxDepth: maxNesting } as const;

/** A number as written, if the browser reports it: one that is too long for a number would become another. */
function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value;
}
