import { readFreeMarkdown } from '../context/read-document.ts';
import type { MemoryDocument } from '../document.ts';

/**
 * Reads any other markdown memory: bullets under free headings, often `- **Key**: value`. It has no categories, dates
 * or brackets, so none are read, and nothing is ever written to it.
 */
export function readMarkdown(text: string): MemoryDocument {
  return readFreeMarkdown(text);
}
