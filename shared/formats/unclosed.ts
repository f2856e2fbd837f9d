import { splitLines } from '../text/lines.ts';
import type { MemoryDocument } from './document.ts';

/** Returns the lines from a code block or comment on that never ends; none if all are closed. */
export function linesBehindUnclosed({ text, diagnostics }: Pick<MemoryDocument, 'text' | 'diagnostics'>): string[] {
  const block = diagnostics.find(({ code }) => code === 'unclosed_block');
  return block ? splitLines(text, block.from).map(({ from, to }) => text.slice(from, to)) : [];
}
