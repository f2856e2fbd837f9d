/** Programs in the order people see them: name, id of its conversations, and if it can be connected or has memories. */
const programFacts = {
  'claude-code': { name: 'Claude Code', conversations: 'claude', connects: true, remembers: true },
  'claude-desktop': { name: 'Claude Desktop', connects: true },
  hermes: { name: 'Hermes', conversations: 'hermes', connects: true, remembers: true },
  openclaw: { name: 'OpenClaw', conversations: 'openclaw', connects: true, remembers: true },
  codex: { name: 'Codex', conversations: 'codex', connects: true, remembers: true },
  'gemini-cli': { name: 'Gemini CLI', conversations: 'gemini', connects: true, remembers: true },
  letta: { name: 'Letta', remembers: true },
  cursor: { name: 'Cursor', connects: true, remembers: true },
  windsurf: { name: 'Windsurf', remembers: true },
  'vs-code': { name: 'VS Code', connects: true },
  amplifier: { name: 'Amplifier', conversations: 'amplifier' },
  pi: { name: 'Pi', conversations: 'pi' },
  chatgpt: { name: 'ChatGPT', conversations: 'chatgpt' },
  laragent: { name: 'LarAgent', conversations: 'laragent' },
  contexture: { name: 'Contexture', conversations: 'own' },
} as const;
type ProgramNames = typeof programFacts;

export type ProgramId = keyof ProgramNames;
type IdsWith<Field extends string> = {
  [Id in ProgramId]: ProgramNames[Id] extends Readonly<Record<Field, unknown>> ? Id : never;
}[ProgramId];
export type ConnectedId = IdsWith<'connects'>;
export type ConversationFormatId = ProgramNames[IdsWith<'conversations'>]['conversations'];

export const programIds = Object.keys(programFacts) as ProgramId[];
export const isConnected = (id: ProgramId): id is ConnectedId => 'connects' in programFacts[id];
export const connectedIds = programIds.filter(isConnected);
export const nameOfProgram = (id: ProgramId): string => programFacts[id].name;

export const namesWithMemories = programIds.filter((id) => 'remembers' in programFacts[id]).map(nameOfProgram);

const formats = programIds.flatMap((id) => {
  const program = programFacts[id];
  return 'conversations' in program ? [[program.conversations, program.name] as const] : [];
});
/** Kinds of workflows of other programs. `state`: a `workflow-state.json`, of whichever program. */
export const runSourceIds = ['claude', 'amplifier', 'state'] as const;
export type RunSourceId = (typeof runSourceIds)[number];
export const conversationFormatIds = formats.map(([id]) => id);
const assistants = new Map(formats);
export const assistantOf = (format: ConversationFormatId): string => assistants.get(format) ?? format;

const connectedNames = new Map<string, string>(connectedIds.map((id) => [id, nameOfProgram(id)]));

/** Translates the whole name a program gives itself, or a source has, to the one people use; other names stay. */
export function programInWords(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(' ', '-')
    .replace(/^visual-studio/, 'vs')
    .replace(/^claude-ai$/, 'claude-desktop')
    .replace(/-(mcp-client|bundle-mcp|vscode)$/, '');
  return connectedNames.get(id) ?? name;
}

/** Replaces the name of the program at the beginning of a source by the one people use. */
export const withProgramNamed = (source: string): string => source.replace(/^[^:]+/, programInWords);
