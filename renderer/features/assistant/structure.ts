export type Structured =
  | { readonly kind: 'structured'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'text' };

/** What a file means by its structure, where its name says that it has one. */
export async function structureOf(name: string, text: string): Promise<Structured> {
  const read = readerOf(name);
  if (read === null) {
    return { kind: 'text' };
  }
  try {
    return { kind: 'structured', value: await read(text) };
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];
    return { kind: 'broken', message: `${name} is not whole: ${why}. Your assistant reads it as it stands.` };
  }
}

function readerOf(name: string): ((text: string) => unknown) | null {
  switch (name.slice(name.lastIndexOf('.') + 1).toLowerCase()) {
    case 'json':
      return (text) => JSON.parse(text.replace(/^\uFEFF/, ''));
    case 'toml':
      return async (text) => (await import('smol-toml')).parse(text.replace(/^\uFEFF/, ''));
    default:
      return null;
  }
}
