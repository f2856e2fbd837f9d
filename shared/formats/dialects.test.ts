import { describe, expect, test } from 'vitest';
import type { Operation } from '../contract/changes.ts';
import { refOf } from '../entries/entry.ts';
import { estimate } from '../entries/measure.ts';
import { changeMemory } from './change.ts';
import type { ArchiveFormat, MemoryFormat } from './format.ts';
import { formatById, formatOfFile } from './formats.ts';

const today = '2026-11-21';

const formatAt = (path: string, text = ''): MemoryFormat => formatOfFile(path, text) as MemoryFormat;

/** Applies an operation to the entry with the text `value`. */
function changed(
  format: MemoryFormat,
  text: string,
  value: string | null,
  operation: Partial<Operation> & { readonly op: string },
): string {
  const document = format.read(text);
  const entry = document.entries.find((each) => each.value === value);
  const whole = { ...operation, ...(entry && { entry: refOf(entry) }) } as Operation;
  const rules = { format, today, limit: 100_000, measure: estimate, fit: false };
  return changeMemory(document, format.plan(document, [whole], today, 'person'), rules).after.text;
}

describe('detects a memory’s format by its path, else by its text', () => {
  test.each([
    ['/h/.claude/projects/-x/memory/MEMORY.md', '', 'claude'],
    ['/h/.hermes/memories/USER.md', '', 'hermes'],
    ['/h/.openclaw/workspace/MEMORY.md', '', 'openclaw'],
    ['/h/.openclaw/workspace-work/USER.md', '', 'openclaw'],
    ['/h/.codex/memories/MEMORY.md', '', 'codex'],
    ['C:\\h\\.codex\\memories\\memory_summary.md', '', 'codex'],
    ['/h/.codex/memories/rollout_summaries/2026-05-01-x.md', '', 'codex'],
    ['/h/.gemini/GEMINI.md', '', 'gemini'],
    ['/h/.gemini/tmp/app/memory/MEMORY.md', '', 'gemini'],
    ['/h/.gemini/tmp/app/memory/deploys.md', '', 'gemini'],
    ['/h/app/CLAUDE.md', '', 'instructions'],
    ['/h/app/AGENTS.md', '', 'instructions'],
    ['/h/app/.windsurf/rules/style.md', '', 'instructions'],
    ['/h/app/.cursor/rules/style.mdc', '', 'instructions'],
    ['/h/app/.cursor/rules/web/style.mdc', '', 'instructions'],
    ['/h/app/.cursorrules', '', 'instructions'],
    ['/h/app/.windsurfrules', '', 'instructions'],
    ['/h/.letta/system/persona.md', '', 'instructions'],
    ['/h/.codeium/windsurf/memories/global_rules.md', '', 'instructions'],
    ['/copy/MEMORY.md', '<!-- openclaw-memory-promotion:memory:memory/2026-05-01.md:1:2 -->\n- a\n', 'openclaw'],
    ['/copy/MEMORY.md', '# Task Group: boats\n', 'codex'],
    ['/copy/MEMORY.md', '- [Title](a.md) — hook\n', 'claude'],
    ['/copy/memory_summary.md', 'v1\n\n## User Profile\n', 'codex'],
    ['/copy/notes.md', '# Me\n\n## Gemini Added Memories\n- a\n', 'gemini'],
    ['/copy/MEMORY.md', '# Me\n- a\n', 'markdown'],
    ['/copy/notes.md', '', 'markdown'],
  ])('%s (%j) is %s', (path, text, id) => {
    const format = formatAt(path, text);
    expect(format.id).toBe(id);
    expect(formatById(format.id, path).capabilities).toEqual(format.capabilities);
  });
});

test.each([
  ['/h/.gemini/tmp/app/memory/MEMORY.md', 'Gemini CLI', 'reads all of this file at each start', []],
  ['/h/.gemini/tmp/app/memory/deploys.md', 'Gemini CLI', 'only where', []],
  ['/h/app/.cursorrules', 'Cursor', 'reads all of this file', []],
  ['/h/app/.cursor/rules/style.mdc', 'Cursor', '“alwaysApply: true”', []],
  ['/h/app/.windsurf/rules/web/style.md', 'Windsurf', null, [{ unit: 'characters', limit: 12_000 }]],
  ['/h/.codeium/windsurf/memories/global_rules.md', 'Windsurf', null, [{ unit: 'characters', limit: 6000 }]],
  ['/h/app/.windsurfrules', 'Windsurf', null, [{ unit: 'characters', limit: 6000 }]],
  ['/h/.letta/system/persona.md', 'Letta', 'reads all of this file at each turn', []],
  ['/h/.letta/reference/notes.md', 'Letta', 'only where', []],
] as const)('%s names %s as its reader, with the part it reads', (path, assistant, advice, loaded) => {
  const { capabilities, plan, read } = formatAt(path);
  expect(capabilities).toMatchObject({ assistant, loaded, readOnlyReason: null });
  expect(capabilities.advice ?? '').toContain(advice ?? '');
  expect(capabilities.advice === null).toBe(advice === null);
  const added = plan(read('# A\n- b\n'), [{ op: 'add', category: null, key: null, value: 'c' }], today, 'person');
  expect(added.plan.edits).toEqual([{ from: 8, to: 8, insert: '- c\n' }]);
});

test('reads a file in another form than its name suggests as free markdown', () => {
  expect(formatById('instructions', '/moved/letta/system/persona.md').id).toBe('markdown');
});

describe('Codex', () => {
  const summary = formatAt('/h/.codex/memories/memory_summary.md');
  const handbook = formatAt('/h/.codex/memories/MEMORY.md');

  test('keeps the first line of a summary first, and takes it for no entry', () => {
    const text = 'v1\nlikes boats\n- a: b\n';
    expect(summary.read(text).entries.map(({ raw }) => raw)).toEqual(['likes boats', '- a: b']);
    expect(summary.read(text).diagnostics).toEqual([]);
    expect(changed(summary, text, 'likes boats', { op: 'delete' })).toBe('v1\n- a: b\n');
    expect(changed(summary, 'v1', null, { op: 'add', category: null, key: null, value: 'c' })).toBe('v1\n\n- c');
    expect(summary.begin(summary.read(''), today).text).toBe('v1\n');
  });

  test.each([
    ['## User Profile\n', 'v1\n## User Profile\n'],
    ['\uFEFFv1 \r\n\r\n- a\r\n', 'v1\r\n\r\n- a\r\n'],
    ['\uFEFF- a\n', 'v1\n- a\n'],
  ])('reports a summary without it, and repairs it: %j', (text, repaired) => {
    const document = summary.read(text);
    expect(document.diagnostics).toMatchObject([{ code: 'form_differs', repair: 'form' }]);
    const now = summary.repair(document, 'form', today);
    expect(now.text).toBe(repaired);
    expect(now.diagnostics).toEqual([]);
  });

  const tail = '(cwd=/h/my app (old), rollout_path=/h/r.jsonl, updated_at=2026-05-01, thread_id=019d, useful)';
  test.each([
    [`- rollout_summaries/a.md ${tail}`, 'rollout_summaries/a.md', '/h/r.jsonl'],
    ['- learned to tack [thread_id=019d]', 'learned to tack', '019d'],
    ['- learned to tack rollout_path=/h/r.jsonl thread_id=019d', 'learned to tack', '/h/r.jsonl'],
    ['- the flag thread_id=x is old', 'the flag thread_id=x is old', null],
    ['- (cwd=/h)', '(cwd=/h)', null],
    ['- thread_id=019d', 'thread_id=019d', null],
  ])('takes an item’s origin for its source, not its value: %s', (line, value, source) => {
    expect(handbook.read(`${line}\n`).entries).toMatchObject([{ value, source, raw: line }]);
  });

  test('keeps the origin with its item', () => {
    const text = `- one ${tail}\n`;
    expect(changed(handbook, text, 'one', { op: 'edit', value: 'two\nlines' })).toBe(`- two\n  lines ${tail}\n`);
    expect(changed(handbook, text, 'one', { op: 'edit', key: 'Name' })).toBe(`- Name: one ${tail}\n`);
    expect(changed(handbook, `${text}# B\n`, 'one', { op: 'move', category: null, section: 'B' })).toBe(
      `# B\n- one ${tail}\n`,
    );
  });

  test.each(['raw_memories.md', 'rollout_summaries/a.md'])('makes %s read-only, with a reason', (name) => {
    const { readOnlyReason, archive } = formatAt(`/h/.codex/memories/${name}`).capabilities;
    expect(readOnlyReason).toContain('Codex rewrites this file');
    expect(archive).toBe(false);
  });
});

describe('Gemini CLI', () => {
  const gemini = formatAt('/h/.gemini/GEMINI.md');
  const text = '# Rules\n- be kind\n\n## Gemini Added Memories\n- likes tea\n\n## Style\n- short\n';
  const add = { op: 'add', category: null, key: null } as const;

  test('adds an entry without a heading to its memories', () => {
    expect(changed(gemini, text, null, { ...add, value: 'has a boat' })).toBe(
      text.replace('tea\n', 'tea\n- has a boat\n'),
    );
    expect(changed(gemini, '# Rules\n', null, { ...add, value: 'a' })).toBe(
      '# Rules\n\n## Gemini Added Memories\n- a\n',
    );
    expect(changed(gemini, text, null, { ...add, section: 'Rules', value: 'a\nb' })).toContain('- be kind\n- a\n  b\n');
  });

  test.each<Partial<Operation> & { readonly op: string }>([
    { ...add, value: 'two\nlines' },
    { op: 'edit', value: 'two\nlines' },
    { ...add, section: 'Rules', value: 'see ## Gemini Added Memories' },
  ])('refuses in words an entry it could not store: %j', (operation) => {
    expect(() => changed(gemini, text, 'likes tea', operation)).toThrow(
      /Gemini CLI (?:keeps each item in one line|finds)/,
    );
  });
});

describe('OpenClaw', () => {
  const openClaw = formatAt('/h/.openclaw/workspace/MEMORY.md');
  const comment = '<!-- openclaw-memory-promotion:memory:memory/2026-05-01.md:3:4 -->';
  const score = '[score=0.878 recalls=0 avg=0.620 source=memory/2026-05-01.md:3-4]';
  const item = `${comment}\n- likes tea ${score}\n`;
  const text = `# Long-Term Memory\n\n## Promoted From Short-Term Memory (2026-05-06)\n\n${item}- by hand\n`;

  test('an item’s lines include its comment and score, its value does not', () => {
    const { entries, notUnderstood } = openClaw.read(text);
    expect(entries).toMatchObject([
      { value: 'likes tea', source: 'memory/2026-05-01.md:3-4', raw: `${comment}\n- likes tea ${score}` },
      { value: 'by hand', source: null },
    ]);
    expect(notUnderstood).toEqual([]);
  });

  test('they stay with the item through changes, moves, deletion, archive and restore', () => {
    expect(changed(openClaw, text, 'likes tea', { op: 'edit', value: 'a: b' })).toBe(text.replace('likes tea', 'a: b'));
    expect(changed(openClaw, text, 'likes tea', { op: 'delete' })).toBe(text.replace(item, ''));
    expect(changed(openClaw, text, 'likes tea', { op: 'move', category: null, section: 'Long-Term Memory' })).toBe(
      `# Long-Term Memory\n${item}\n## Promoted From Short-Term Memory (2026-05-06)\n\n- by hand\n`,
    );
    const before = openClaw.read(text);
    const [entry] = before.entries;
    const archive = openClaw.archive as ArchiveFormat;
    const archived = archive.add(null, entry ? [{ entry, byHand: true }] : [], before, today);
    expect(archived.entries).toMatchObject([{ value: 'likes tea', source: 'memory/2026-05-01.md:3-4' }]);
    const without = openClaw.read(changed(openClaw, text, 'likes tea', { op: 'archive' }));
    const returns = archived.entries.map((each) => ({ entry: each, category: null, onDuplicate: undefined }));
    const plan = openClaw.planReturns(without, returns, today);
    const rules = { format: openClaw, today, limit: 100_000, measure: estimate, fit: false };
    expect(changeMemory(without, { plan }, rules).after.text).toBe(text);
  });

  test('a comment without an item stays in place', () => {
    const lone = `${comment}\n\n- a\n`;
    expect(openClaw.read(lone).notUnderstood).toMatchObject([{ text: comment }]);
    expect(changed(openClaw, lone, 'a', { op: 'delete' })).toBe(`${comment}\n\n`);
  });
});

describe('instructions', () => {
  test('give Claude Code CLAUDE.md without its comments', () => {
    const claude = formatAt('/h/app/CLAUDE.md');
    const text = '# A\n<!-- for us -->\n- one <!-- stays -->\n\n<!--\n- two\n-->\n```\n<!-- code -->\n```\n';
    expect(claude.givenToAssistant(claude.read(text), today).memory).toBe(
      '# A\n- one <!-- stays -->\n\n```\n<!-- code -->\n```\n',
    );
    expect(claude.capabilities.advice).toContain('200 lines');
  });

  test.each([
    ['/h/.codeium/windsurf/memories/global_rules.md', 6000],
    ['/h/app/.windsurf/rules/a.md', 12_000],
    ['/h/.openclaw/workspace/USER.md', 12_000],
  ])('read %s up to %i characters', (path, limit) => {
    const format = formatAt(path);
    expect(format.capabilities.loaded).toEqual([{ unit: 'characters', limit }]);
    expect(format.givenToAssistant(format.read('x'.repeat(13_000)), today).memory).toHaveLength(limit);
  });
});
