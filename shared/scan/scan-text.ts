import { type Line, splitLines } from '../text/lines.ts';
import { splitVisible } from '../text/visible-characters.ts';
import type { Finding, FoundSecret } from './finding.ts';
import { instructionRules, type TextOf } from './instruction-rules.ts';

/** Nobody reads more of one text. */
const maxFindings = 500;

type Given = {
  readonly secrets: readonly FoundSecret[];
  readonly of: TextOf;
};

/** What there is to look at in a text, in its order; the first 500. */
export function scanText(text: string, { secrets, of }: Given): readonly Finding[] {
  // Most texts break no rule, which one look at all of it says faster than one at each line.
  const rules = instructionRules.filter((rule) => rule.of.includes(of) && rule.pattern.test(text));
  // Many files that tools read have some that mean nothing.
  const isConversation = of === 'said' || of === 'answer';
  const lines = splitLines(text);
  const found: Finding[] = [];
  let next = 0;
  const inOrder = [...secrets].sort((a, b) => a.from - b.from);
  for (const [index, line] of lines.entries()) {
    if (found.length >= maxFindings) {
      break;
    }
    const at = { from: line.from, to: line.to, line: index + 1 };
    for (let secret = inOrder[next]; secret && secret.from < line.end; secret = inOrder[next]) {
      found.push({ kind: 'secret', rule: secret.id, from: secret.from, to: secret.to, line: index + 1 });
      next += 1;
    }
    const said = textOf(text, line);
    const hidden = hiddenIn(said);
    if (hidden !== null && !(hidden === 'invisible' && isConversation)) {
      found.push({ kind: 'hidden', rule: hidden, ...at });
    }
    const rule = rules.find(({ pattern }) => pattern.test(said));
    if (rule) {
      found.push({ kind: 'instruction', rule: rule.name, ...at });
    }
  }
  return found.slice(0, maxFindings);
}

/** A byte order mark belongs to the file, not to its first line. */
const textOf = (text: string, { from, to }: Line): string =>
  text.slice(from === 0 && text.startsWith('\ufeff') ? 1 : from, to);

/** Nothing else can be hidden: most lines are told by it. */
const unusual = /[^\t\x20-\x7e]/;
const directional = /^U\+(?:202[A-E]|206[6-9]|200[EF]|61C)$/;
const tags = /^U\+E00[0-7][0-9A-F]$/;

/** Which rule a line breaks by characters that can't be seen; null where all can. */
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
