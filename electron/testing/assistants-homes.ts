/**
 * Files of four assistants in a home, by their path below it. HOME is replaced by its own path, as Claude Code writes
 * it.
 */
export const homes: Readonly<Record<string, string>> = {
  'code/my-app/README.md': '# My app\n',
  '.claude/projects/HOME-code-my-app/memory/MEMORY.md':
    '# Memory\n\n- [Deploys](deploys.md) — on Fridays\n- [Tests](tests.md) — before each commit\n',
  '.claude/projects/HOME-code-my-app/memory/deploys.md':
    '---\nname: deploys\n---\n\nDeploys go out on Fridays at noon.\n',
  '.claude/projects/HOME-code-my-app/memory/tests.md': '---\nname: tests\n---\n\nRun the tests before each commit.\n',
  '.claude/projects/-gone-away-old-thing/memory/MEMORY.md': '# Memory\n\n- likes green tea\n',
  '.claude/agent-memory/reviewer/MEMORY.md': '- reads tests first\n',
  '.claude/CLAUDE.md': '# Rules\n\n- answer in short sentences\n',
  '.hermes/memories/MEMORY.md': 'Uses vim.\n§\nWorks in Lyon.',
  '.hermes/memories/USER.md': 'Name: Ann.',
  '.openclaw/workspace/MEMORY.md': '## Habits\n\n- drinks green tea at four\n',
  '.openclaw/workspace/memory/2026-11-20.md': '- bought green paint\n',
  '.codex/memories/memory_summary.md': 'v1\n\n## User preferences\n\n- pnpm, not npm\n',
  '.codex/memories/raw_memories.md': '- rollout_path=a thread_id=b\n',
};

/** A folder's path as Claude Code writes it. */
export const written = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

/** The same below a folder. */
export const filesOfHome = (homeFolder: string, files = homes): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name.replace('HOME', written(homeFolder)), text]));
