import { jsonForm } from '../../connections/json-form.ts';
import type { Program } from '../program.ts';

export const claudeDesktopProgram: Program = {
  connection: {
    folders: [
      { home: 'Library/Application Support/Claude' },
      { variable: 'APPDATA', below: 'Claude' },
      { home: '.config/Claude' },
    ],
    file: 'claude_desktop_config.json',
    form: jsonForm(['mcpServers']),
    afterwards: 'Quit Claude Desktop and start it again.',
    mayCall: /^claude(?:[ -](?:ai|desktop))?$/i,
  },
};
