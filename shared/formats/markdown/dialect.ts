import type { Bound } from '../../contract/capabilities.ts';
import type { ParsedEntry } from '../document.ts';
import type { TextReader } from '../format.ts';
import { readMarkdown } from './read-markdown.ts';

/** Differences in how one program reads and writes markdown. */
export type Dialect = {
  readonly read: TextReader;
  /** Heading for entries added without one; null for the last with a list. */
  readonly home: string | null;
  /** Bounds of the part its assistant reads: entries are added before them, if possible. */
  readonly bounds: readonly Bound[];
  /** @throws `value_invalid` for an entry its program would refuse */
  readonly check: (entry: ParsedEntry) => void;
};

export const anyMarkdown: Dialect = { read: readMarkdown, home: null, bounds: [], check: () => undefined };
