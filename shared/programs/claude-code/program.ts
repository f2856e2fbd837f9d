import { jsonForm } from '../../connections/json-form.ts';
import type { Program } from '../program.ts';
import { claudeCleanup } from './cleanup.ts';
import { claudeConversations } from './conversations.ts';
import { claudeRuns } from './runs.ts';
import { stateRuns } from './state-runs.ts';

/** Its own memory, of a project or in the folder its settings name. */
const memory = { beside: '.', kindWithoutMain: 'Topics without an index' } as const;

export const claudeCodeProgram: Program = {
  home: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
  memories: [
    { ...memory, path: 'projects/*/memory/MEMORY.md', kind: 'Project memory', folderSays: 'project path' },
    { ...memory, path: 'agent-memory/*/MEMORY.md', kind: 'Sub-agent memory', folderSays: 'name' },
    { path: 'CLAUDE.md', kind: 'Instructions' },
  ],
  movedMemory: {
    file: 'settings.json',
    setting: 'autoMemoryDirectory',
    place: { ...memory, path: 'MEMORY.md', kind: 'Memory' },
  },
  projectMemories: [
    { path: 'CLAUDE.md', kind: 'Instructions' },
    { path: 'CLAUDE.local.md', kind: 'Instructions' },
  ],
  conversations: [
    {
      id: 'claude',
      format: claudeConversations,
      folder: 'projects',
      files: ['*/*.jsonl'],
      hasFolders: true,
      subagents: {
        files: ['*/*/subagents/agent-*.jsonl', '*/*/subagents/workflows/wf_*/agent-*.jsonl'],
        parentOf: (path) => `${path.replace(/[/\\]subagents[/\\](?:workflows[/\\][^/\\]+[/\\])?[^/\\]+$/, '')}.jsonl`,
      },
      cleanup: claudeCleanup,
    },
  ],
  runs: [claudeRuns, stateRuns],
  connection: {
    // Its file is in that folder if the variable is set, otherwise beside `.claude`.
    folders: [{ variable: 'CLAUDE_CONFIG_DIR', below: '' }, { home: '' }],
    file: '.claude.json',
    knownBy: '.claude',
    form: jsonForm(['mcpServers'], { type: 'stdio' }),
    afterwards: 'New sessions will use this memory.',
    commandFor: (name, { server, env }) => `claude mcp add ${env}--scope user ${name} -- ${server}`,
    mayCall: /^claude[ -]code/i,
  },
};
