import { tomlForm } from '../../connections/toml-form.ts';
import type { Program } from '../program.ts';
import { codexConversations } from './conversations.ts';

const conversations = {
  format: codexConversations,
  titles: { file: 'session_index.jsonl', id: 'id', title: 'thread_name' },
  files: ['**/rollout-*.jsonl', '**/rollout-*.jsonl.zst'],
} as const;

export const codexProgram: Program = {
  home: { variable: 'CODEX_HOME', folder: '.codex' },
  memories: [
    { path: 'memories/memory_summary.md', kind: 'Summary' },
    { path: 'memories/MEMORY.md', kind: 'Memory' },
    { path: 'memories/raw_memories.md', kind: 'Generated', isGenerated: true },
    { path: 'AGENTS.md', kind: 'Instructions' },
  ],
  projectMemories: [{ path: 'AGENTS.md', kind: 'Instructions' }],
  conversations: [
    { ...conversations, id: 'codex', folder: 'sessions' },
    { ...conversations, id: 'codex-archived', folder: 'archived_sessions' },
  ],
  connection: {
    file: 'config.toml',
    form: tomlForm('mcp_servers'),
    afterwards: 'New sessions will use this memory.',
    commandFor: (name, { server, env }) => `codex mcp add ${env}${name} -- ${server}`,
    mayCall: /codex/i,
  },
};
