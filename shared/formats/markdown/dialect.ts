import type { Bound } from '../../contract/capabilities.ts';
import type { ParsedEntry } from '../document.ts';
import type { Read } from '../format.ts';
import { readMarkdown } from './read-markdown.ts';

/** How the markdown of one program is read and written where that is not as any other. */
export type Dialect = {
  readonly read: Read;
  /** The heading under which stands what is added without one; null for the last with a list. */
  readonly home: string | null;
  /** Up to which its assistant reads: what is added stands before that, if it can. */
  readonly bounds: readonly Bound[];
  /** @throws `value_invalid` for an entry as its program would not have it */
  readonly check: (entry: ParsedEntry) => void;
};

export const anyMarkdown: Dialect = { read: readMarkdown, home: null, bounds: [], check: () => undefined };
