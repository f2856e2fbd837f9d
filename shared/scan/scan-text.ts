import { type Line, splitLines } from '../text/lines.ts';
import { splitVisible } from '../text/visible-characters.ts';
import type { FoundSecret, ScanFinding } from './finding.ts';
import { instructionRules, type TextOf } from './instruction-rules.ts';

/** Limit above which nobody reads the findings of one text. */
const maxFindings = 500;

type ScanOptions = {
  readonly secrets: readonly FoundSecret[];
  readonly of: TextOf;
};

/** Scans a text, and lists the findings in its order; the first 500. */
export function scanText(text: string, { secrets, of }: ScanOptions): readonly ScanFinding[] {
  // Most texts break no rule; one test of the whole is faster than one for each line.
  const rules = instructionRules.filter((rule) => rule.of.includes(of) && rule.pattern.test(text));
  // Many files that tools read have some without a meaning.
  const isConversation = of === 'said' || of === 'answer';
  const lines = splitLines(text);
  const findings: ScanFinding[] = [];
  let next = 0;
  const inOrder = [...secrets].sort((a, b) => a.from - b.from);
  for (const [index, line] of lines.entries()) {
    if (findings.length >= maxFindings) {
      break;
    }
    const at = { from: line.from, to: line.to, line: index + 1 };
    for (let secret = inOrder[next]; secret && secret.from < line.end; secret = inOrder[next]) {
      findings.push({ kind: 'secret', rule: secret.id, from: secret.from, to: secret.to, line: index + 1 });
      next += 1;
    }
    const content = textOf(text, line);
    const hidden = hiddenIn(content);
    if (hidden !== null && !(hidden === 'invisible' && isConversation)) {
      findings.push({ kind: 'hidden', rule: hidden, ...at });
    }
    const rule = rules.find(({ pattern }) => pattern.test(content));
    if (rule) {
      findings.push({ kind: 'instruction', rule: rule.name, ...at });
    }
  }
  return findings.slice(0, maxFindings);
}

/** Returns a line without a byte order mark, which belongs to the file. */
const textOf = (text: string, { from, to }: Line): string =>
  text.slice(from === 0 && text.startsWith('\ufeff') ? 1 : from, to);

/** Test that clears most lines: only other characters can be hidden. */
const unusual = /[^\t\x20-\x7e]/;
const directional = /^U\+(?:202[A-E]|206[6-9]|200[EF]|61C)$/;
const tags = /^U\+E00[0-7][0-9A-F]$/;

/** Finds the rule a line breaks by characters that can't be seen; null if all can. */
function hiddenIn(line: string): string | null {
  if (!unusual.test(line)) {
    return null;
  }
  const codes = splitVisible(line).flatMap((part) => (part.kind === 'hidden' ? part.code : []));
  if (codes.length === 0) {
    return null;
  }
  return codes.some((code) => tags.test(code))
    ? 'hidden_text'
    : codes.some((code) => directional.test(code))
      ? 'direction'
      : 'invisible';
}
