import { chmod, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { archivedRow, goToArchive } from './archive-page.ts';
import { afterChanges, dayFromNow, expectFile, tokensOf, withLine } from './context-text.ts';
import { eventually } from './eventually.ts';
import { archivePath, contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, correct, details, editField, entryGrid, entryRow, repairBy, retype, strip } from './review-page.ts';

test.use({ viewport: { width: 1280, height: 1100 } });

test.describe('input by the person', () => {
  test('refuses a key that would not read back, with the reason beside its field', async ({ page, workspace }) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an entry' });
    await dialog.getByRole('textbox', { name: 'What it should know' }).fill('no fish');
    const field = dialog.getByRole('textbox', { name: 'Name (optional)' });
    for (const [key, why] of [
      ['diet: lunch', 'read as something else'],
      ['[2024-01-01] diet', 'read as something else'],
      ['k'.repeat(65), 'longer than 64 characters'],
    ] as const) {
      await field.fill(key);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await expect(field).toHaveAccessibleDescription(new RegExp(`can’t be a name: .*${why}`));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(dialog.getByRole('alert')).toBeVisible();
      expect(await workspace.read()).toBe(exampleContext);
    }
    await field.fill('diet');
    await expect(dialog.getByRole('alert')).toBeHidden();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toBeHidden();
    await eventually(() => workspace.read()).toContain('|certain|user_correction] diet: no fish\n');
  });

  test('pastes several lines into a key as one line', async ({ page, workspace }) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an entry' });
    await dialog.getByRole('textbox', { name: 'What it should know' }).fill('no fish');
    await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill('two\nlines');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toBeHidden();
    await eventually(() => workspace.read()).toContain('|certain|user_correction] two lines: no fish\n');
  });

  test('refuses a key and a source that would not read back in the details, too', async ({ page, workspace }) => {
    await entryRow(page, 'language').click();
    await details(page).getByText('In the file').click();
    for (const [button, field, text, why] of [
      ['Edit key', 'Key', 'a: b', /can’t be a name/],
      ['Edit source', 'Source', 'a|b', /must not be empty or contain/],
    ] as const) {
      await details(page).getByRole('button', { name: button }).click();
      await details(page).getByRole('textbox', { name: field }).fill(text);
      await details(page).getByRole('textbox', { name: field }).press('Enter');
      await expect(details(page).getByRole('alert')).toHaveText(why);
      await details(page).getByRole('textbox', { name: field }).press('Escape');
    }
    expect(await workspace.read()).toBe(exampleContext);
  });

  test('asks whether to delete an entry whose text was emptied', async ({ page, workspace }) => {
    await correct(page, 'language', '   ');
    const question = page.getByRole('dialog', { name: 'Delete this entry?' });
    await expect(question).toContainText('Nothing is left of “Language”.');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(editField(page, 'language')).toBeVisible();
    expect(await workspace.read()).toBe(exampleContext);

    await editField(page, 'language').press('Enter');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(entryRow(page, 'language')).toBeHidden();
    await expectFile(workspace, afterChanges(1, withLine(exampleContext, '- language: English', null)));
  });

  test('refuses to add an empty entry', async ({ page, workspace }) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an entry' });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('textbox', { name: 'What it should know' })).toHaveAccessibleDescription(
      'Write what your assistant should know.',
    );
    expect(await workspace.read()).toBe(exampleContext);
  });

  test('keeps markup in a text as text that swallows nothing after it', async ({ page, workspace }) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an entry' });
    await dialog.getByRole('textbox', { name: 'What it should know' }).fill('<!-- open\n## Facts\n---\n```');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toBeHidden();
    await expect(choices(page)).toHaveCount(13);
    const language = '- language: English';
    const added = `- [${dayFromNow()}|certain|user_correction] <!-- open\n  ## Facts\n  ---\n  \`\`\``;
    await expectFile(workspace, afterChanges(1, withLine(exampleContext, language, `${language}\n${added}`)));
    await page.reload();
    await expect(choices(page)).toHaveCount(13);
  });
});

test.describe('content of the file', () => {
  const odd = withLine(
    exampleContext.replace('token_estimate: 450', `token_estimate: ${tokensOf(exampleContext)}`),
    '- language: English',
    '- [2026-02-30] language: English\n- [2026-01-01|pretty sure|me] mood: sunny',
  );
  const broken = exampleContext
    .replace('version: 15', 'version: fifteen or so')
    .replace('token_estimate: 450\n', '  : {not yaml\n');

  test.describe('an impossible date and an unknown confidence', () => {
    test.use({ startWith: { [contextPath]: odd } });
    test('are reported with their lines and block nothing', async ({ page, workspace }) => {
      const problems = strip(page, 'Problems in the file');
      await problems.getByRole('button', { name: '2 things in the file to look at' }).click();
      await expect(problems.getByRole('listitem')).toHaveText([
        'Line 12The date 2026-02-30 of “language” does not exist, so it counts as unknown.',
        'Line 13“pretty sure” is not a confidence, so “mood” counts as certain, like its section.',
      ]);
      await entryRow(page, 'Language, English').click();
      await expect(details(page)).toContainText('Date unknown');
      await correct(page, 'response_style', 'chatty');
      await expectFile(
        workspace,
        afterChanges(
          1,
          withLine(
            odd,
            '- response_style: concise',
            '- [2026-01-16|certain|user_correction|undated] response_style: chatty',
          ),
        ),
      );
    });
  });

  test.describe('a broken block at its top', () => {
    test.use({ startWith: { [contextPath]: broken } });
    test('is repaired on request, with nothing else changed', async ({ page, workspace }) => {
      await expect(entryRow(page, 'Best workouts')).toBeVisible();
      expect(await workspace.read()).toBe(broken);
      const problems = strip(page, 'Problems in the file');
      await repairBy(page, 'Repair the top of the file');
      await expect(problems).toBeHidden();
      const repaired = await workspace.read();
      const body = (text: string): string => text.slice(text.indexOf('# Global Context'));
      expect(body(repaired)).toBe(body(broken));
      const values = Object.fromEntries(
        [...repaired.matchAll(/^(\w+): (\S+)$/gm)].map(([, name, value]) => [name, value]),
      );
      expect(Number(values['version'])).toBeGreaterThanOrEqual(1);
      expect(values['token_estimate']).toBe(String(tokensOf(repaired)));
      expect(values['last_updated']).toBe(dayFromNow());
      // The unreadable part stays in its place.
      expect(repaired).toContain('fifteen or so');
      expect(repaired).toContain('{not yaml');
    });
  });

  test.describe('two versions that git could not merge', () => {
    const conflict = `${exampleContext}<<<<<<< HEAD\n- Rows at dawn\n=======\n- Rows at dusk\n>>>>>>> other\n`;
    test.use({ startWith: { [contextPath]: conflict } });
    test('are merged with the entries of both in one step, and unmerged by one undo', async ({ page, workspace }) => {
      const problems = strip(page, 'Problems in the file');
      await repairBy(page, 'Merge both versions');
      await expect(problems).toBeHidden();
      await expect(entryRow(page, 'Rows at dawn')).toBeVisible();
      await expect(entryRow(page, 'Rows at dusk')).toBeVisible();
      expect(await workspace.read()).not.toContain('<<<<<<<');
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await expect(problems).toBeVisible();
      expect(await workspace.read()).toContain('\n<<<<<<< HEAD\n- Rows at dawn\n=======\n');
    });
  });

  const image = '<img src="data:," onerror="window.hostile=1">';
  const script = '<script>window.hostile=1</script>';
  const link = '[click me](javascript:window.hostile=1)';
  const hostile = withLine(
    exampleContext,
    '- language: English',
    [
      `- language: ${image}`,
      `- ${script}`,
      `- ${link}`,
      '- note: pay \u202Eecila\u202C to\u200Bday',
      '- שלום וברכה',
    ].join('\n'),
  );
  const hostileArchive = `---\narchived_from: global.md\narchived_date: 2026-05-03\nreason: size_management\n---\n\n# Archived Context (2026-05-03)\n\n## Archived Insights\n- [2024-01-01|tentative|observer] tag: ${image}\u202E\n`;

  test.describe('scripts, markup, hidden and right-to-left characters', () => {
    test.use({ startWith: { [contextPath]: hostile, [`${archivePath}/global-2026-05-03.md`]: hostileArchive } });
    test('are shown visibly as text, and never run', async ({ page, workspace }) => {
      for (const text of [image, script, link]) {
        await expect(page.getByRole('gridcell').filter({ hasText: text })).toBeVisible();
      }
      const note = entryRow(page, 'note');
      await expect(note).toContainText('pay invisible characterecila');
      await expect(note).toContainText('toinvisible characterday');
      await expect(page.getByTitle('Hidden character: right-to-left override (U+202E)')).toBeVisible();
      await expect(note.getByTitle('Hidden character: zero-width space (U+200B)')).toBeVisible();
      const hebrew = page.getByText('שלום וברכה');
      await expect(hebrew).toHaveCSS('direction', 'rtl');
      await expect(note.getByRole('gridcell').nth(1)).toHaveCSS('direction', 'ltr');
      await note.click();
      await expect(details(page).getByRole('heading')).toHaveText('Note');
      await expect(details(page)).toContainText('pay invisible characterecila');
      await entryRow(page, script).click();
      await expect(details(page).getByRole('heading')).toHaveText(script);
      await entryRow(page, script).dblclick();
      await expect(page.getByRole('textbox', { name: 'Text of' })).toHaveValue(script);
      await page.keyboard.press('Escape');
      await goToArchive(page);
      await expect(archivedRow(page, 'tag')).toContainText(`${image}invisible character`);

      await expect(page.getByRole('link', { name: 'click me' })).toBeHidden();
      await expect(page.getByRole('img')).toHaveCount(0);
      expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
      expect(await workspace.read()).toBe(hostile);
    });
  });
});

test.describe('a replacement for the file while it is open', () => {
  const latin1 = Buffer.from('---\nversion: 1\n---\n## Facts\n- caf\xe9: yes\n', 'latin1');
  const places = [
    {
      what: 'bytes that are not UTF-8',
      says: /is not UTF-8 text in line 5, so it is left as it is\. Save it as UTF-8/,
      put: (path: string) => writeFile(path, latin1),
      take: (path: string) => rm(path),
    },
    {
      what: 'a directory',
      says: /is a folder, not a file/,
      put: (path: string) => rm(path).then(() => mkdir(path)),
      take: (path: string) => rm(path, { recursive: true }),
    },
    {
      what: 'a link that leads in a circle',
      says: /its links lead in a circle/,
      put: (path: string) => rm(path).then(() => symlink(path, path)),
      take: (path: string) => rm(path),
    },
    {
      what: '100 MB',
      says: /has 100\.0 MB; Contexture opens files up to 64\.0 MB\. Make it smaller/,
      put: (path: string) => truncate(path, 100 * 1024 * 1024),
      take: (path: string) => rm(path),
    },
  ] as const;
  for (const { what, says, put, take } of places) {
    test(`${what}: is reported, keeps the last content on screen, and is followed again after the repair`, async ({
      page,
      workspace,
    }) => {
      await expect(entryRow(page, 'Language, English')).toBeVisible();
      await put(workspace.contextFile);
      const unreadable = strip(page, 'The file can’t be read');
      await expect(unreadable).toContainText(says);
      await expect(unreadable).toContainText('These are the entries as they were last read.');
      await expect(unreadable.getByRole('button')).toHaveText(['Try again', 'Look at its versions']);
      await expect(entryRow(page, 'Language, English')).toBeVisible();
      await entryRow(page, 'Language, English').click();
      await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);

      await take(workspace.contextFile);
      await workspace.create(exampleContext.replace('language: English', 'language: Danish'));
      await expect(entryRow(page, 'Language, Danish')).toBeVisible();
      await expect(unreadable).toBeHidden();
    });
  }

  test('a socket: is reported, and left alone', async ({ page, workspace }) => {
    await expect(entryRow(page, 'Language, English')).toBeVisible();
    await workspace.remove();
    const server = createServer().listen(workspace.contextFile);
    try {
      await expect(strip(page, 'The file can’t be read')).toContainText(
        'there is something other than a file in its place',
      );
    } finally {
      server.close();
    }
  });
});

test.describe('bytes that are not UTF-8 from the start', () => {
  const bytes = Buffer.from('## Facts\n- caf\xe9: yes\n', 'latin1');
  test.use({ startWith: { [contextPath]: bytes } });
  test('are shown as marks with the reason, and left as they are', async ({ page, workspace }) => {
    const partly = strip(page, 'Not all of the file can be read');
    await expect(partly).toContainText('is not UTF-8 text in line 2');
    await expect(partly).toContainText('These are its entries.');
    await entryRow(page, 'caf\uFFFD, yes').click();
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
    expect(await workspace.readBytes()).toEqual(bytes);
  });
});

test('refuses to save to a read-only file, beside the field, and keeps the typed text', async ({ page, workspace }) => {
  await chmod(workspace.contextFile, 0o444);
  const field = await retype(page, 'language', 'German');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'is set read-only. The file is unchanged.' })).toBeVisible();
  await expect(field).toHaveValue('German');
  expect(await workspace.read()).toBe(exampleContext);
  await chmod(workspace.contextFile, 0o644);
  await field.press('Enter');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await eventually(() => workspace.read()).toContain('language: German\n');
});

test.describe('a data folder that can’t be made', () => {
  // Below a path that is no folder, so that nobody can make it.
  test.use({ appEnvironment: { CONTEXTURE_DATA_DIR: join(import.meta.dirname, 'fixtures.ts', 'data') } });
  test('allows reading everything, and asks before changes that can’t be recorded', {
    tag: '@web',
  }, async ({ page, app, workspace }) => {
    await expect(entryRow(page, 'Language, English')).toBeVisible();
    const unrecorded = strip(page, 'Changes can’t be recorded');
    await expect(unrecorded).toContainText(
      /^Changes can’t be recorded for now: Contexture can’t write in its own folder /,
    );
    await workspace.edit((text) => text.replace('language: English', 'language: Danish'));
    await expect(entryRow(page, 'Language, Danish')).toBeVisible();
    expect(workspace.exists('.contexture')).toBe(false);
    const untouched = await workspace.read();

    const question = page.getByRole('dialog', { name: 'Change it without keeping the previous version?' });
    const field = await retype(page, 'language', 'German');
    await field.press('Enter');
    await expect(question).toContainText('can’t be restored from the history');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was changed. Changes can’t be' })).toBeVisible();
    await expect(field).toHaveValue('German');
    expect(await workspace.read()).toBe(untouched);

    await field.press('Enter');
    await question.getByRole('button', { name: 'Change it anyway' }).click();
    await expect(entryRow(page, 'Language, German')).toBeVisible();
    await eventually(() => workspace.read()).toContain('user_correction|undated] language: German\n');
    // After consent it doesn't ask again, and changes can be undone.
    await entryRow(page, 'Response style, concise').click();
    await page.keyboard.press('Delete');
    await expect(entryRow(page, 'Response style, concise')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(entryRow(page, 'Response style, concise')).toBeVisible();
    await expect(question).toBeHidden();
    await expect(unrecorded).toBeVisible();
    expect(app.output()).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

test.describe('files in the archive folder that are not archives', () => {
  const good = `---\narchived_from: global.md\narchived_date: 2026-05-03\nreason: size_management\n---\n\n# Archived Context (2026-05-03)\n\n## Archived Insights\n- [2024-01-01|tentative|observer] kept: still here\n`;
  test.use({
    startWith: {
      [contextPath]: exampleContext,
      [`${archivePath}/global-2026-05-03.md`]: good,
      [`${archivePath}/letter.md`]: 'Dear diary,\n\nnothing to see.\n',
      [`${archivePath}/global-2026-06-06.md`]: Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
    },
  });
  test('are named with their reasons, and the others work', async ({ page, workspace }) => {
    await goToArchive(page);
    await expect(archivedRow(page, 'still here')).toBeVisible();
    const unusable = strip(page, 'Files that can’t be used');
    await expect(unusable.getByRole('listitem').filter({ hasText: 'letter.md' })).toContainText(
      'It does not look like an archive',
    );
    await expect(unusable.getByRole('listitem').filter({ hasText: 'global-2026-06-06.md' })).toContainText('not UTF-8');
    expect(await workspace.readArchive('letter.md')).toBe('Dear diary,\n\nnothing to see.\n');
  });
});

test('reports a missing workspace, writes nothing, and follows it again once it is back', async ({
  page,
  workspace,
}) => {
  const field = await retype(page, 'language', 'German');
  const away = `${workspace.folder}-away`;
  await rename(workspace.folder, away);
  const gone = strip(page, 'The folder is gone');
  await expect(gone).toContainText('it is followed again as soon as the folder is back');
  // The file went with its folder: only one message says so.
  await expect(entryGrid(page)).toHaveAttribute('data-dimmed', 'true');
  await expect(strip(page, 'The file was deleted')).toBeHidden();
  await expect(entryRow(page, 'Response style, concise')).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'is not there, so nothing can be changed' })).toBeVisible();
  expect(workspace.exists('')).toBe(false);

  await rename(away, workspace.folder);
  await expect(gone).toBeHidden();
  await expect(field).toHaveValue('German');
  await field.press('Enter');
  await expect(entryRow(page, 'Language, German')).toBeVisible();
  await workspace.edit((text) => text.replace('- response_style: concise', '- response_style: chatty'));
  await expect(entryRow(page, 'Response style, chatty')).toBeVisible();
  expect(await workspace.read()).toContain('language: German\n');
});

test.describe('a memory with many lines that are not entries', () => {
  const lines = Array.from({ length: 250 }, (_, index) => `Plain line number ${index + 1}.`);
  test.use({
    startWith: { [contextPath]: `${exampleContext}\n## Nothing here yet\n\n## Notes\n${lines.join('\n')}\n` },
  });

  test('shows all of them, and finds each', async ({ page }) => {
    await expect(entryRow(page, 'Language, English')).toBeVisible();
    const group = page.getByRole('row').filter({ has: page.getByRole('heading', { name: 'Unrecognised lines' }) });
    for (const [words, count] of [
      ['plain number 249', '1'],
      ['number 250', '1'],
      ['nothing here yet', '1'],
      ['plain line', '250'],
    ] as const) {
      await page.getByRole('searchbox').fill(words);
      await expect(group).toContainText(count);
    }
  });
});
