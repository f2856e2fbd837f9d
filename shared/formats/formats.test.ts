import { expect, test } from 'vitest';
import { formatOfFile } from './formats.ts';

test.each([
  ['/home/ann/.hermes/memories/MEMORY.md', 'hermes'],
  ['/home/ann/.hermes/profiles/work/memories/USER.md', 'hermes'],
  ['/home/hermes/.codex/memories/MEMORY.md', 'codex'],
  ['/home/codex/.hermes/memories/MEMORY.md', 'hermes'],
  ['C:\\Users\\ann\\.hermes\\memories\\MEMORY.md', 'hermes'],
])('detects the format of %s by its place, whatever the names of folders above', (path, id) => {
  expect(formatOfFile(path)?.id).toBe(id);
});
