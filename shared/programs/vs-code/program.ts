import { jsonForm } from '../../connections/json-form.ts';
import type { Program } from '../program.ts';

export const vsCodeProgram: Program = {
  connection: {
    folders: [
      { home: 'Library/Application Support/Code/User' },
      { variable: 'APPDATA', below: 'Code/User' },
      { home: '.config/Code/User' },
    ],
    file: 'mcp.json',
    form: jsonForm(['servers'], { type: 'stdio' }),
    afterwards: 'VS Code asks whether you trust it when it first starts it.',
    mayCall: /visual studio code|vs ?code/i,
  },
};
