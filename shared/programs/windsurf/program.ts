import type { Program } from '../program.ts';

export const windsurfProgram: Program = {
  home: { folder: '.codeium/windsurf' },
  memories: [{ path: 'memories/global_rules.md', kind: 'Rules' }],
  projectMemories: [
    { path: '.windsurfrules', kind: 'Rules' },
    { path: '.windsurf/rules/*.md', kind: 'Rules' },
  ],
};
