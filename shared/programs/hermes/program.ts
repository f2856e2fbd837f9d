import { yamlForm } from '../../connections/yaml-form.ts';
import type { Program } from '../program.ts';
import { hermesConversations, hermesRows } from './conversations.ts';

export const hermesProgram: Program = {
  home: { variable: 'HERMES_HOME', folder: '.hermes' },
  memories: [
    { path: 'memories/MEMORY.md', kind: 'Memory' },
    { path: 'memories/USER.md', kind: 'About you' },
  ],
  conversations: [
    {
      id: 'hermes',
      format: hermesConversations,
      folder: 'state.db',
      isFile: true,
      files: [],
      holdsMany: true,
      keptAs: hermesRows,
    },
  ],
  connection: {
    file: 'config.yaml',
    form: yamlForm('mcp_servers'),
    afterwards: 'Start Hermes again.',
    // Its library gives its own name if the program gives none.
    mayCall: /hermes|^mcp$/i,
  },
};
