import { expect, test } from 'vitest';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createEngine } from '../engine.ts';
import { logPathOf, reducedLine } from './report.ts';

const at = '2026-11-21 10:00:00.000';

test.each([
  ['info context.change failed with entry_changed', 'info context.change failed with entry_changed'],
  ['error The page’s process ended: crashed', 'error The page’s process ended: crashed'],
  [
    'warn Where a workspace is could not be noted: EACCES: permission denied, open ‘/home/ann/x’',
    'warn Where a workspace is could not be noted: EACCES …',
  ],
  ['warn /home/ann/divorce.md could not be read; it was set aside.', 'warn …'],
  [String.raw`warn C:\Users\Ann\divorce.md could not be read`, 'warn …'],
  [
    'error context.read failed with internal: Unexpected token h, "hunter2" is not JSON',
    'error context.read failed with internal …',
  ],
  [
    'info Put right after an interruption: finished the change “Deleted “cat””',
    'info Put right after an interruption …',
  ],
])('of the log keeps our words and codes alone: %s', (line, kept) => {
  expect(reducedLine(`${at} ${line}`)).toEqual([`${at} ${kept}`]);
});

test('of a mistake keeps the places in our code, without the folder it is in', () => {
  const frames = '    at read (file:///home/ann/contexture/out/main/main.js:10:5)    at /home/ann/x/ports-1a.js:2:1';
  expect(reducedLine(`${at} error A mistake inside Contexture: TypeError${frames}`)).toEqual([
    `${at} error A mistake inside Contexture: TypeError main.js:10:5 ports-1a.js:2:1`,
  ]);
});

test('leaves out lines that continue a message', () => {
  expect(reducedLine('hunter2')).toEqual([]);
});

test('a report has counts and versions, and no text or name of the person', async () => {
  const ports = createMemoryPorts();
  const engine = createEngine(ports);
  const call = { caller: 'window-1', cancelled: () => false, progress: () => {} };
  const folder = '/home/person/Ann-private';
  const text = '## Facts (certain)\n- hobby: chess\n- [hunter2|certain] vault: sesame\n';
  await ports.files.store(`${folder}/logs/context/global.md`, ports.encodeText(text));
  await ports.files.store(logPathOf(ports), ports.encodeText(`${at} warn ${folder}/x.md could not be read\n`));
  const { id } = await engine.call('workspaces.open', { path: folder, startEmpty: false }, call);
  await engine.call('preferences.write', { values: { promptTemplate: 'Dear Otto', areasAt: { work: folder } } }, call);
  const { text: report } = await engine.call('app.report', { workspace: id }, call);
  expect(report).toContain('Contexture: 0.0.0-test');
  expect(report).toContain('Entries: 2');
  expect(report).toContain('promptTemplate: text of 9');
  expect(report).toContain('tokenLimit: 2000');
  for (const own of ['chess', 'hobby', 'sesame', 'vault', 'hunter2', 'Ann', 'Otto', '/home']) {
    expect(report).not.toContain(own);
  }
  await engine.close();
});
