/** The programs Contexture knows, in the order they are shown in. */
export const programIds = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vs-code',
  'codex',
  'gemini-cli',
  'hermes',
  'openclaw',
] as const;
export type ProgramId = (typeof programIds)[number];
