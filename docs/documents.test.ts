import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../electron/command-line/commands.ts';
import { shortcutGroups } from '../renderer/services/commands/shortcut-list.ts';
import { nameOfProgram } from '../shared/programs/program-ids.ts';
import { programs } from '../shared/programs/programs.ts';
import { archivedFirst } from '../shared/wording/rules.ts';

/**
 * Everything that the documents name must exist: linked files and headings, files and folders of
 * the source, npm scripts, decisions and, in ARCHITECTURE.md, names in the code.
 */
const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Folders and files that .gitignore names. */
const untracked = new Set([
  '.git',
  ...read('.gitignore')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
]);

/** Paths of all files and folders of the checkout; a folder's ends with a slash. */
function pathsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((item) => {
    const path = posix.join(folder, item.name);
    if (untracked.has(item.name) || untracked.has(path)) {
      return [];
    }
    return item.isDirectory() ? [`${path}/`, ...pathsIn(path)] : [path];
  });
}

const paths = pathsIn('');
const known = new Set(paths);
/** True if a path from the root is this one or ends with it. */
const exists = (path: string): boolean => known.has(path) || paths.some((each) => each.endsWith(`/${path}`));

const documents = paths.filter((path) => /^[A-Z_]+\.md$|^(docs|e2e)\/.*\.md$/.test(path));
const scripts = new Set(Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts));
const decisions = new Set(paths.flatMap((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? []));

const withoutBlocks = (text: string): string => text.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '');

/** Code spans, with line breaks as single spaces. */
const spansIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace(/\s+/g, ' '));

/** Anchors of the headings of a page. */
function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#+ +(.*)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    const again = [...anchors].filter((each) => each.replace(/-\d+$/, '') === anchor).length;
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`);
  }
  return anchors;
}

type Link = { readonly label: string; readonly target: string };

function linksIn(text: string): Link[] {
  const withoutCode = withoutBlocks(text).replace(/`[^`]*`/g, '');
  return [...withoutCode.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)]
    .map(([, label = '', target = '']) => ({ label, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** Problem of a link; null if it leads somewhere. */
function problemOf(document: string, { label, target }: Link): string | null {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? document : posix.join(posix.dirname(document), file);
  if (!known.has(path) && !known.has(posix.join(path, '/'))) {
    return `${target}: there is no ${path}`;
  }
  if (anchor !== undefined && !anchorsIn(read(path)).has(anchor)) {
    return `${target}: ${path} has no heading for it`;
  }
  const [said, meant] = [/\b(\d{3})$/.exec(label)?.[1], /(\d{3})-[^/]*$/.exec(path)?.[1]];
  return said !== meant && said !== undefined ? `${target} is called ${said}` : null;
}

/** Folders of a person or of the app's data, outside the checkout. */
const folderElsewhere = /^(~|\/|\.contexture\/|logs\/|objects\/)/;
const source = /\.(?:tsx?|mjs|css|grit)$/;
/** Other files of the checkout, by folder or by name: a bare settings.yaml may be a person's. */
const fileOfOurs =
  /^(?:bench|docs|e2e|electron|renderer|resources|scripts|shared|\.github|\.ci)\/.*\.\w+$|^(?:biome|package|package-lock|tsconfig)\S*\.jsonc?$/;

const isPath = (span: string): boolean => /^[\w.@#~/-]+$/.test(span);
const namesFolder = (span: string): boolean =>
  span.endsWith('/') && !folderElsewhere.test(span) && !untracked.has(span.slice(0, -1));

/** Files and folders of the checkout that a text names. */
const namedIn = (text: string): string[] =>
  spansIn(text)
    .map((span) => span.split(' › ', 1)[0] ?? '')
    .filter((span) => isPath(span) && (source.test(span) || fileOfOurs.test(span) || namesFolder(span)))
    // File extensions.
    .filter((span) => !/^\.[\w.]+$/.test(span));

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('has only links that lead somewhere', () => {
    expect(linksIn(text).flatMap((link) => problemOf(document, link) ?? [])).toEqual([]);
  });

  test('names only files, folders, scripts and decisions that exist', () => {
    const runs = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
      ([, run, alone]) => run ?? alone ?? '',
    );
    const numbers = [...text.matchAll(/\bdecisions?\s+(\d{3})\b/g)].map(([, number = '']) => number);
    expect({
      paths: namedIn(text).filter((path) => !exists(path)),
      scripts: runs.filter((run) => !scripts.has(run)),
      decisions: numbers.filter((number) => !decisions.has(number)),
    }).toEqual({ paths: [], scripts: [], decisions: [] });
  });
});

test('finds the documents and reads their links and names', () => {
  expect(documents.length).toBeGreaterThan(30);
  expect(documents.flatMap((path) => linksIn(read(path))).length).toBeGreaterThan(50);
  expect(documents.flatMap((path) => namedIn(read(path))).length).toBeGreaterThan(200);
});

test.each([...decisions])('decision %s is complete, and its number is unique', (number) => {
  const files = documents.filter((path) => path.startsWith(`docs/decisions/${number}-`));
  expect(files).toHaveLength(1);
  const text = read(files[0] ?? '');
  expect(text).toMatch(new RegExp(`^# ${number} \\S`));
  expect(text).toMatch(/^\*\*Context\.\*\*/m);
  expect(text).toMatch(/^\*\*Decision\.\*\*/m);
  expect(text).toMatch(/^\*\*Consequences\.\*\*/m);
});

test('ARCHITECTURE.md names only code that exists', () => {
  const code = paths
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('docs/'))
    .map(read)
    .join('\n');
  const isFile = /\.(?:tsx?|mjs|css|jsonc?|md)$/;
  const names = spansIn(read('ARCHITECTURE.md')).filter((span) => /^\w+(?:\.\w+)?$/.test(span) && !isFile.test(span));
  const isIn = (name: string): boolean => new RegExp(`(?<!\\w)${name.replaceAll('.', '\\.')}(?!\\w)`).test(code);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !isIn(name))).toEqual([]);
});

test('docs/command-line.md lists every command, and docs/keyboard.md every shortcut', () => {
  const commandLine = read('docs/command-line.md');
  const keyboard = read('docs/keyboard.md');
  const shortcuts = shortcutGroups.flatMap((group) => group.shortcuts);
  expect(commands.length).toBeGreaterThan(10);
  // A command of a group is named with its group, or alone after another of the group.
  const isNamed = (name: string, group?: string): boolean =>
    commandLine.includes(`contexture ${group === undefined ? '' : `${group} `}${name}`) ||
    (group !== undefined && commandLine.includes(`\`${name}\``));
  const missing = commands.flatMap((command) =>
    'commands' in command
      ? command.commands.filter(({ name }) => !isNamed(name, command.name))
      : [command].filter(({ name }) => !isNamed(name)),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(shortcuts.map(({ does }) => does).filter((does) => !keyboard.includes(`| ${does} |`))).toEqual([]);
});

test('docs name the conversations, the memories and the connection of every program', () => {
  const named = (field: 'conversations' | 'memories' | 'connection') =>
    programs.filter((program) => program[field] !== undefined).map(({ id }) => nameOfProgram(id));
  const isMissing = (path: string) => {
    const text = read(path).replace(/\s+/g, ' ');
    return (name: string) => !text.includes(name);
  };
  const rows = [...read('docs/conversations.md').matchAll(/^\| (\S[^|]*) \|/gm)].map(([, first = '']) => first);
  expect(named('conversations').filter((name) => !rows.includes(name))).toEqual([]);
  expect(named('memories').filter(isMissing('docs/using.md'))).toEqual([]);
  expect(named('connection').filter(isMissing('docs/assistants.md'))).toEqual([]);
});

test.each(['docs/using.md', 'docs/assistants.md'])('%s says in the words of the app what is archived first', (path) => {
  expect(read(path).replace(/\s+/g, ' ')).toContain(archivedFirst);
});

type ConformanceRow = { readonly id: string; readonly phrase: string; readonly shownBy: string };

/** Rows of the tables of docs/conformance.md, without header rows. */
const conformanceRows = (): ConformanceRow[] =>
  [...read('docs/conformance.md').matchAll(/^([A-Z]\S*) \| (.*) \| (.*)$/gm)].map(
    ([, id = '', phrase = '', shownBy = '']) => ({ id, phrase, shownBy }),
  );

/** Tests that a row names, by file and name: `FILE › NAME`, then `› NAME` for others of that file. */
function testsIn({ shownBy }: ConformanceRow): { readonly file: string; readonly name: string }[] {
  let last = '';
  return [...shownBy.matchAll(/`(?:([^`\s]+) )?› ([^`]+)`/g)].map(([, file = last, name = '']) => {
    last = file;
    return { file, name };
  });
}

/** True if the file has exactly one string that begins with the name, or strings that are the name. */
function hasTest(path: string, name: string): boolean {
  const text = read(path);
  if (path === 'docs/format.md') {
    return text.includes(`example=${name} `);
  }
  const start = `['"\`]${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}`;
  const whole = text.match(new RegExp(`${start}['"\`]`, 'g')) ?? [];
  return whole.length > 0 || text.match(new RegExp(start, 'g'))?.length === 1;
}

test('docs/conformance.md has unique ids and names only tests that exist', () => {
  const rows = conformanceRows();
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(400);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  expect(read('docs/conformance.md').match(/^(?!id \||---).+ \| /gm)).toHaveLength(ids.length);
  expect(rows.flatMap(testsIn).length).toBeGreaterThan(800);
  const wrong = rows.flatMap((row) =>
    testsIn(row).flatMap(({ file, name }) => {
      const [path, ...others] = paths.filter((each) => each === file || each.endsWith(`/${file}`));
      const isThere = path !== undefined && others.length === 0 && hasTest(path, name);
      return isThere ? [] : [`${row.id}: ${file} › ${name}`];
    }),
  );
  expect(wrong).toEqual([]);
  // A row without a test names a whole file, or says that nothing is tested.
  const isWithoutTest = /^(?:—|the type check|`[^`›]+`)$/;
  expect(rows.filter((row) => testsIn(row).length === 0 && !isWithoutTest.test(row.shownBy))).toEqual([]);
});
