import type { Diagnostic } from '../contract/features/memory.ts';
import type { Range } from '../entries/entry.ts';
import type { ParsedEntry } from './document.ts';

/** Problems that files of any format may have. Lines are counted from 1. */

export function valueEmpty({ key, range: { from, to } }: ParsedEntry, line: number): Diagnostic {
  const message = key === null ? 'This entry is empty.' : `“${key}” has no value.`;
  return { code: 'value_empty', severity: 'warning', message, from, to, line, repair: null };
}

export function unclosedBlock(what: 'comment' | 'code block', { from, to }: Range, line: number): Diagnostic {
  const message = `The ${what} that begins here never ends, so nothing after it is read as an entry.`;
  return { code: 'unclosed_block', severity: 'warning', message, from, to, line, repair: null };
}
