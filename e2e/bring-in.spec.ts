import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { contexture } from './mcp-client.ts';

const memory = ['Name: Maren', 'Likes tea.'].join('\n§\n');

test.describe('a list that is no memory', () => {
  test.use({ startWith: { '.hermes/memories/MEMORY.md': memory } });

  test('is brought into any memory by the command line, without what is known', async ({ workspace, dataFolder }) => {
    const path = join(workspace.folder, '.hermes/memories/MEMORY.md');
    const list = join(workspace.folder, 'list.json');
    await writeFile(
      list,
      JSON.stringify({ results: [{ memory: 'likes tea' }, { memory: 'Sails' }, { memory: 'Name: Mary' }] }),
    );
    const shown = await contexture(path, dataFolder, 'import', list, '--list');
    expect(shown).toContain('known     likes tea');
    expect(shown).toContain('differs   Name: Mary (now: Name: Maren)');
    expect(await contexture(path, dataFolder, 'import', list)).toContain('Added “Sails”.');
    expect(await workspace.read('.hermes/memories/MEMORY.md')).toBe(`${memory}\n§\nSails`);
    expect(await contexture(path, dataFolder, 'import', list)).toContain('Nothing in that list is new.');
  });
});
