/** The programs Contexture knows, in the order they are shown in, and what people call each. */
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
 * A program as people call it, from what it calls itself when it connects; any other name as it is. Sources are read by it
 * too, so that it has to be the whole name.
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

/** A source with the name people have for the program that begins it. */
export const withProgramNamed = (source: string): string => source.replace(/^[^:]+/, programInWords);
