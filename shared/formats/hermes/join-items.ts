import type { ParsedEntry } from '../document.ts';

/** What Hermes writes between two items. */
export const separator = '\n§\n';

/** The text Hermes would write for these items: each once, nothing around them. */
export function joinItems(items: readonly Pick<ParsedEntry, 'raw'>[]): string {
  return [...new Set(items.map(({ raw }) => raw))].join(separator);
}
