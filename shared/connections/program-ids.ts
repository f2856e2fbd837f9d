/** The programs Contexture knows, as people call each, in the order they are shown in. */
const labels = [
  'Claude Code',
  'Claude Desktop',
  'Cursor',
  'VS Code',
  'Codex',
  'Gemini CLI',
  'Hermes',
  'OpenClaw',
] as const;
type Label = (typeof labels)[number];

/** The same as it stands in commands: `claude-code`. */
export type ProgramId = Label extends infer L extends string
  ? L extends `${infer First} ${infer Second}`
    ? Lowercase<`${First}-${Second}`>
    : Lowercase<L>
  : never;

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
export const programIds: readonly ProgramId[] = labels.map(idOf) as ProgramId[];

/**
 * A program as people call it, from what it calls itself when it connects; any other name as it is. Sources are read by it
 * too, so that it has to be the whole name.
 */
export function programInWords(name: string): string {
  const id = idOf(name)
    .replace(/^visual-studio/, 'vs')
    .replace(/^claude-ai$/, 'claude-desktop')
    .replace(/-(mcp-client|bundle-mcp|vscode)$/, '');
  return labels.find((label) => idOf(label) === id) ?? name;
}
