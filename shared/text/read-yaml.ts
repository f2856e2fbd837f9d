import { type Document, isMap, isScalar, type Pair, parseDocument, visit, type YAMLMap } from 'yaml';
import { maxNesting, yamlNesting } from './nesting.ts';

type ReadYaml = { readonly document: Document; readonly pairs: readonly Pair[] };

/** Reads YAML that is a map, or empty; null for any other, for a name twice in a map, or if too long or too deep. */
export function readYaml(text: string, maxLength: number): ReadYaml | null {
  if (text.length > maxLength || yamlNesting(text) > maxNesting) {
    return null;
  }
  // The parser compares each name with every other, so repeated names are looked for here.
  const document = parseDocument(text, {
    logLevel: 'silent',
    keepSourceTokens: true,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const { errors, contents } = document;
  if (errors.length > 0 || (contents !== null && !isMap(contents)) || namesTwice(document)) {
    return null;
  }
  return { document, pairs: contents?.items ?? [] };
}

function namesTwice(document: Document): boolean {
  let found = false;
  visit(document, {
    Map(_, map) {
      found ||= hasTwins(map);
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

function hasTwins({ items }: YAMLMap): boolean {
  const names = items.flatMap(({ key }) => (isScalar(key) ? [key.value] : []));
  return new Set(names).size < names.length;
}
