import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { connectAssistant, contexture } from './mcp-client.ts';

const memory = ['Name: Maren', 'Likes tea.\nNever coffee.', 'works on a boat'].join('\n§\n');

test.describe('an assistant using the memory of another', () => {
  test.use({ startWith: { '.hermes/memories/MEMORY.md': memory } });

  test('reads, adds, rewrites and deletes lines in the file’s form, but not what the person corrected', async ({
    workspace,
    dataFolder,
  }) => {
    const path = join(workspace.folder, '.hermes/memories/MEMORY.md');
    const text = (): Promise<string> => readFile(path, 'utf8');
    const assistant = await connectAssistant(path, dataFolder, 'Helper');
    expect((await assistant.lines()).slice(0, 2)).toEqual(['0-- Name: Maren', '1-- Likes tea. Never coffee.']);
    expect(await assistant.call('append_context', { content: 'City: Lisbon' })).toEqual({
      isError: false,
      text: 'Line 3 is new: “City: Lisbon”.',
    });
    expect(await assistant.call('append_context', { content: 'sails at weekends' })).toMatchObject({ isError: false });
    expect(await text()).toBe(`${memory}\n§\nCity: Lisbon\n§\nsails at weekends`);
    expect((await assistant.call('append_context', { content: 'City: Porto' })).text).toContain('Line 3 now reads');
    expect((await assistant.call('delete_context', { line: 2 })).text).toContain('Line 2 is empty now');
    expect(await text()).toBe('Name: Maren\n§\nLikes tea.\nNever coffee.\n§\nCity: Porto\n§\nsails at weekends');

    await contexture(path, dataFolder, 'edit', 'Name', 'Maren Holm');
    const refused = await assistant.call('append_context', { content: 'Name: Mary', confidence: 'certain' });
    expect(refused.text).toContain('which stays');
    expect(await text()).toContain('Name: Maren Holm');

    // A line's subject is stored beside the file, and the assistant still gets it.
    const before = await text();
    const heard = assistant.notices();
    await contexture(path, dataFolder, 'edit', 'sails', '--about', 'person:Sarah');
    await eventually(assistant.notices).toBeGreaterThan(heard);
    expect((await assistant.call('recall_about', { name: 'sarah' })).text).toBe(
      '1 line about Sarah (person).\n4-- sails at weekends (about Sarah)',
    );
    const noted = { content: 'Sarah has a dog', about: { kind: 'person', name: 'Sarah' } };
    expect((await assistant.call('append_context', noted)).text).toContain('can’t say who or what a line is about');
    expect(await text()).toBe(`${before}\n§\nSarah has a dog`);
    await assistant.close();
  });
});

test.describe('an assistant using a file that the person reads in another form', () => {
  const text = '# Notes\n\n- likes tea\n- City: Lisbon\n';
  test.use({ startWith: { 'notes.md': text } });

  test('is notified, gets its lines in that form, and writes in it', async ({ workspace, dataFolder }) => {
    const path = workspace.path('notes.md');
    const assistant = await connectAssistant(path, dataFolder, 'Helper');
    expect(await assistant.lines()).toEqual(['0-- likes tea', '1-- City: Lisbon']);
    const heard = assistant.notices();
    await contexture(path, dataFolder, 'read-as', 'hermes');
    await eventually(assistant.notices).toBeGreaterThan(heard);
    // Numbers given out before are never reused for other lines.
    await eventually(assistant.lines).toEqual(['0--', '1--', '2-- # Notes - likes tea - City: Lisbon']);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await assistant.call('append_context', { content: 'has a boat' })).toMatchObject({ isError: false });
    expect(await readFile(path, 'utf8')).toBe(`${text.trimEnd()}\n§\nhas a boat\n`);
    await assistant.close();
  });
});

test.describe('an assistant using a memory of several files', () => {
  const index = '# Memory\n\n- [Deploys](deploys.md) — on Fridays\n';
  const topic = '---\nname: Deploys\n---\n\nAt noon.\n';
  test.use({
    startWith: { '.claude/projects/-x/memory/MEMORY.md': index, '.claude/projects/-x/memory/deploys.md': topic },
  });

  test('rewrites a line that links to a file, and keeps the link', async ({ workspace, dataFolder }) => {
    const path = join(workspace.folder, '.claude/projects/-x/memory/MEMORY.md');
    const assistant = await connectAssistant(path, dataFolder, 'Helper');
    expect(await assistant.lines()).toEqual(['0-- Deploys: on Fridays']);
    expect(await assistant.call('replace_context', { line: 0, content: 'on Mondays' })).toEqual({
      isError: false,
      text: 'Line 0 now reads: “Deploys: on Mondays”.',
    });
    expect(await readFile(path, 'utf8')).toBe(index.replace('Fridays', 'Mondays'));
    await assistant.close();
  });
});
