import type { Program } from '../program.ts';

export const lettaProgram: Program = {
  home: { variable: 'MEMORY_DIR', folder: null, knownAs: '.letta' },
  memories: [
    { path: 'system/*.md', kind: 'Always read' },
    { path: '*.md', kind: 'Read on demand' },
  ],
};
