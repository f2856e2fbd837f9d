import { expect, test } from 'vitest';
import { formatOfFile } from './formats.ts';

const limitsOf = (path: string) => formatOfFile(path)?.capabilities.loaded;

test('Codex reads part of a project’s AGENTS.md, and all of the person’s', () => {
  expect(limitsOf('/home/ann/app/AGENTS.md')).toEqual([{ unit: 'bytes', limit: 32_768 }]);
  expect(limitsOf('/home/ann/.codex/AGENTS.md') ?? []).toEqual([]);
});

test('Codex reads as many bytes as its top-level settings allow', () => {
  const format = formatOfFile('/home/ann/app/AGENTS.md');
  const limitIn = (settings: string) => format?.configured?.limitIn(settings);
  expect(limitIn('model = "x"\nproject_doc_max_bytes = 65_536 # more\n\n[features]\na = 1\n')).toBe(65_536);
  expect(limitIn('project_doc_max_bytes=0\r\n')).toBe(0);
  for (const other of [
    '',
    '[a]\nproject_doc_max_bytes = 1\n',
    '# project_doc_max_bytes = 1',
    'project_doc_max_bytes = "1"',
  ]) {
    expect(limitIn(other)).toBeNull();
  }
  expect(format?.configured?.withLimit(9000).capabilities).toMatchObject({
    loaded: [{ unit: 'bytes', limit: 9000 }],
    advice: expect.stringContaining('Codex reads 9,000 bytes of this file at most'),
  });
});

test('OpenClaw reads as many characters as its settings allow', () => {
  const format = formatOfFile('/home/ann/.openclaw/workspace/MEMORY.md');
  const settings = '{\n  // How much is read.\n  "agents": { "defaults": { "bootstrapMaxChars": 9000 } },\n}';
  expect(format?.capabilities.loaded).toEqual([{ unit: 'characters', limit: 12_000 }]);
  const limit = format?.configured?.limitIn(settings) ?? 0;
  expect(format?.configured?.withLimit(limit).capabilities.loaded).toEqual([{ unit: 'characters', limit: 9000 }]);
  for (const other of ['', '{', '[]', '{"agents":{"defaults":{"bootstrapMaxChars":"9000"}}}', '{"agents":null}']) {
    expect(format?.configured?.limitIn(other)).toBeNull();
  }
});
