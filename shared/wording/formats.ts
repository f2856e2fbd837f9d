import type { FormatId } from '../contract/capabilities.ts';
import type { Memory } from '../contract/features/memories.ts';

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

/** Notice that a memory is read in a form the person chose; null if it is read as recognised. */
export const readAsInWords = ({ format, chosen }: Pick<Memory, 'format' | 'chosen'>): string | null =>
  chosen && format !== null ? `read as ${formatNames[format]}` : null;
