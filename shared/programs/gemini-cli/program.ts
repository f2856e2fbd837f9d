import { jsonForm } from '../../connections/json-form.ts';
import type { Program } from '../program.ts';
import { geminiConversations } from './conversations.ts';

export const geminiCliProgram: Program = {
  home: { folder: '.gemini' },
  memories: [
    { path: 'GEMINI.md', kind: 'Memory and instructions' },
    { path: 'tmp/*/memory/*.md', kind: 'Project memory', folderSays: 'project name' },
  ],
  projectMemories: [{ path: 'GEMINI.md', kind: 'Memory and instructions' }],
  conversations: [
    {
      id: 'gemini',
      format: geminiConversations,
      folder: 'tmp',
      files: ['*/chats/session-*.json', '*/chats/session-*.jsonl'],
      projectAbove: 2,
    },
  ],
  connection: {
    file: 'settings.json',
    form: jsonForm(['mcpServers']),
    afterwards: 'New sessions will use this memory.',
    commandFor: (name, { server, env }) => `gemini mcp add ${env}--scope user ${name} ${server}`,
    mayCall: /gemini/i,
  },
};
