export type Assistant = {
  readonly name: string;
  /** Variable that names the program's folder; null if it has none. */
  readonly variable: string | null;
  /** Default folder below the home folder; null if only the variable tells it. */
  readonly folder: string | null;
  /** Folder by which files are recognised if only the variable tells it. */
  readonly knownAs?: string;
};

export type Place = {
  readonly of: Assistant;
  /** Path of the file below the assistant's folder; `*` matches any part of a name. */
  readonly path: string;
  /** Purpose for the assistant, in a person's words. */
  readonly kind: string;
  /** Meaning of the folder with the first `*`: a project's path or name, its owner, or which of several it is. */
  readonly folderSays?: 'project path' | 'project name' | 'name' | 'which one';
  /** Folder of further files that belong to it, below its own. */
  readonly beside?: string;
  /** Kind of those files if the main file is missing. */
  readonly kindWithoutMain?: string;
  /** Set if the assistant's program rewrites the file by itself, so that nobody else's changes last. */
  readonly isGenerated?: true;
};

export const claude: Assistant = { name: 'Claude Code', variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' };
const hermes: Assistant = { name: 'Hermes', variable: 'HERMES_HOME', folder: '.hermes' };
const openClaw: Assistant = { name: 'OpenClaw', variable: null, folder: '.openclaw' };
const codex: Assistant = { name: 'Codex', variable: 'CODEX_HOME', folder: '.codex' };
const gemini: Assistant = { name: 'Gemini CLI', variable: null, folder: '.gemini' };
const letta: Assistant = { name: 'Letta', variable: 'MEMORY_DIR', folder: null, knownAs: '.letta' };
const cursor: Assistant = { name: 'Cursor', variable: null, folder: '.cursor' };
const windsurf: Assistant = { name: 'Windsurf', variable: null, folder: '.codeium/windsurf' };

/** Claude Code's memory, in any folder its settings name. */
const claudeMemory = {
  of: claude,
  kind: 'Project memory',
  beside: '.',
  kindWithoutMain: 'Topics without an index',
} as const;
export const movedClaudeMemory: Place = { ...claudeMemory, kind: 'Memory', path: 'MEMORY.md' };

/** Places of assistants' memories, in the order in which they are listed. */
export const places: readonly Place[] = [
  { ...claudeMemory, path: 'projects/*/memory/MEMORY.md', folderSays: 'project path' },
  { ...claudeMemory, path: 'agent-memory/*/MEMORY.md', kind: 'Sub-agent memory', folderSays: 'name' },
  { of: claude, path: 'CLAUDE.md', kind: 'Instructions' },
  { of: hermes, path: 'memories/MEMORY.md', kind: 'Memory' },
  { of: hermes, path: 'memories/USER.md', kind: 'About you' },
  {
    of: openClaw,
    path: 'workspace*/MEMORY.md',
    kind: 'Memory',
    folderSays: 'which one',
    beside: 'memory',
    kindWithoutMain: 'Daily notes',
  },
  { of: openClaw, path: 'workspace*/USER.md', kind: 'About you', folderSays: 'which one' },
  { of: codex, path: 'memories/memory_summary.md', kind: 'Summary' },
  { of: codex, path: 'memories/MEMORY.md', kind: 'Memory' },
  { of: codex, path: 'memories/raw_memories.md', kind: 'Generated', isGenerated: true },
  { of: codex, path: 'AGENTS.md', kind: 'Instructions' },
  { of: gemini, path: 'GEMINI.md', kind: 'Memory and instructions' },
  { of: gemini, path: 'tmp/*/memory/*.md', kind: 'Project memory', folderSays: 'project name' },
  { of: letta, path: 'system/*.md', kind: 'Always read' },
  { of: letta, path: '*.md', kind: 'Read on demand' },
  { of: cursor, path: 'rules/*.mdc', kind: 'Rules' },
  { of: windsurf, path: 'memories/global_rules.md', kind: 'Rules' },
];

/** Files that assistants read in a project's folder. */
export const projectPlaces: readonly Place[] = [
  { of: claude, path: 'CLAUDE.md', kind: 'Instructions' },
  { of: claude, path: 'CLAUDE.local.md', kind: 'Instructions' },
  { of: codex, path: 'AGENTS.md', kind: 'Instructions' },
  { of: gemini, path: 'GEMINI.md', kind: 'Memory and instructions' },
  { of: cursor, path: '.cursorrules', kind: 'Rules' },
  { of: cursor, path: '.cursor/rules/*.mdc', kind: 'Rules' },
  { of: cursor, path: '.cursor/rules/*.md', kind: 'Rules' },
  { of: windsurf, path: '.windsurfrules', kind: 'Rules' },
  { of: windsurf, path: '.windsurf/rules/*.md', kind: 'Rules' },
];
