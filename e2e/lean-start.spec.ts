import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { commandScriptOf, scriptsOf, startOf } from '../scripts/built-sizes.mjs';
import { expect, test } from './fixtures.ts';

const out = join(import.meta.dirname, '..', 'out');
const assets = join(out, 'renderer', 'assets');
const partOf = (file: string): string => basename(file).replace(/-[\w-]{8}\.js$/, '');

/** Parts that the page loads later, each by a text that survives the build. */
const later = {
  editor: 'cm-content',
  'texts side by side': 'cm-deletedChunk',
  tokenizer: '<|fim_prefix|>',
  charts: 'Archive over time',
  Markdown: 'gfmFootnoteDefinition',
  palette: 'cmdk-input',
  'menus and dialogs': 'data-base-ui-focus-guard',
  'calls of other views': 'foreignWork.search',
  'settings of others': 'YAMLParseError',
  'JSON to be changed by text edits': 'InvalidCommentToken',
};

/** Texts of libraries that the command line and the desktop app load on demand. */
const laterInHosts = {
  'web server': 'Sec-WebSocket-Accept',
  'protocol of assistants': 'notifications/initialized',
  tokenizer: '<|fim_prefix|>',
  'search for secrets': 'secretlint-rule-preset-recommend',
};
const textOf = (files: readonly string[]): string => files.map((file) => readFileSync(file, 'utf8')).join('');

test('starts Review without editor, comparison, tokenizer, charts and palette', () => {
  const { files } = startOf(...scriptsOf(join(out, 'renderer')));
  expect(files.map(partOf)).toEqual(['rolldown-runtime', 'first', 'libraries', 'start']);
  const start = textOf(files);
  const all = textOf(readdirSync(assets).flatMap((name) => (name.endsWith('.js') ? [join(assets, name)] : [])));
  for (const [what, mark] of Object.entries(later)) {
    expect(all, `${what} is in the build`).toContain(mark);
    expect(start.includes(mark), `${what} is loaded at the start`).toBe(false);
  }
});

test('requests the first entries before loading anything else', () => {
  const first = scriptsOf(join(out, 'renderer')).find((file) => partOf(file) === 'first');
  expect(startOf(first ?? '').files.map(partOf)).toEqual(['first']);
});

test('starts the desktop app and the command line with the engine alone, without code that serves others', () => {
  const folder = join(out, 'cli', 'assets');
  const all = textOf(readdirSync(folder).map((name) => join(folder, name)));
  for (const start of [startOf(join(out, 'main', 'main.js')), startOf(commandScriptOf(out))]) {
    expect(start.packages.filter((name) => name !== 'electron')).toEqual([]);
    for (const [library, mark] of Object.entries(laterInHosts)) {
      expect(all, `${library} is in the build`).toContain(mark);
      expect(textOf(start.files).includes(mark), `${library} is loaded at the start`).toBe(false);
    }
  }
});

test('prints the version of the command line without loading the engine or the parser of options', () => {
  const { files, packages } = startOf(join(out, 'cli', 'contexture.js'));
  expect(files.map(partOf)).toEqual(['contexture.js', 'app-folder', 'terminal', 'visible-characters']);
  expect(packages).toEqual([]);
});

test('sets the page in its own typeface, and loads only the characters it needs', async ({ page }) => {
  await expect(page.getByRole('grid')).toBeVisible();
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.woff2'));
  });
  expect(loaded.map((url) => url.replace(/^.*\/source-sans-3-|-[\w-]{8}\.woff2$/g, ''))).toEqual(['latin-wght-normal']);
});

test('doesn’t start the index of conversations unless reading them is allowed', async ({ page, dataFolder }) => {
  const listed = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => /"conversations":\[\]/.test(String(payload))),
    );
  await page.reload();
  await listed;
  expect(existsSync(join(dataFolder, 'conversations', 'index.db'))).toBe(false);
});
