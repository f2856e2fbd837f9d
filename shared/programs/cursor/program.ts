import { jsonForm } from '../../connections/json-form.ts';
import type { Program } from '../program.ts';

export const cursorProgram: Program = {
  home: { folder: '.cursor' },
  memories: [{ path: 'rules/*.mdc', kind: 'Rules' }],
  projectMemories: [
    { path: '.cursorrules', kind: 'Rules' },
    { path: '.cursor/rules/*.mdc', kind: 'Rules' },
    { path: '.cursor/rules/*.md', kind: 'Rules' },
  ],
  connection: {
    file: 'mcp.json',
    form: jsonForm(['mcpServers']),
    afterwards: 'Cursor asks whether to switch it on, or has it under Settings, MCP.',
    mayCall: /cursor/i,
  },
};
