import { expectAccessible } from './accessibility.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { connectAssistant, contexture } from './mcp-client.ts';
import { choices, details, entryRow, undoButton } from './review-page.ts';

const memory = [
  '## Preferences',
  '- language: English',
  '- [2026-01-02|certain|told|about=person:Sarah Chen] prefers async communication',
  '- [2026-01-03|certain|told|about=project:Acme] ships in May',
  '## Facts',
  '- [2026-01-04|certain|told|about=person:sarah chen] Sarah is allergic to nuts',
  '- city: Lisbon',
  '',
].join('\n');

test.describe('entries about others', () => {
  test.use({ startWith: { 'logs/context/global.md': memory } });

  test('reach an assistant by name and by resource, and are only named at its start if the person chooses', async ({
    workspace,
    dataFolder,
  }) => {
    const assistant = await connectAssistant(workspace.folder, dataFolder, 'Helper');
    const { client, call, lines } = assistant;
    expect(await lines()).toEqual([
      '0-- language: English',
      '1-- prefers async communication (about Sarah Chen)',
      '2-- ships in May (about Acme)',
      '3-- Sarah is allergic to nuts (about sarah chen)',
      '4-- city: Lisbon',
    ]);
    const recall = async (name: string) => (await call('recall_about', { name })).text;
    const aboutSarah = [
      '2 lines about Sarah Chen (person).',
      '1-- prefers async communication (about Sarah Chen)',
      '3-- Sarah is allergic to nuts (about sarah chen)',
    ].join('\n');
    expect(await recall('sarah')).toBe(aboutSarah);
    expect(await recall('')).toBe('Something is known about Acme (project, 1 line), Sarah Chen (person, 2 lines).');
    expect(await recall('Bo')).toMatch(/^Nothing is known about “Bo”\. Something is known about Acme/);

    const heard = assistant.notices();
    const settings = { values: { recallAbout: true } };
    await contexture(workspace.folder, dataFolder, 'call', 'settings.write', JSON.stringify(settings));
    await expect(async () => {
      expect(await lines()).toEqual([
        '[Known, but not listed here; recall_about(name) lists it: Acme (project, 1), Sarah Chen (person, 2)]',
        '0-- language: English',
        '4-- city: Lisbon',
      ]);
    }).toPass();
    await eventually(assistant.notices).toBeGreaterThan(heard);
    expect(await recall('Sarah Chen')).toBe(aboutSarah);
    const { resources } = await client.listResources();
    const about = resources.filter(({ uri }) => uri.startsWith('contexture://about/'));
    expect(about.map(({ uri, title }) => [uri, title])).toEqual([
      ['contexture://about/acme', 'About Acme'],
      ['contexture://about/sarah%20chen', 'About Sarah Chen'],
    ]);
    const { contents } = await client.readResource({ uri: 'contexture://about/Sarah%20Chen' });
    expect(contents).toMatchObject([{ text: aboutSarah.split('\n').slice(1).join('\n') }]);
    await expect(client.readResource({ uri: 'contexture://about/Bo' })).rejects.toThrow('Nothing is known');

    // Line numbers are the same as in every other tool, and new entries about others are left out at once.
    expect((await call('replace_context', { line: 1, content: 'prefers to be called' })).text).toContain(
      'Line 1 now reads',
    );
    const learned = { content: 'Acme uses Rust', category: 'fact', about: { kind: 'project', name: 'Acme' } };
    expect((await call('append_context', learned)).text).toContain('Line 5 is new: “Acme uses Rust” (fact, likely).');
    expect(await workspace.read()).toContain('|likely|Helper|about=project:Acme] Acme uses Rust\n');
    expect(await workspace.read()).toContain('|Helper|about=person:Sarah Chen] prefers to be called\n');
    expect(await recall('acme')).toBe(
      '2 lines about Acme (project).\n2-- ships in May (about Acme)\n5-- Acme uses Rust',
    );
    expect((await lines())[0]).toContain('Acme (project, 2)');
    const bo = { content: 'Sarah rows', about: { kind: 'person', name: 'Sarah' } };
    await call('append_context', bo);
    expect(await recall('sarah')).toBe(
      '1 line about Sarah (person).\n6-- Sarah rows\nOthers of nearly that name: Sarah Chen (person, 2 lines).',
    );
    await assistant.close();
    const again = await connectAssistant(workspace.folder, dataFolder, 'Helper');
    expect(again.client.getInstructions()).toContain(
      'recall_about(name) lists it: Acme (project, 2), Sarah (person, 1), Sarah Chen (person, 2)',
    );
    expect(again.client.getInstructions()).not.toContain('Rust');
    await again.close();
  });

  test('are marked, shown and unmarked on the command line', async ({ workspace, dataFolder }) => {
    const run = (...args: string[]) => contexture(workspace.folder, dataFolder, ...args);
    expect(await run('show', '--about', 'sarah')).toContain(
      '1  certain    2026-01-02  prefers async communication  [about Sarah Chen, a person]',
    );
    expect(await run('show', '--about', 'sarah')).not.toContain('Lisbon');
    expect(await run('show', '--about', 'Bo')).toContain(
      'Nothing is about that. What is known is about Acme (project), Sarah Chen (person).',
    );
    await run('edit', 'Lisbon', '--about', 'thing:the boat');
    await run('edit', 'ships in May', '--no-about');
    await run('add', 'rows on Mondays', '--about', 'person:Bo');
    const { entries } = JSON.parse(await run('show', '--about', '--json'));
    expect(entries.map((entry: { line: number; flags: { about: object } }) => [entry.line, entry.flags.about])).toEqual(
      [
        [1, { kind: 'person', name: 'Sarah Chen' }],
        [3, { kind: 'person', name: 'Bo' }],
        [4, { kind: 'person', name: 'sarah chen' }],
        [5, { kind: 'thing', name: 'the boat' }],
      ],
    );
    expect(await run('search', 'bo')).toContain('rows on Mondays');
    expect(await workspace.read()).toContain('- [2026-01-03|certain|told] ships in May\n');
  });
});

test.describe('entries about others on the page', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('marks several entries by key, filters them by name, changes, unmarks and undoes', async ({
    page,
    workspace,
  }) => {
    await entryRow(page, 'language').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('w');
    const dialog = page.getByRole('dialog', { name: 'Who or what are these 2 entries about?' });
    const name = dialog.getByRole('combobox', { name: 'Name' });
    await name.fill('a|b');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('can’t be who or what');
    await name.fill('Acme');
    await dialog.getByRole('combobox', { name: 'Which is' }).selectOption({ label: 'a project' });
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(entryRow(page, 'about Acme')).toHaveCount(2);
    await expect(async () =>
      expect((await workspace.read()).match(/\|about=project:Acme\]/g)).toHaveLength(2),
    ).toPass();

    const about = page.getByRole('combobox', { name: 'About' });
    await expect(about.getByRole('option')).toHaveText(['About anyone', 'About others (2)', 'Acme (2)']);
    await about.selectOption({ label: 'Acme (2)' });
    await expect(choices(page)).toHaveCount(2);
    await expectAccessible(page);
    await entryRow(page, 'language').click();
    await expect(details(page)).toContainText('Acme · a project');
    await details(page).getByRole('button', { name: 'Edit who or what it’s about' }).click();
    const one = page.getByRole('dialog', { name: 'Who or what is it about?' });
    await one.getByRole('button', { name: 'About me after all' }).click();
    await expect(choices(page)).toHaveCount(1);
    await undoButton(page, 'No longer about anyone else: “language”').click();
    await expect(choices(page)).toHaveCount(2);

    // Marks by the palette, too; the filter never hides entries without saying so.
    await about.selectOption({ label: 'About anyone' });
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder('Do something, or find an entry').fill('about acme');
    await page.keyboard.press('Enter');
    await expect(choices(page)).toHaveCount(2);
    await undoButton(page, 'About “Acme”: 2 entries').click();
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(about).toBeHidden();
  });

  test('counts nothing for entries given only by name, in the gauge, the details and the assistant’s text', async ({
    page,
    workspace,
  }) => {
    await workspace.edit((text) =>
      text.replace('- language: English', '- [2026-01-02|certain|told|about=person:Sarah] language: English'),
    );
    await entryRow(page, 'about Sarah').click();
    const meter = page.getByRole('meter', { name: 'Tokens used' });
    const before = Number(await meter.getAttribute('aria-valuenow'));
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Only mention them by name' }).click();
    await page.keyboard.press('1');
    await expect(async () => expect(Number(await meter.getAttribute('aria-valuenow'))).toBeLessThan(before)).toPass();
    await entryRow(page, 'about Sarah').click();
    await expect(details(page)).toContainText('recalled by name');
    await page.keyboard.press('5');
    await expect(page.getByText('recall_about(name) lists it: Sarah (person, 1)')).toBeVisible();
  });
});
