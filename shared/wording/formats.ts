import type { FormatId } from '../contract/capabilities.ts';
import type { Memory } from '../contract/features/memories.ts';

/** What the forms of a memory are called. */
export const formatNames: Readonly<Record<FormatId, string>> = {
  context: 'Contexture',
  claude: 'Claude Code',
  hermes: 'Hermes',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  openclaw: 'OpenClaw',
  instructions: 'Instructions',
  markdown: 'Markdown',
};

/** That a memory is read in a form the person chose; null where it is read as what it is recognised as. */
export const readAsInWords = ({ format, chosen }: Pick<Memory, 'format' | 'chosen'>): string | null =>
  chosen && format !== null ? `read as ${formatNames[format]}` : null;
