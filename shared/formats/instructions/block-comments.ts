import { lineEndAfter } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';

/** Removes the comments on lines of their own, which Claude Code leaves out. */
export function withoutBlockComments({ text, notUnderstood }: MemoryDocument): string {
  let left = '';
  let at = 0;
  for (const block of notUnderstood) {
    const said = text.slice(block.from, block.to);
    if (said.includes('<!--') && said.replace(/<!--[\s\S]*?-->/g, '').trim() === '') {
      left += text.slice(at, block.from);
      at = lineEndAfter(text, block.to);
    }
  }
  return left + text.slice(at);
}
