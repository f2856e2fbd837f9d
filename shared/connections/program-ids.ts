/** Programs Contexture knows, in display order, with the names people use. */
const labels = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  'vs-code': 'VS Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  hermes: 'Hermes',
  openclaw: 'OpenClaw',
} as const;
export type ProgramId = keyof typeof labels;
export const programIds = Object.keys(labels) as ProgramId[];

const labelOf = new Map<string, string>(Object.entries(labels));

/**
 * Translates the name a program gives itself to the one people use; any other name stays as it is. Sources are read by
 * it too, so it has to be the whole name.
 */
export function programInWords(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(' ', '-')
    .replace(/^visual-studio/, 'vs')
    .replace(/^claude-ai$/, 'claude-desktop')
    .replace(/-(mcp-client|bundle-mcp|vscode)$/, '');
  return labelOf.get(id) ?? name;
}

/** Replaces the name of the program at the beginning of a source by the one people use. */
export const withProgramNamed = (source: string): string => source.replace(/^[^:]+/, programInWords);
