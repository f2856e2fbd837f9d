import { instructionRules } from './instruction-rules.ts';
import type { FindingKey } from './words.ts';

const hiddenWhy: Readonly<Record<string, string>> = {
  direction:
    'This line has invisible characters that change the order of its text, so it may not say what it seems to.',
  hidden_text: 'This line has text hidden in invisible characters that your assistant can read.',
  invisible: 'This line has invisible characters that your assistant can read.',
};

/** Explains why it is worth a look, and what follows. @param where in a file, or in a past conversation */
export function whyFound({ kind, rule }: FindingKey, where: 'file' | 'conversation' = 'file'): string {
  if (kind === 'secret') {
    return where === 'file'
      ? 'Any app that reads this file can use it.'
      : 'Any app that reads this conversation can use it, and a provider may have it.';
  }
  if (kind === 'hidden') {
    return hiddenWhy[rule] ?? hiddenWhy['invisible'] ?? '';
  }
  const why = instructionRules.find(({ name }) => name === rule)?.why ?? 'reads like an instruction';
  return where === 'file'
    ? `This line ${why}. An assistant that reads it may follow it.`
    : `A tool answered with a line that ${why}. The assistant may have followed it.`;
}
